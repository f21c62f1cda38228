/**
 * Puts load on a server, from its own process. Takes a `Load` as JSON in its argument and prints a `Measured`. Each
 * connection sends its next request as soon as it has a response.
 */
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';

export interface Load {
  /** Each connection requests them in turn. */
  url: string;
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
  connections: number;
  /** The run ends after this many seconds or responses, whichever comes first. */
  seconds: number;
  responses?: number;
}

/** Times in ms, from the request to the last byte of the response. */
export interface Measured {
  perSecond: number;
  median: number;
  p99: number;
  longest: number;
  responses: number;
  /** The size of the last response. */
  bytes: number;
  /** The number of responses with a status other than 200, 201 or 304, by status. */
  refused: Record<string, number>;
}

const {
  url,
  method = 'GET',
  headers = {},
  body,
  connections,
  seconds,
  responses = Infinity,
} = JSON.parse(process.argv[2] ?? '{}') as Load;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const times: number[] = [];
const refused: Measured['refused'] = {};
let bytes = 0;
let asked = 0;

const began = performance.now();
await Promise.all(Array.from({ length: connections }, askOn));
const took = performance.now() - began;
agent.destroy();
times.sort((one, other) => one - other);
const at = (share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
const measured: Measured = {
  perSecond: (times.length / took) * 1000,
  median: at(0.5),
  p99: at(0.99),
  longest: at(1),
  responses: times.length,
  bytes,
  refused,
};
console.log(JSON.stringify(measured));

async function askOn(): Promise<void> {
  while (asked < responses && performance.now() - began < seconds * 1000) {
    asked += 1;
    const since = performance.now();
    const status = await ask();
    times.push(performance.now() - since);
    if (![200, 201, 304].includes(status)) refused[status] = (refused[status] ?? 0) + 1;
  }
}

function ask(): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      let length = 0;
      response.on('data', (part: Buffer) => (length += part.length));
      response.on('error', reject);
      response.on('end', () => {
        bytes = length;
        resolve(response.statusCode ?? 0);
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
