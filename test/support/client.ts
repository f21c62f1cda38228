import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { crossSiteToken } from '../../server/auth/sessions.ts';

export interface Response_<Body> {
  status: number;
  headers: OutgoingHttpHeaders;
  /** The body as it was sent. */
  text: string;
  /** Parsed JSON, or the text of any other response. */
  body: Body;
}

type Headers = Record<string, string | undefined>;

/** The application under test, as a client sees it. `faults` collects the faults of its responses. */
export interface Served {
  app: FastifyInstance;
  apiPath: string;
  sessionCookie: string;
  faults: string[];
}

/** The browser of a user. Keeps its cookies and sends the same headers as the application's own requests. */
export class Client {
  readonly #served: Served;
  readonly #sessionId: () => Promise<string | null>;
  #cookies: Promise<Map<string, string>> | undefined;

  constructor(served: Served, sessionId: () => Promise<string | null>) {
    this.#served = served;
    this.#sessionId = sessionId;
  }

  get<Body = unknown>(path: string, headers?: Headers) {
    return this.send<Body>('GET', this.#served.apiPath + path, undefined, headers);
  }
  post<Body = unknown>(path: string, body?: unknown, headers?: Headers) {
    return this.send<Body>('POST', this.#served.apiPath + path, body, headers);
  }
  put<Body = unknown>(path: string, body?: unknown, headers?: Headers) {
    return this.send<Body>('PUT', this.#served.apiPath + path, body, headers);
  }
  delete<Body = unknown>(path: string, headers?: Headers) {
    return this.send<Body>('DELETE', this.#served.apiPath + path, undefined, headers);
  }

  async cookie(name: string): Promise<string | undefined> {
    return (await this.#jar()).get(name);
  }

  /**
   * Requests any URL, not only the API. Sends text and bytes unchanged, anything else as JSON. A header that is
   * undefined is left out.
   */
  async send<Body = unknown>(
    method: HTTPMethods,
    url: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<Response_<Body>> {
    const { app, faults } = this.#served;
    const cookies = await this.#jar();
    const given = { ...this.#ownHeaders(cookies, body), ...headers };
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      ...(body === undefined ? {} : { payload: bytesOf(body) }),
    });
    for (const { name, value } of response.cookies) {
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const [fault] = faults.splice(0);
    if (fault) throw new Error(fault);
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const isPlain = response.headers['content-encoding'] === undefined;
    let read: unknown;
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      // Many large bodies are never read.
      get body() {
        return (read ??=
          isJson && isPlain && response.body !== '' ? JSON.parse(response.body) : response.body) as Body;
      },
    };
  }

  #ownHeaders(cookies: Map<string, string>, body: unknown): Headers {
    return {
      'x-requested-with': 'XMLHttpRequest',
      'x-xsrf-token': cookies.get('XSRF-TOKEN'),
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') || undefined,
      'content-type': body === undefined ? undefined : 'application/json',
    };
  }

  #jar(): Promise<Map<string, string>> {
    this.#cookies ??= this.#sessionId().then((id) =>
      id === null
        ? new Map()
        : new Map([
            [this.#served.sessionCookie, id],
            ['XSRF-TOKEN', crossSiteToken(id)],
          ]),
    );
    return this.#cookies;
  }
}

const bytesOf = (body: unknown): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
