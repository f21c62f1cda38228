import { createHash, type Hash } from 'node:crypto';
import { Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Deadline } from '../runtime/deadline.ts';
import { limits } from '../runtime/limits.ts';
import { countersOf } from './access.ts';
import { inTurns, JSON_TYPE, type Pieces, sendPieces } from './sendJson.ts';

/** The content of a response: JSON, unless its headers have another `content-type`. */
export interface Content {
  pieces: Pieces;
  headers?: Readonly<Record<string, string>>;
}

/** A response that can be cached. */
interface CacheableResponse {
  /** Identifies the response. */
  name: string;
  /** The kinds of data that the response is built from. It is valid until one of their counters rises. */
  reads: readonly string[];
  /** Builds the response, or throws. It needs its own deadline, because several requests may wait for it. */
  build: () => Promise<Content>;
}

/** Returns a function that builds a response of one piece, with its own deadline. */
export const whole =
  (read: () => Promise<string>, headers: Content['headers'] = {}) =>
  (): Promise<Content> =>
    Deadline.start(limits.work, async () => {
      const text = await read();
      return { pieces: [() => text], headers };
    });

export interface ResponseCache {
  /** Sends the cached response, and builds it if needed. The response to GET and HEAD has an ETag. */
  respond<Reply>(request: FastifyRequest, reply: Reply, response: CacheableResponse): Promise<Reply>;
}

type Encoding = 'br' | 'gzip' | 'identity';

/**
 * A complete response, or the pieces of a response too large to cache, which is joined and compressed each time. Its ETag is
 * null if nobody needs it.
 */
type BuiltResponse = { headers: NonNullable<Content['headers']>; etag: string | null } & (
  | { encoding: Encoding; body: Buffer }
  | { pieces: Pieces }
);

/** A response built from data of a version. */
interface CacheEntry {
  version: string;
  response: BuiltResponse;
}

/** A response that is being built. */
interface PendingEntry {
  version: string;
  response: Promise<BuiltResponse>;
  /** Abandons the work when no request waits for it any more. */
  deadline: Deadline;
  waiting: number;
}

/** The size of an entry besides its name and its body, in bytes. */
const OVERHEAD = 500;

/** The size of an entry. The engine stores names with two bytes for each character. */
const bytesOf = ({ response }: CacheEntry, name: string) =>
  // Pieces are not measured: they count as the largest response that is cached.
  OVERHEAD + 2 * name.length + ('body' in response ? response.body.length : limits.cacheOne);

/**
 * A cache of compressed responses, each valid until a counter of its data rises. The counters rise in the transaction that
 * changes the data, and each request reads them together with its caller, so the cache is correct on every instance. It
 * holds at most `maxBytes`, names included, and evicts the least recently used response first.
 */
export function createResponseCache(maxBytes: number): ResponseCache {
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    maxEntrySize: limits.cacheOne + limits.cacheName,
    sizeCalculation: bytesOf,
  });
  // At most one for each request that is being served.
  const pending = new Map<string, PendingEntry>();

  function begin(name: string, version: string, work: () => Promise<BuiltResponse>): PendingEntry {
    const deadline = new Deadline();
    const entry: PendingEntry = { version, response: deadline.run(work), deadline, waiting: 0 };
    pending.set(name, entry);
    void settle(name, entry);
    return entry;
  }

  async function settle(name: string, entry: PendingEntry): Promise<void> {
    const { version } = entry;
    const isNewest = () => pending.get(name) === entry;
    try {
      const response = await entry.response;
      if (isNewest()) entries.set(name, { version, response });
    } catch {
      // A failure is not cached: the next request tries again.
    } finally {
      if (isNewest()) pending.delete(name);
    }
  }

  async function getOrBuild(
    name: string,
    version: string,
    work: () => Promise<BuiltResponse>,
  ): Promise<BuiltResponse> {
    const cached = entries.get(name);
    if (cached?.version === version) return cached.response;
    const current = pending.get(name);
    const entry = current?.version === version ? current : begin(name, version, work);
    return await Deadline.waiting(entry.deadline, () => waitFor(entry));
  }

  return {
    async respond<Reply>(request: FastifyRequest, to: Reply, { name, reads, build }: CacheableResponse) {
      const reply = to as FastifyReply;
      const counters = countersOf(request);
      // The counters are read before the response is built, so it may be newer than its version, but never older.
      const version = reads.map((kind) => counterOf(kind, counters)).join('.');
      const encoding = bestEncoding(request.headers['accept-encoding']);
      const key = `${encoding} ${name}`;
      const isRead = request.method !== 'POST';
      const response = await getOrBuild(key, version, async () => compress(await build(), encoding, isRead));
      const { 'content-type': type = JSON_TYPE, ...headers } = response.headers;
      reply.headers(headers).header('vary', 'accept-encoding');
      if (isRead && response.etag !== null) {
        reply.headers({ etag: response.etag, 'cache-control': 'private, no-cache' });
        if (matchesEtag(request.headers['if-none-match'], response.etag)) {
          reply.code(304).send();
          return to;
        }
      }
      if ('pieces' in response) return sendPieces(to, response.pieces, type);
      if (response.encoding !== 'identity') reply.header('content-encoding', response.encoding);
      reply.type(type).send(response.body);
      return to;
    },
  };
}

/** Waits until the deadline of the current request. A response that is later is cached for the next request. */
async function waitFor(entry: PendingEntry): Promise<BuiltResponse> {
  entry.waiting += 1;
  try {
    return await (Deadline.current?.race(entry.response) ?? entry.response);
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

/** Compresses a response while it is built, so that memory need not hold its whole uncompressed text. */
async function compress(
  { pieces, headers = {} }: Content,
  requested: Encoding,
  needsEtag: boolean,
): Promise<BuiltResponse> {
  const [first] = pieces;
  const isSmall = pieces.length === 1 && first !== undefined && first().length < limits.compressAbove;
  const encoding = isSmall ? 'identity' : requested;
  const hash = needsEtag ? createHash('sha256') : undefined;
  let isTooLarge = false;
  const hashed = async function* () {
    for await (const text of inTurns(pieces)) {
      // Encoded once, for the hash and for the compressor.
      const bytes = Buffer.from(text);
      hash?.update(bytes);
      if (!isTooLarge) yield bytes;
    }
  };
  const source = Readable.from(hashed());
  const compressor = compressorOf(encoding, pieces.length === 1);
  if (compressor) source.on('error', (error) => compressor.destroy(error));
  const body: Buffer[] = [];
  let length = 0;
  for await (const part of compressor ? source.pipe(compressor) : source) {
    const chunk = part as Buffer;
    length += chunk.length;
    if (length <= limits.cacheOne) body.push(chunk);
    else if (hash) {
      // From now on the rest is only hashed.
      isTooLarge = true;
      body.length = 0;
    } else {
      source.destroy();
      compressor?.destroy();
      return { headers, etag: null, pieces };
    }
  }
  if (isTooLarge) return { headers, etag: etagFrom(hash), pieces };
  return { headers, etag: etagFrom(hash), encoding, body: Buffer.concat(body) };
}

/** A hash of the content, if it is needed, so that two instances or two databases never use the same tag for different responses. */
const etagFrom = (hash: Hash | undefined) => (hash ? `W/"${hash.digest('base64url').slice(0, 27)}"` : null);

/** Large responses have several pieces: better compression would take longer than it saves on a fast network. */
function compressorOf(encoding: Encoding, isOnePiece: boolean): Transform | undefined {
  if (encoding === 'br')
    return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: isOnePiece ? 5 : 3 } });
  if (encoding === 'gzip') return createGzip({ level: isOnePiece ? 6 : 2 });
  return undefined;
}

/** RFC 9110, If-None-Match: a list of tags, compared weakly, or `*`. */
function matchesEtag(header: string | undefined, etag: string): boolean {
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
