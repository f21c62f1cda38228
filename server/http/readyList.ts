import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListKind, ListVersions } from '../db/tables.ts';
import { Deadline } from '../deadline.ts';
import { countersOf } from './access.ts';
import { limits } from './limits.ts';

interface Ready {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/**
 * A list kept ready to send, plain and compressed, for as long as the counters of its kinds stand still. The counters
 * come along with who makes each request, which makes it right on every instance: they rise in the transaction
 * that changes the data.
 */
export function readyList(kinds: readonly ListKind[], build: () => Promise<string>) {
  let ready: Promise<Ready> | undefined;
  let readyVersion: string | undefined;

  async function current(versions: ListVersions): Promise<Ready> {
    // Read before the list is built: a list may be newer than its version says, never older.
    const version = kinds.map((kind) => versions[kind]).join('.');
    if (!ready || readyVersion !== version) {
      readyVersion = version;
      // Several may wait for it: the first one's time is not theirs.
      ready = Deadline.within(limits.work, () => prepare(build));
      ready.catch(() => {
        if (readyVersion === version) ready = undefined;
      });
    }
    return await ready;
  }

  // Answered by way of `reply`, so that no value of the route's own type is returned.
  return async function send(
    request: Pick<FastifyRequest, 'headers' | 'counters'>,
    to: Pick<FastifyReply, 'send'>,
  ): Promise<never> {
    const reply = to as FastifyReply;
    const { headers } = request;
    const list = await current(countersOf(request));
    reply.headers({ etag: list.etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' });
    if (isKnown(headers['if-none-match'], list.etag)) return reply.code(304).send() as never;
    const encoding = bestEncoding(headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .type('application/json; charset=utf-8')
      .send(encoding ? list[encoding] : list.plain) as never;
  };
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

async function prepare(build: () => Promise<string>): Promise<Ready> {
  const plain = Buffer.from(await build());
  const [br, gzipped] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    compressGzip(plain),
  ]);
  // By content, so that two instances, or two databases, never share a tag for different lists.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  return { etag, plain, br, gzip: gzipped };
}

/** RFC 9110, If-None-Match: a list of tags, compared weakly, or `*`. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  const weak = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').map(weak).includes(weak(etag));
}

function bestEncoding(header: string | string[] | undefined): 'br' | 'gzip' | undefined {
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
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined;
}
