const named = document.querySelector<HTMLMetaElement>('meta[name="time-zone"]')?.content;

/**
 * The time zone of the university, in which all times and days are meant and shown (contract 10), from the page's
 * `time-zone` meta tag. If the page did not come from the server, or the browser does not know the zone, it is undefined,
 * which is the browser's own.
 */
export const timeZone = named && isKnown(named) ? named : undefined;

function isKnown(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}
