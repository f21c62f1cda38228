// Keeps a copy of all rows that stays equal to the database. Runs with Node 20 or later, and needs nothing else.
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Follows the feed until the signal is aborted. `api` is the address of the API, such as https://…/mdsd/api, and `token` one with
 * the scope read:changes. `copy` is kept between runs: `rows` is a Map from '<kind> <key>' to { kind, key, version, value }, where a
 * deleted row has the value null, and `next` is the cursor up to which the rows are complete, or null. Throws if the server refuses
 * the cursor or the token.
 */
export async function follow(api, token, copy, { signal, report = console.error }) {
  const get = async (path) => {
    const response = await fetch(api + path, { headers: { authorization: `Bearer ${token}` }, signal });
    if (response.ok || response.status === 410) return response;
    // To repeat these would not help: a damaged cursor, or a token that has expired or been revoked.
    const isFinal = [400, 401, 403].includes(response.status);
    throw Object.assign(new Error(`${response.status} ${await response.text()}`), { isFinal });
  };
  while (!signal.aborted)
    try {
      if (!copy.next) await start(copy, await get('/feed/snapshot'));
      const response = await get(`/feed?limit=1000&wait=25&after=${copy.next}`);
      if (response.status === 410) copy.next = null;
      else keep(copy, await response.json());
    } catch (error) {
      if (signal.aborted) return;
      if (error.isFinal) throw error;
      report(`The feed could not be read, and will be tried again: ${error.message}`);
      await pause(2000, undefined, { signal }).catch(() => {});
    }
}

/** Replaces the copy by a snapshot. One without its last line is incomplete, and changes nothing. */
async function start(copy, response) {
  const lines = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { next } = lines.pop();
  if (!next) throw new Error('The snapshot is incomplete');
  copy.rows = new Map(lines.map((row) => [`${row.kind} ${row.key}`, row]));
  copy.next = next;
}

/** Adds a page. An event may come twice, so the higher version of a row counts. */
function keep(copy, { events, next }) {
  for (const { kind, key, version, value } of events)
    if (version > (copy.rows.get(`${kind} ${key}`)?.version ?? -Infinity))
      copy.rows.set(`${kind} ${key}`, { kind, key, version, value });
  copy.next = next;
}
