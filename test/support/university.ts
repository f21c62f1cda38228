import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { freePort } from '../../scripts/ports.mjs';

/** The misbehavior of the provider. */
export interface Misbehavior {
  /** Overrides claims of the token; undefined removes one. */
  claims?: Record<string, unknown>;
  /** The wrong way to sign the token: not at all, with the client secret, or with a key that was never published. */
  signed?: 'not at all' | 'with the secret' | 'with another key';
  /** Overrides parameters of the redirect back to the client. */
  callback?: Record<string, string | undefined>;
  /** Replaces the response of the token endpoint. */
  token?: { status: number; body: string; headers?: Record<string, string> };
  /** Requests to matching paths get no response. */
  silent?: RegExp;
  /** Claims that only the UserInfo endpoint returns, besides the subject. */
  userInfo?: Record<string, unknown>;
  /** The kind of UserInfo response, if not plain JSON: signed, signed with an unpublished key, or a failure. */
  userInfoIs?: 'signed' | 'signed with another key' | 'forbidden' | 'broken';
  /** Overrides the metadata. */
  metadata?: Record<string, unknown>;
}

type Keys = Awaited<ReturnType<typeof generateKeyPair>> & { id: string };

/** A university's OpenID provider that signs everyone in as the same user, and misbehaves on demand. */
export class University {
  misbehavior: Misbehavior = {};
  /** The paths requested so far. */
  readonly asked: string[] = [];
  /** The client's last authentication method at the token endpoint. */
  authentication: string | undefined;
  /** The delay of each response, in ms. */
  slowness = 0;
  readonly issuer: string;
  readonly #server: Server;
  readonly #attempts = new Map<string, { nonce: string; clientId: string }>();
  #keys: Keys;

  static async open(): Promise<University> {
    const university = new University(await freePort(), await newKeys());
    await university.listen();
    return university;
  }

  private constructor(port: number, keys: Keys) {
    this.issuer = `http://127.0.0.1:${port}`;
    this.#keys = keys;
    this.#server = createServer((request, response) => {
      this.#respond(request, response).catch(() => response.destroy());
    });
  }

  /** Starts listening (again). */
  listen(): Promise<void> {
    return new Promise((resolve) =>
      this.#server.listen(Number(new URL(this.issuer).port), '127.0.0.1', resolve),
    );
  }

  /** Stops listening and closes all connections. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  /** From now on signs tokens with a new key, published under a new ID. */
  async changeKeys(): Promise<void> {
    this.#keys = await newKeys();
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer);
    this.asked.push(url.pathname);
    if (this.slowness) await wait(this.slowness);
    if (this.misbehavior.silent?.test(url.pathname)) return;
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/.well-known/openid-configuration') return void json(this.#description());
    if (url.pathname === '/keys') return void json({ keys: [await this.#publicKey()] });
    if (url.pathname === '/userinfo') return await this.#sendUserInfo(response);
    if (url.pathname === '/authorize') return this.#sendBack(url, response);
    if (url.pathname !== '/token') return void json({}, 404);
    const { token } = this.misbehavior;
    if (token)
      return void response
        .writeHead(token.status, { 'content-type': 'application/json', ...token.headers })
        .end(token.body);
    this.authentication = request.headers.authorization ? 'client_secret_basic' : 'client_secret_post';
    json(await this.#tokens(new URLSearchParams(await textOf(request)).get('code') ?? ''));
  }

  #description() {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      end_session_endpoint: `${this.issuer}/end`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      userinfo_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      ...this.misbehavior.metadata,
    };
  }

  async #sendUserInfo(response: ServerResponse): Promise<void> {
    const { userInfo, userInfoIs } = this.misbehavior;
    if (userInfoIs === 'forbidden')
      return void response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
    if (userInfoIs === 'broken') return void response.writeHead(500).end();
    const claims = { sub: 'someone', ...userInfo };
    if (!userInfoIs)
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(claims));
    const { privateKey } = userInfoIs === 'signed' ? this.#keys : await newKeys();
    const jwt = new SignJWT({ iss: this.issuer, aud: 'major-degree', ...claims });
    const signed = await jwt.setProtectedHeader({ alg: 'RS256', kid: this.#keys.id }).sign(privateKey);
    response.writeHead(200, { 'content-type': 'application/jwt' }).end(signed);
  }

  async #publicKey() {
    return { ...(await exportJWK(this.#keys.publicKey)), kid: this.#keys.id, use: 'sig', alg: 'RS256' };
  }

  #sendBack(url: URL, response: ServerResponse): void {
    const asked = (name: string) => url.searchParams.get(name) ?? '';
    const code = randomBytes(16).toString('base64url');
    this.#attempts.set(code, { nonce: asked('nonce'), clientId: asked('client_id') });
    const back = new URL(asked('redirect_uri'));
    const parameters = { code, state: asked('state'), ...this.misbehavior.callback };
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  }

  async #tokens(code: string) {
    const { nonce = '', clientId = '' } = this.#attempts.get(code) ?? {};
    this.#attempts.delete(code);
    const now = Math.floor(Date.now() / 1000);
    const claims: JWTPayload = {
      iss: this.issuer,
      aud: clientId,
      sub: 'someone',
      ucinetid: 'someone',
      given_name: 'Some',
      family_name: 'One',
      groups: ['ITSEC:RegAdm VPN User'],
      nonce,
      iat: now,
      exp: now + 300,
      ...this.misbehavior.claims,
    };
    return {
      access_token: 'none',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await this.#sign(claims),
    };
  }

  async #sign(claims: JWTPayload): Promise<string> {
    const { signed } = this.misbehavior;
    if (signed === 'not at all') return new UnsecuredJWT(claims).encode();
    if (signed === 'with the secret')
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(SECRET));
    const key: CryptoKey =
      signed === 'with another key' ? (await newKeys()).privateKey : this.#keys.privateKey;
    return await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: this.#keys.id }).sign(key);
  }
}

/** The client secret. */
export const SECRET = 'a secret of the client and the provider';

async function newKeys(): Promise<Keys> {
  return { ...(await generateKeyPair('RS256')), id: randomBytes(6).toString('hex') };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
