import { Inflate } from 'fflate';
import { damaged, tooMuchInside, Unreadable } from './unreadable.ts';

interface Entry {
  method: number;
  isEncrypted: boolean;
  /** The offset of its local header, and the number of packed bytes after that. */
  start: number;
  size: number;
}

const END = 0x06054b50;
/** ZIP64 has 8-byte numbers where the 4-byte or 2-byte numbers are all ones. */
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_SIZE = 20;
const EXTRA_64 = 1;
const ONES_16 = 0xffff;
const ONES_32 = 0xffffffff;
const DIRECTORY = 0x02014b50;
const HEADER = 0x04034b50;
/** The size without the comment, which has at most 65,535 bytes. */
const END_SIZE = 22;
const STORED = 0;
const DEFLATED = 8;
/** A packed byte unpacks to at most about 1,000 bytes, so the limit is noticed early. */
const SLICE = 16_384;

/**
 * The parts of a ZIP by name. It unpacks only requested parts, in memory, so other names have no effect. It does not trust
 * the declared sizes: unpacking stops at the limit for all parts together.
 */
export class Zip {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #entries: ReadonlyMap<string, Entry>;
  #left: number;

  /**
   * Reads the directory. `most` is the maximum number of unpacked bytes of all parts together; a part counts each time it is
   * requested. Throws `Unreadable` if there is no directory, or if its offsets are invalid.
   */
  constructor(bytes: Uint8Array, most: number) {
    this.#left = most;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#entries = this.#directory();
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** The text of a part in UTF-8 or UTF-16, or undefined if there is no such part. Names ignore case. */
  text(name: string): string | undefined {
    const entry = this.#entries.get(keyOf(name));
    if (!entry) return undefined;
    if (entry.isEncrypted)
      throw new Unreadable('The file is protected by a password. Save it without one, and choose it again.');
    return this.#unpacked(this.#packed(entry), entry.method);
  }

  #directory(): Map<string, Entry> {
    const entries = new Map<string, Entry>();
    let { at, left } = this.#place();
    for (; left > 0; left -= 1) {
      if (this.#number32(at) !== DIRECTORY) throw damaged();
      const nameEnd = at + 46 + this.#number16(at + 28);
      const key = keyOf(new TextDecoder().decode(this.#slice(at + 46, nameEnd)));
      const extraEnd = nameEnd + this.#number16(at + 30);
      if (!entries.has(key))
        entries.set(key, {
          method: this.#number16(at + 10),
          isEncrypted: (this.#number16(at + 8) & 1) === 1,
          ...this.#extent(at, nameEnd, extraEnd),
        });
      at = extraEnd + this.#number16(at + 32);
    }
    return entries;
  }

  /** The offset of the directory, and the number of its entries. */
  #place(): { at: number; left: number } {
    const end = this.#end();
    const [left, at] = [this.#number16(end + 10), this.#number32(end + 16)];
    if (left !== ONES_16 && at !== ONES_32) return { at, left };
    const locator = end - LOCATOR_64_SIZE;
    if (locator < 0 || this.#number32(locator) !== LOCATOR_64) return { at, left };
    const end64 = this.#number64(locator + 8);
    if (this.#number32(end64) !== END_64) throw damaged();
    return { at: this.#number64(end64 + 48), left: this.#number64(end64 + 32) };
  }

  /** The offset and the packed size of an entry. ZIP64 stores them in an extra field. */
  #extent(at: number, from: number, to: number): Pick<Entry, 'start' | 'size'> {
    const [start, size, unpacked] = [
      this.#number32(at + 42),
      this.#number32(at + 20),
      this.#number32(at + 24),
    ];
    if (start !== ONES_32 && size !== ONES_32) return { start, size };
    for (let field = from; field + 4 <= to; field += 4 + this.#number16(field + 2)) {
      if (this.#number16(field) !== EXTRA_64) continue;
      // The field holds only the numbers that are all ones elsewhere, in this order.
      let place = field + 4;
      const next = () => this.#number64((place += 8) - 8);
      if (unpacked === ONES_32) next();
      const wide = size === ONES_32 ? next() : size;
      return { size: wide, start: start === ONES_32 ? next() : start };
    }
    throw damaged();
  }

  /** The offset of the end record, which locates the directory. */
  #end(): number {
    const last = this.#bytes.length - END_SIZE;
    for (let at = last; at >= Math.max(0, last - 65_535); at -= 1) if (this.#number32(at) === END) return at;
    throw damaged();
  }

  #packed({ start, size }: Entry): Uint8Array {
    if (this.#number32(start) !== HEADER) throw damaged();
    const from = start + 30 + this.#number16(start + 26) + this.#number16(start + 28);
    return this.#slice(from, from + size);
  }

  #unpacked(packed: Uint8Array, method: number): string {
    const pieces: string[] = [];
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    const add = (bytes: Uint8Array) => {
      this.#left -= bytes.length;
      if (this.#left < 0) throw tooMuchInside();
      decoder ??= new TextDecoder(encodingOf(bytes));
      pieces.push(decoder.decode(bytes, { stream: true }));
    };
    if (method === STORED) add(packed);
    else if (method === DEFLATED) inflate(packed, add);
    else throw damaged();
    return pieces.join('');
  }

  #slice(from: number, to: number): Uint8Array {
    if (to > this.#bytes.length) throw damaged();
    return this.#bytes.subarray(from, to);
  }

  #number16(at: number): number {
    if (at + 2 > this.#bytes.length) throw damaged();
    return this.#view.getUint16(at, true);
  }

  #number64(at: number): number {
    if (at + 8 > this.#bytes.length) throw damaged();
    const number = Number(this.#view.getBigUint64(at, true));
    // An offset beyond the file fails when it is read.
    return Number.isSafeInteger(number) ? number : Number.MAX_SAFE_INTEGER;
  }

  #number32(at: number): number {
    if (at + 4 > this.#bytes.length) throw damaged();
    return this.#view.getUint32(at, true);
  }
}

/** Part names ignore case, and some programs write backslashes. */
const keyOf = (name: string) => name.replaceAll('\\', '/').toLowerCase();

/** XML in UTF-16 starts with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function inflate(packed: Uint8Array, add: (bytes: Uint8Array) => void): void {
  const stream = new Inflate(add);
  try {
    for (let at = 0; at === 0 || at < packed.length; at += SLICE)
      stream.push(packed.subarray(at, at + SLICE), at + SLICE >= packed.length);
  } catch (error) {
    throw error instanceof Unreadable ? error : damaged();
  }
}
