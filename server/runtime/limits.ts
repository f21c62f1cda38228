/** The limits of a request (reliability, rule 10). Sizes in bytes, times in milliseconds. */
export const limits = {
  body: 64 * 1024,
  headersTimeout: 4_000,
  /** The time for a request to arrive with its body: for any request, and for requests with up to thousands of rows. */
  requestTimeout: 10_000,
  longRequest: 60_000,
  /** The time of a handler, including all waiting (deadlines.ts). */
  work: 5_000,
  /** The time of a handler for up to thousands of rows. */
  longWork: 50_000,
  /** The time of an operator's command for any number of rows. */
  commandWork: 600_000,
  keepAliveTimeout: 30_000,
  compressAbove: 1024,
  /** The time after which a connection without traffic in either direction is closed. */
  stalled: 20_000,
  /** The minimum traffic on a connection while it receives a large body or sends a response (progress.ts). */
  progress: { bytes: 32 * 1024, within: 10_000 },
  /** Open connections: in total, and per IP address, which a whole office may share. */
  sockets: 2_000,
  socketsOfOne: 500,
  /** Concurrent requests: per client, and per connection. */
  requestsOfOne: 200,
  pipelined: 8,
  /** Requests that wait for a change, per client. They are not counted among the others, because they only wait. */
  longPollsOfOne: 400,
  /** Cached responses: in total, a single response, and the name of a response, which may contain a filter. */
  cache: 64 * 2 ** 20,
  cacheOne: 24 * 2 ** 20,
  cacheName: 16 * 1024,
  /** Concurrent requests with large bodies: in total, and per user. */
  largeBodies: 8,
  largeBodiesOfOne: 2,
  reportsAtOnce: 2,
  reportsWaiting: 200,
  /**
   * The feed: concurrent reads, how often a change is looked for, how many waiting requests then respond at most, and the rows
   * of one read of a snapshot.
   */
  feedReads: 2,
  feedPoll: 100,
  feedWakes: 5,
  snapshotPart: 500,
};
