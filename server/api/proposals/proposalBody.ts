import { MOST_OF_ROW, MOST_ROWS } from '../../../contract/proposals.ts';
import { OVERSIZED } from '../../catalog/proposal/readProposedRow.ts';
import { besideRowsTooLarge, tooManyRows } from '../../errors.ts';
import type { Parse } from '../../http/readBodies.ts';
import { limits } from '../../runtime/limits.ts';
import { mapYielding } from '../../runtime/yieldToEventLoop.ts';

// JSON that is not large can take long to parse, such as a million names. So the body of a proposal is never parsed at
// once: one pass over its bytes finds its rows, and these are parsed one by one, in slices.

/**
 * Reads a body as JSON whose `rows`, if they are a list, are parsed one by one. `OVERSIZED` stands for a row beyond the
 * limits of rows, which is not parsed. Throws for too many rows, and for more beside them than other bodies may have.
 */
export async function readProposal(body: Uint8Array, parse: Parse): Promise<unknown> {
  const { beside, lists } = partsOf(body);
  const proposal = parse(beside) as { rows?: unknown } | null;
  if (!Array.isArray(proposal?.rows)) return proposal;
  const places = lists[proposal.rows[0]] ?? [];
  const rows = await mapYielding(places, ({ from, to, isOversized }) =>
    isOversized ? OVERSIZED : parse(body.subarray(from, to)),
  );
  return { ...proposal, rows };
}

/** Where an entry of a list is in a body. */
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
 * The lists that a body has at its own names, and the JSON beside them, in which each has only its number as its entry.
 * What is no JSON stays so, in one of these parts.
 */
function partsOf(body: Uint8Array): { beside: Uint8Array; lists: Place[][] } {
  const pieces: Uint8Array[] = [];
  const lists: Place[][] = [];
  let [depth, size, kept, rows] = [0, 0, 0, 0];
  for (let at = 0; at < body.length; at += 1) {
    const from = at;
    if (body[at] === QUOTE) at = endOfText(body, at);
    else if (opens(body[at])) depth += 1;
    else if (closes(body[at])) depth -= 1;
    if (!isSpace(body[from])) size += at + 1 - from;
    if (size > limits.body) throw besideRowsTooLarge(limits.body);
    if (depth !== 2 || body[from] !== OPEN_LIST) continue;
    const list = listFrom(body, from + 1, MOST_ROWS - rows);
    rows += list.places.length;
    pieces.push(body.subarray(kept, from + 1), Buffer.from(String(lists.length)));
    lists.push(list.places);
    kept = list.end;
    at = kept - 1;
  }
  return { beside: Buffer.concat([...pieces, body.subarray(kept)]), lists };
}

/** The entries of the list that begins here, and where it ends. */
function listFrom(body: Uint8Array, begin: number, most: number): { places: Place[]; end: number } {
  const places: Place[] = [];
  for (let at = begin; ; at += 1) {
    const { end, ...place } = entryFrom(body, at);
    const isLast = body[end] !== COMMA;
    if (isLast && places.length === 0 && place.from === place.to) return { places, end };
    if (places.length === most) throw tooManyRows(MOST_ROWS);
    places.push(place);
    if (isLast) return { places, end };
    at = end;
  }
}

/** The entry of a list that begins here, without the space around it. It ends before a comma or a bracket of the list. */
function entryFrom(body: Uint8Array, begin: number): Place & { end: number } {
  let [at, names, depth, deepest] = [begin, 0, 0, 0];
  for (; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) at = endOfText(body, at);
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

/** Where the text ends that begins here, at its last quote. */
function endOfText(body: Uint8Array, begin: number): number {
  let at = begin + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}
