const named = document.querySelector<HTMLMetaElement>('meta[name="time-zone"]')?.content;

/**
 * The university's time zone, which applies to all times and days (contract 10), from the page's `time-zone` meta tag.
 * Undefined, which means the browser's own zone, if the page did not come from the server or the browser does not know the
 * zone.
 */
export const timeZone = named && isKnown(named) ? named : undefined;

function isKnown(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}
