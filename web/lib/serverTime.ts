/** How far the server's clock is ahead of this computer's, in ms. */
let ahead = 0;

/** Notes the time that an answer of the server names, to the second. */
export function noteServerTime(headers: Headers): void {
  const at = Date.parse(headers.get('Date') ?? '');
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/**
 * The time of the server, in UTC: the clock of this computer may be wrong. It is about a second behind at most, and never
 * in the server's future.
 */
export const serverNow = (): string => new Date(Date.now() + ahead).toISOString();
