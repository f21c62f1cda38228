import { createHash } from 'node:crypto';
import { Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Deadline } from '../runtime/deadline.ts';
import { limits } from '../runtime/limits.ts';
import { countersOf } from './access.ts';
import { inTurns, type Pieces, sendPieces } from './sendJson.ts';

/** A request whose response can be cached. */
interface CacheableResponse {
  /** Identifies the response. */
  name: string;
  /** The kinds of data that the response is built from. It is valid until one of their counters rises. */
  reads: readonly string[];
  /** Builds the response, or throws. It needs its own deadline, because several requests may wait for it. */
  build: () => Promise<Pieces>;
}

/** Builds a response of one piece, with its own deadline. */
export const whole = (json: () => Promise<string>) => (): Promise<Pieces> =>
  Deadline.start(limits.work, async () => {
    const text = await json();
    return [() => text];
  });

export interface ResponseCache {
  /** Sends the cached response, building it if needed. A GET gets an ETag. */
  answer<Reply>(request: FastifyRequest, reply: Reply, response: CacheableResponse): Promise<Reply>;
}

type Encoding = 'br' | 'gzip' | 'identity';

/** A response as it is sent, or the pieces of one too large to cache, which are joined and compressed each time. */
type Made = { encoding: Encoding; etag: string; body: Buffer } | { pieces: Pieces };

/** A response that was made from data of a version. */
interface Kept {
  version: string;
  made: Made;
}

/** A response that is being made. */
interface Making {
  version: string;
  made: Promise<Made>;
  /** What waits for its turn to be built is given up when no request waits for it any more. */
  deadline: Deadline;
  waiting: number;
}

/** What an entry takes besides its name and its body, in bytes. */
const OVERHEAD = 500;

/** Names are counted as the engine keeps them: two bytes for each character. */
const bytesOf = ({ made }: Kept, name: string) =>
  // Pieces are not measured: they count as the largest response that is cached.
  OVERHEAD + 2 * name.length + ('body' in made ? made.body.length : limits.cacheOne);

/**
 * A cache of compressed responses, each valid until one of the counters of its data rises. The counters rise in the
 * transaction that changes the data, and are read for each request together with its caller, so the cache is correct on
 * every instance. It keeps at most `mostBytes`, names included, and evicts the least recently used response first.
 */
export function createResponseCache(mostBytes: number): ResponseCache {
  const kept = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    maxEntrySize: limits.cacheOne + limits.cacheName,
    sizeCalculation: bytesOf,
  });
  // At most one for each request that is being served.
  const making = new Map<string, Making>();

  function begin(name: string, version: string, work: () => Promise<Made>): Making {
    const deadline = new Deadline();
    const entry: Making = { version, made: deadline.run(work), deadline, waiting: 0 };
    making.set(name, entry);
    void settle(name, entry);
    return entry;
  }

  async function settle(name: string, entry: Making): Promise<void> {
    const { version } = entry;
    const isNewest = () => making.get(name) === entry;
    try {
      const made = await entry.made;
      if (isNewest()) kept.set(name, { version, made });
    } catch {
      // A failure is not kept: the next request tries again.
    } finally {
      if (isNewest()) making.delete(name);
    }
  }

  async function madeOf(name: string, version: string, work: () => Promise<Made>): Promise<Made> {
    const found = kept.get(name);
    if (found?.version === version) return found.made;
    const underWay = making.get(name);
    const entry = underWay?.version === version ? underWay : begin(name, version, work);
    return await Deadline.waiting(entry.deadline, () => awaited(entry));
  }

  return {
    async answer<Reply>(request: FastifyRequest, to: Reply, { name, reads, build }: CacheableResponse) {
      const reply = to as FastifyReply;
      const counters = countersOf(request);
      // Read before the response is built, so the response may be newer than its version, but never older.
      const version = reads.map((kind) => counterOf(kind, counters)).join('.');
      const encoding = bestEncoding(request.headers['accept-encoding']);
      const own = `${encoding} ${name}`;
      const made = await madeOf(own, version, async () => await make(await build(), encoding));
      if ('pieces' in made) return sendPieces(to, made.pieces);
      if (request.method === 'GET') {
        reply.headers({ etag: made.etag, 'cache-control': 'private, no-cache' });
        if (isKnown(request.headers['if-none-match'], made.etag)) {
          reply.header('vary', 'accept-encoding').code(304).send();
          return to;
        }
      }
      if (made.encoding !== 'identity') reply.header('content-encoding', made.encoding);
      reply.header('vary', 'accept-encoding').type('application/json; charset=utf-8').send(made.body);
      return to;
    },
  };
}

/** Waits as long as the current request has time. What comes too late for it is there for the next one. */
async function awaited(entry: Making): Promise<Made> {
  entry.waiting += 1;
  try {
    return await (Deadline.current?.race(entry.made) ?? entry.made);
  } finally {
    entry.waiting -= 1;
    if (entry.waiting === 0) entry.deadline.abandon();
  }
}

/** Throws for a kind without a counter: a response built from it would never be rebuilt. */
function counterOf(kind: string, counters: Readonly<Record<string, number>>): number {
  const counter = counters[kind];
  if (counter === undefined) throw new Error(`There is no change counter for ${kind}`);
  return counter;
}

/** Compresses a response while it is built, so that its uncompressed text need not be in memory as a whole. */
async function make(pieces: Pieces, asked: Encoding): Promise<Made> {
  const [first] = pieces;
  const isSmall = pieces.length === 1 && first !== undefined && first().length < limits.compressAbove;
  const encoding = isSmall ? 'identity' : asked;
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const text of inTurns(pieces)) {
      hash.update(text);
      yield text;
    }
  };
  const source = Readable.from(hashed());
  const compressor = compressorOf(encoding, pieces.length === 1);
  if (compressor) source.on('error', (error) => compressor.destroy(error));
  const body: Buffer[] = [];
  let length = 0;
  for await (const part of compressor ? source.pipe(compressor) : source) {
    const chunk = Buffer.from(part as Buffer | string);
    length += chunk.length;
    if (length > limits.cacheOne) {
      source.destroy();
      compressor?.destroy();
      return { pieces };
    }
    body.push(chunk);
  }
  // A hash of the content, so that two instances or two databases never use the same tag for different responses.
  const etag = `W/"${hash.digest('base64url').slice(0, 27)}"`;
  return { encoding, etag, body: Buffer.concat(body) };
}

/** Only the report has several pieces: compressing it better would take longer than it saves on a fast network. */
function compressorOf(encoding: Encoding, isOnePiece: boolean): Transform | undefined {
  if (encoding === 'br')
    return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: isOnePiece ? 5 : 3 } });
  if (encoding === 'gzip') return createGzip({ level: isOnePiece ? 6 : 2 });
  return undefined;
}

/** RFC 9110, If-None-Match: a list of tags, compared weakly, or `*`. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  const weak = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').map(weak).includes(weak(etag));
}

function bestEncoding(header: string | string[] | undefined): Encoding {
  const accepted = [header ?? '']
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.replace(/\s/g, '').toLowerCase());
  const takes = (encoding: string) =>
    accepted.some(
      (part) =>
        part === encoding ||
        (part.startsWith(`${encoding};q=`) && Number(part.slice(encoding.length + 3)) > 0),
    );
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}
