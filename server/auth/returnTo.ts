import { isCleanText } from '../../contract/text.ts';

/** The URL where a browser starts to sign in. It takes `?returnTo=`. */
export const signInAddress = (publicUrl: string, basePath: string) =>
  `${publicUrl}${basePath}/api/auth/start`;

// A path of this length still fits into an encrypted cookie: browsers drop cookies of more than 4,096 bytes.
const MAX_LENGTH = 1_500;

/**
 * The path to return to after a sign-in: under the base path, as the browser would resolve it, with its query encoded. Any
 * other value, such as another host or a URL of the API, becomes the home page.
 */
export function returnPath(returnTo: unknown, basePath: string): string {
  const home = `${basePath}/`;
  if (typeof returnTo !== 'string' || returnTo.length > MAX_LENGTH || !isSafe(returnTo)) return home;
  const here = 'http://here.invalid';
  if (!URL.canParse(returnTo, here)) return home;
  const url = new URL(returnTo, here);
  if (url.origin !== here || url.pathname.startsWith('//')) return home;
  if (url.pathname !== basePath && !url.pathname.startsWith(home)) return home;
  if (url.pathname.startsWith(`${home}api/`) || url.pathname === `${home}api`) return home;
  const path = url.pathname + url.search + url.hash;
  return path.length <= MAX_LENGTH ? path : home;
}

/** Browsers treat a backslash as a slash and drop tabs and line breaks, so none of them is allowed. */
function isSafe(url: string): boolean {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  return /^\/[\x21-\x5b\x5d-\x7e]*$/.test(path) && isCleanText(query) && !query.includes('\\');
}
