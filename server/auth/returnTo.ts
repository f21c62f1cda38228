/** Where a browser goes to sign in; it takes `?returnTo=`. */
export const signInAddress = (publicUrl: string, basePath: string) =>
  `${publicUrl}${basePath}/api/auth/start`;

// What it takes fits into a cookie, sealed: browsers drop one of more than 4,096 bytes.
const LONGEST = 1_500;

/**
 * Where a sign-in comes back to: a path under the base path, as the browser would resolve it. Anything else, another
 * host or an address of the API counts as the first page.
 */
export function returnPath(returnTo: unknown, basePath: string): string {
  const home = `${basePath}/`;
  // A browser reads a backslash as a slash and drops tabs and line breaks, so neither may be in it.
  if (
    typeof returnTo !== 'string' ||
    returnTo.length > LONGEST ||
    !/^\/[\x21-\x5b\x5d-\x7e]*$/.test(returnTo)
  )
    return home;
  const here = 'http://here.invalid';
  if (!URL.canParse(returnTo, here)) return home;
  const url = new URL(returnTo, here);
  if (url.origin !== here || url.pathname.startsWith('//')) return home;
  if (url.pathname !== basePath && !url.pathname.startsWith(home)) return home;
  if (url.pathname.startsWith(`${home}api/`) || url.pathname === `${home}api`) return home;
  const path = url.pathname + url.search + url.hash;
  return path.length <= LONGEST ? path : home;
}
