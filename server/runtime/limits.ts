/** The limits of a request (reliability, rule 10). Sizes in bytes, times in milliseconds. */
export const limits = {
  body: 64 * 1024,
  headersTimeout: 4_000,
  /** Until a request has arrived with its body: any, and one that may have thousands of rows. */
  requestTimeout: 10_000,
  longRequest: 60_000,
  /** Of a handler, including everything it waits for (deadlines.ts). */
  work: 5_000,
  /** Of a handler that may deal with thousands of rows. */
  longWork: 50_000,
  keepAliveTimeout: 30_000,
  compressAbove: 1024,
  /** Until a connection without traffic in either direction is closed. */
  stalled: 20_000,
  /** What must move on a connection, in bytes and milliseconds, while a large body comes or a response waits (progress.ts). */
  progress: { bytes: 32 * 1024, within: 10_000 },
  /** Open connections: in total, and per address, which a whole office may share. */
  sockets: 2_000,
  socketsOfOne: 500,
  /** Concurrent requests: per client, and per connection. */
  requestsOfOne: 200,
  pipelined: 8,
  /** Cached responses: all of them together, a single one, and the name of one, which may hold a filter. */
  cache: 64 * 2 ** 20,
  cacheOne: 24 * 2 ** 20,
  cacheName: 16 * 1024,
  /** Concurrent requests with a larger body than others may have: all of them, and those of one user. */
  largeBodies: 8,
  largeBodiesOfOne: 2,
  reportsAtOnce: 2,
  reportsWaiting: 200,
};
