import { isCleanText } from '../../contract/text.ts';

/** The address where a browser goes to sign in. It takes `?returnTo=`. */
export const signInAddress = (publicUrl: string, basePath: string) =>
  `${publicUrl}${basePath}/api/auth/start`;

// A path of this length still fits into an encrypted cookie: browsers drop cookies of more than 4,096 bytes.
const LONGEST = 1_500;

/**
 * Where to return after a sign-in: a path under the base path, as the browser would resolve it, with its query encoded.
 * Anything else, such as another host or an address of the API, becomes the home page.
 */
export function returnPath(returnTo: unknown, basePath: string): string {
  const home = `${basePath}/`;
  if (typeof returnTo !== 'string' || returnTo.length > LONGEST || !isSafe(returnTo)) return home;
  const here = 'http://here.invalid';
  if (!URL.canParse(returnTo, here)) return home;
  const url = new URL(returnTo, here);
  if (url.origin !== here || url.pathname.startsWith('//')) return home;
  if (url.pathname !== basePath && !url.pathname.startsWith(home)) return home;
  if (url.pathname.startsWith(`${home}api/`) || url.pathname === `${home}api`) return home;
  const path = url.pathname + url.search + url.hash;
  return path.length <= LONGEST ? path : home;
}

/** Browsers treat a backslash as a slash and drop tabs and line breaks, so none of them is allowed. */
function isSafe(address: string): boolean {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(address) ?? [];
  return /^\/[\x21-\x5b\x5d-\x7e]*$/.test(path) && isCleanText(query) && !query.includes('\\');
}
