import { crc32 } from 'node:zlib';

/** How far a reader of the feed has read: a change set, and the place of the last entry that was read in it. */
export interface Position {
  number: number;
  place: number;
  /** The hash of the change set, which is also one over all before it. In hex. */
  hash: string;
}

/** Before the first change set. */
export const START: Position = { number: 0, place: 0, hash: '0'.repeat(64) };

// 48 bytes: the number and the place, the hash, and a checksum, so that an altered cursor is malformed and never skips anything.
// Their length makes every character of the text count.
const FORMAT = /^[\w-]{64}$/;
const CHECKED = 44;

/** The text of a position, which means nothing to others. */
export function cursorOf({ number, place, hash }: Position): string {
  const bytes = Buffer.alloc(CHECKED + 4);
  bytes.writeBigUInt64BE(BigInt(number));
  bytes.writeUInt32BE(place, 8);
  bytes.write(hash, 12, 'hex');
  bytes.writeUInt32BE(crc32(bytes.subarray(0, CHECKED)), CHECKED);
  return bytes.toString('base64url');
}

/** The position of a cursor; undefined if it is none that `cursorOf` has returned. */
export function positionOf(cursor: string): Position | undefined {
  if (!FORMAT.test(cursor)) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.readUInt32BE(CHECKED) !== crc32(bytes.subarray(0, CHECKED))) return undefined;
  const [number, place] = [Number(bytes.readBigUInt64BE()), bytes.readUInt32BE(8)];
  return Number.isSafeInteger(number) && place < 2 ** 31
    ? { number, place, hash: bytes.toString('hex', 12, CHECKED) }
    : undefined;
}
