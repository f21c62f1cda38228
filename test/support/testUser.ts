import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { Agent as HttpsAgent, request as requestByHttps } from 'node:https';
import { Browser } from './browser.ts';
import type { UserName } from './whoMay.ts';

export interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Parses the body as JSON; throws if it is not. */
  json(): unknown;
}

interface At {
  port: number;
  origin: string;
  base: string;
  /** The certificate of a server with an https origin. */
  authority?: string;
}

/** A user's HTTP client. Keeps connections open, and holds cookies and the session's cross-site token. */
export class TestUser {
  readonly #agent: Agent;
  readonly at: At;
  /** The cookies to send. An attack may change them. */
  cookies: Record<string, string>;

  constructor(at: At, cookies: Record<string, string> = {}, connections = 8) {
    this.at = at;
    this.cookies = cookies;
    const { authority: ca } = at;
    this.#agent = ca
      ? new HttpsAgent({ keepAlive: true, maxSockets: connections, ca })
      : new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** The same user, at another server of the same database. */
  through(at: At): TestUser {
    return new TestUser(at, { ...this.cookies });
  }

  get(path: string, headers: OutgoingHttpHeaders = {}) {
    return this.request('GET', path, undefined, headers);
  }
  post(path: string, body?: unknown, headers: OutgoingHttpHeaders = {}) {
    return this.request('POST', path, body, headers);
  }
  put(path: string, body?: unknown, headers: OutgoingHttpHeaders = {}) {
    return this.request('PUT', path, body, headers);
  }
  delete(path: string, headers: OutgoingHttpHeaders = {}) {
    return this.request('DELETE', path, undefined, headers);
  }

  /**
   * Sends an API request as the application does. `headers` overrides the default headers; undefined leaves a header out.
   */
  request(
    method: string,
    path: string,
    body?: unknown,
    headers: OutgoingHttpHeaders = {},
  ): Promise<TestResponse> {
    return this.send(
      method,
      `${this.at.base}/api${path}`,
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      {
        cookie: Object.entries(this.cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
        'x-requested-with': 'XMLHttpRequest',
        'x-xsrf-token': this.cookies['XSRF-TOKEN'],
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    );
  }

  /** Sends exactly this request. Rejects if the connection breaks before the response is complete. */
  send(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: OutgoingHttpHeaders = {},
  ): Promise<TestResponse> {
    const given = Object.fromEntries(
      Object.entries(headers).filter(([, value]) => value !== undefined && value !== ''),
    );
    if (body !== undefined) given['content-length'] ??= Buffer.byteLength(body);
    return new Promise((resolve, reject) => {
      const { port, authority } = this.at;
      const sent = (authority ? requestByHttps : request)(
        { host: '127.0.0.1', port, method, path, headers: given, agent: this.#agent },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(parts).toString('utf8');
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              json: () => JSON.parse(text),
            });
          });
        },
      );
      sent.on('error', (error) =>
        reject(new Error(`${method} ${path} got no response: ${error.message}`, { cause: error })),
      );
      sent.end(body);
    });
  }

  /** Closes its connections. */
  close(): void {
    this.#agent.destroy();
  }
}

/** Signs in through the demonstration provider, as a browser does. */
export async function signIn(at: At, name: UserName): Promise<TestUser> {
  const browser = new Browser();
  const api = `${at.origin}${at.base}/api`;
  let url = `${api}/auth/start`;
  while (!url.startsWith(`${api}/auth/callback`)) {
    let response = await browser.fetch(url);
    if (response.status === 200) response = await browser.fetch(`${url}/${name}`, { method: 'POST' });
    url = new URL(String(response.headers.get('location')), url).href;
  }
  await browser.fetch(url);
  const session = browser.cookie('SESSION');
  const token = browser.cookie('XSRF-TOKEN');
  if (!session || !token) throw new Error(`${name} could not sign in at ${at.origin}`);
  return new TestUser(at, { SESSION: session, 'XSRF-TOKEN': token });
}
