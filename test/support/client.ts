import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { crossSiteToken } from '../../server/auth/sessions.ts';

export interface Answer<Body> {
  status: number;
  headers: OutgoingHttpHeaders;
  /** The JSON of the answer; the text of anything else. */
  body: Body;
}

type Headers = Record<string, string | undefined>;

/** What a client needs of an application: faults are what answers were found to do wrong. */
export interface Served {
  app: FastifyInstance;
  apiPath: string;
  sessionCookie: string;
  faults: string[];
}

/** A browser of one person: it keeps its cookies, and sends what the application's own calls send. */
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

  /** Any address, not only of the API. Text and bytes are sent as they are, anything else as JSON; a header of undefined is left out. */
  async send<Body = unknown>(
    method: HTTPMethods,
    url: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<Answer<Body>> {
    const { app, faults } = this.#served;
    const cookies = await this.#jar();
    const given = { ...this.#ownHeaders(cookies, body), ...headers };
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
      ...(body === undefined ? {} : { payload: bytesOf(body) }),
    });
    for (const { name, value } of answer.cookies) {
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const [fault] = faults.splice(0);
    if (fault) throw new Error(fault);
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const isPlain = answer.headers['content-encoding'] === undefined;
    const read: unknown = isJson && isPlain && answer.body !== '' ? JSON.parse(answer.body) : answer.body;
    return { status: answer.statusCode, headers: answer.headers, body: read as Body };
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
