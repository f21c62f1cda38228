/** How far the server's clock is ahead of this computer's, in ms. */
let offset = 0;

/** Notes the time in the headers of a response, which is exact to the second. */
export function noteServerTime(headers: Headers): void {
  const at = Date.parse(headers.get('Date') ?? '');
  if (!Number.isNaN(at)) offset = at - Date.now();
}

/**
 * The server's time, in UTC, because this computer's clock may be wrong. It is at most about a second behind, and never in
 * the server's future.
 */
export const serverNow = (): string => new Date(Date.now() + offset).toISOString();
