import { MOST_NAMES, MOST_OF_ROW, MOST_ROWS } from '../../../contract/proposals.ts';
import { OVERSIZED } from '../../catalog/proposal/readProposedRow.ts';
import { besideRowsTooLarge, tooManyRows } from '../../errors.ts';
import type { Parse } from '../../http/readBodies.ts';
import { limits } from '../../runtime/limits.ts';
import { mapYielding } from '../../runtime/yieldToEventLoop.ts';

// Even small JSON can take long to parse, such as a million names. So the body of a proposal is never parsed at once: one
// pass over its bytes finds its rows, and these are parsed one by one, with yields to other requests. Many rows with other
// names each would take a hundred times as long as ordinary ones, because the engine keeps a shape for each.

/**
 * Reads a body as JSON. If `rows` is a list, parses its rows one by one. `OVERSIZED` replaces a row beyond the limits of
 * rows, which is not parsed. Throws for too many rows, and if the rest of the body is larger than other bodies may be.
 */
export async function readProposal(body: Uint8Array, parse: Parse): Promise<unknown> {
  const { rest, lists } = partsOf(body);
  const proposal = parse(rest) as { rows?: unknown } | null;
  if (!Array.isArray(proposal?.rows)) return proposal;
  const places = lists[proposal.rows[0]] ?? [];
  const names = new Set<string>();
  const rows = await mapYielding(places, ({ from, to, isOversized }) => {
    const row = body.subarray(from, to);
    return isOversized || !collectNames(row, names) ? OVERSIZED : parse(row);
  });
  return { ...proposal, rows };
}

/** The position of an entry of a list in a body. */
interface Place {
  from: number;
  to: number;
  isOversized: boolean;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = Buffer.from('"\\,:');
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('[]{}');
const SPACES = Buffer.from(' \t\r\n');

const opens = (byte: number | undefined) => byte === OPEN_LIST || byte === OPEN_OBJECT;
const closes = (byte: number | undefined) => byte === CLOSE_LIST || byte === CLOSE_OBJECT;
const isSpace = (byte: number | undefined) => byte !== undefined && byte <= 0x20 && SPACES.includes(byte);

/**
 * The lists that are values of the body's top-level names, and the rest of the JSON, in which each list has only its number
 * as its entry. Invalid JSON stays invalid in one of these parts.
 */
function partsOf(body: Uint8Array): { rest: Uint8Array; lists: Place[][] } {
  const pieces: Uint8Array[] = [];
  const lists: Place[][] = [];
  let [depth, size, copied, rows] = [0, 0, 0, 0];
  for (let at = 0; at < body.length; at += 1) {
    const from = at;
    if (body[at] === QUOTE) at = endOfString(body, at);
    else if (opens(body[at])) depth += 1;
    else if (closes(body[at])) depth -= 1;
    if (!isSpace(body[from])) size += at + 1 - from;
    if (size > limits.body) throw besideRowsTooLarge(limits.body);
    if (depth !== 2 || body[from] !== OPEN_LIST) continue;
    const list = readList(body, from + 1, MOST_ROWS - rows);
    rows += list.places.length;
    pieces.push(body.subarray(copied, from + 1), Buffer.from(String(lists.length)));
    lists.push(list.places);
    copied = list.end;
    at = copied - 1;
  }
  return { rest: Buffer.concat([...pieces, body.subarray(copied)]), lists };
}

/** The entries of the list that begins here, and its end. */
function readList(body: Uint8Array, begin: number, max: number): { places: Place[]; end: number } {
  const places: Place[] = [];
  for (let at = begin; ; at += 1) {
    const { end, ...place } = readEntry(body, at);
    const isLast = body[end] !== COMMA;
    if (isLast && places.length === 0 && place.from === place.to) return { places, end };
    if (places.length === max) throw tooManyRows(MOST_ROWS);
    places.push(place);
    if (isLast) return { places, end };
    at = end;
  }
}

/** The entry of a list that begins here, without white space around it. It ends before a comma or a bracket of the list. */
function readEntry(body: Uint8Array, begin: number): Place & { end: number } {
  let [at, names, depth, deepest] = [begin, 0, 0, 0];
  for (; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) at = endOfString(body, at);
    else if (byte === COLON) names += 1;
    else if (opens(byte)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (depth === 0 && (byte === COMMA || closes(byte))) break;
    else if (closes(byte)) depth -= 1;
  }
  const end = Math.min(at, body.length);
  let [from, to] = [begin, end];
  while (from < to && isSpace(body[from])) from += 1;
  while (from < to && isSpace(body[to - 1])) to -= 1;
  const { bytes, names: mostNames, depth: mostDepth } = MOST_OF_ROW;
  return { from, to, end, isOversized: to - from > bytes || names > mostNames || deepest > mostDepth };
}

/** Adds the names in a row to those of the rows before. Returns false if they are too many. */
function collectNames(row: Uint8Array, names: Set<string>): boolean {
  let [from, to] = [0, 0];
  for (let at = 0; at < row.length; at += 1) {
    if (row[at] === QUOTE) {
      from = at;
      at = endOfString(row, at);
      to = at;
    } else if (row[at] === COLON) {
      const name = Buffer.from(row.buffer, row.byteOffset + from, to - from).toString('latin1');
      if (names.size >= MOST_NAMES && !names.has(name)) return false;
      names.add(name);
    }
  }
  return true;
}

/** The position of the closing quote of the string that begins here. */
function endOfString(body: Uint8Array, begin: number): number {
  let at = begin + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}
