import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { ChangeSet, ChangeSets } from '../../../contract/history.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import { allRelationshipKinds } from '../../../contract/relationships.ts';
import { ApiDocument, type Operation } from '../../support/apiDocument.ts';
import { setOf } from '../../support/changeHistory.ts';
import { expectThat } from '../../support/expectThat.ts';
import { fingerprintOf, wholeFingerprintOf } from '../../support/fingerprint.ts';
import {
  type Body,
  boundaryValues,
  fieldsOf,
  illegalValues,
  type Known,
  legalBody,
  legalWith,
  ruleCodes,
  withValue,
} from '../../support/generatedValues.ts';
import type { Random } from '../../support/random.ts';
import { scenarioTest } from '../../support/scenarioTest.ts';
import { start } from '../../support/serverProcess.ts';
import { signIn, type TestResponse, type TestUser } from '../../support/testUser.ts';

/** A request and its expected outcome. */
interface Attempt {
  operation: Operation;
  path: string;
  body?: string | Buffer | Body;
  headers?: OutgoingHttpHeaders;
  /** A description of the alteration. */
  about: string;
  expects: (response: TestResponse) => boolean;
}

const UNDO = '/api/changes/{id}/undo';
const PREVIEW = '/api/proposals/preview';
const APPLY = '/api/proposals/apply';
const AT_ONCE = 16;
const CHECK_EVERY = 1_000;

scenarioTest(
  'Requests generated from the API description are accepted if valid, and rejected without side effects if one part is invalid.',
  async ({ random, newPlace, atEnd }) => {
    const product = await start(await newPlace());
    atEnd(() => product.kill());
    const admin = await signIn(product, 'admin');
    atEnd(() => admin.close());
    const world = await World.of(admin, random);
    const [bad, good] = [1_000, 250];
    const before = await wholeFingerprintOf(admin);
    const refused = await refusals(world, bad);
    expectThat((await wholeFingerprintOf(admin)) === before, 'Rejected requests have changed the data');
    const accepted = await acceptances(world, good);
    const line = /"level":(50|60)/.exec(product.log());
    expectThat(
      !line,
      `The log contains an internal error: ${product.log().slice(line?.index, (line?.index ?? 0) + 1000)}`,
    );
    return [
      `${bad + good} requests to ${world.operations.length} calls`,
      `${bad} invalid ones rejected (${refused}), the data unchanged after each thousand and, with all details, at the end`,
      `${good} valid ones accepted (${accepted})`,
    ];
  },
);

/** The API operations, and existing values to build requests from. */
class World {
  readonly operations: Operation[];
  readonly document: ApiDocument;
  readonly user: TestUser;
  readonly random: Random;
  readonly #faults: string[] = [];
  readonly #newSchoolCodes = new Set<string>();
  #newNames = 0;
  known: Known;
  keys: Record<string, readonly (string | number)[]>;

  static async of(user: TestUser, random: Random): Promise<World> {
    const world = new World(await ApiDocument.of(user), user, random);
    await world.look();
    return world;
  }

  private constructor(document: ApiDocument, user: TestUser, random: Random) {
    this.document = document;
    this.user = user;
    this.random = random;
    // Signing in and out has its own tests, and so have views, whose owners are not those of the catalog, tokens, findings, which depend
    // on all data, and earlier values, whose rules depend on the field in the path.
    this.operations = document.operations.filter(
      ({ path }) => !/auth|impersonate|healthz|readyz|views|tokens|quality|earlier-values/.test(path),
    );
    this.known = { terms: [], awards: [], schoolCodes: [], deptKeys: [] };
    this.keys = {};
  }

  async look(): Promise<void> {
    const read = async (path: string) => (await this.user.get(path)).json();
    const all = async (path: string, field: string) =>
      ((await read(path)) as Body[]).map((item) => item[field] as string);
    const [terms, awards] = [
      await all('/lookups/terms', 'termYyyyst'),
      await all('/lookups/awardTypes', 'degreeShort'),
    ];
    this.keys = {
      schoolCode: await all('/schools', 'schoolCode'),
      deptKey: await all('/departments', 'deptKey'),
      degreeKey: await all('/degrees', 'degreeKey'),
      majorKey: await all('/majors', 'majorKey'),
      termYyyyst: terms,
      degreeShort: awards,
      id: ((await read('/changes')) as ChangeSets).changeSets.map(({ id }) => id),
    };
    this.known = {
      terms,
      awards,
      schoolCodes: this.keys.schoolCode as string[],
      deptKeys: (this.keys.deptKey ?? []).map(Number),
    };
  }

  /** The path of an operation with existing keys. */
  pathOf({ path }: Operation): string {
    return below(path).replace(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(this.random.pick(this.keys[key] ?? [])),
    );
  }

  /** A code that no school has and no pending request uses. */
  newSchoolCode(): string {
    const code = this.random.code(2);
    if (this.keys.schoolCode?.includes(code) || this.#newSchoolCodes.has(code)) return this.newSchoolCode();
    this.#newSchoolCodes.add(code);
    if (this.#newSchoolCodes.size > AT_ONCE) {
      const [oldest = ''] = this.#newSchoolCodes;
      this.#newSchoolCodes.delete(oldest);
    }
    return code;
  }

  /** The values of a term or an award type that no other has: its key, and its label if it is a term. */
  newNames(): Body {
    this.#newNames += 1;
    const name = this.#newNames.toString(36).toUpperCase().padStart(2, '0');
    const year = 3000 + Math.floor(this.#newNames / 1_000);
    return { termYyyyst: `${year}${name.slice(-2)}`, termLetterYear: `~${name}`, degreeShort: `~${name}` };
  }

  /** The path of an undo of a change that this function makes. */
  async undoPath(): Promise<string> {
    const made = await this.user.post('/departments?overrideWarnings=true', {
      title7: 'UNDO',
      title: 'Undone at once',
    });
    return `/changes/${(await setOf(this.user, made)).id}/undo`;
  }

  /** A legal body. In an edit, the item keeps its key. */
  bodyOf({ form, method, path: template }: Operation, path: string): Body {
    const body = form ? legalBody(this.document, form, this.known, this.random) : {};
    if (template === PREVIEW) return { rows: this.#rows() };
    if (template === APPLY) return { ...body, id: randomUUID(), rows: this.#rows() };
    const names = this.newNames();
    const named = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        isLookup(template) ? (names[name] ?? value) : value,
      ]),
    );
    const key = keyIn(template);
    return method === 'PUT' && key in body ? { ...named, [key]: lastPart(path) } : named;
  }

  /** Rows of a proposal that create items of each kind, and relationships between them. */
  #rows(): Body[] {
    const values = (path: string, method: string) => {
      const found = this.operations.find((one) => one.path === `/api${path}` && one.method === method);
      return legalBody(this.document, found?.form ?? {}, this.known, this.random);
    };
    const item = (kind: ItemKind, values: Body): Body => ({ kind, ref: {}, values });
    const items = [
      item('school', { ...values('/schools', 'POST'), schoolCode: this.newSchoolCode() }),
      item('department', values('/departments', 'POST')),
      item('degree', values('/degrees/{degreeKey}', 'PUT')),
      item('major', values('/majors', 'POST')),
    ];
    const at = (kind: ItemKind) => ({ row: items.findIndex((one) => one.kind === kind) });
    const relationships = allRelationshipKinds.map(({ name, from, to }) => {
      const path = `/relationships/${from}/{${itemKinds[from].key}}/${to}/{${itemKinds[to].key}}`;
      return { kind: name, ref: { [from]: at(from), [to]: at(to) }, values: values(path, 'POST') };
    });
    return [...items, ...relationships.filter(() => this.random.chance(0.5))];
  }

  async send({ operation, path, body, headers, about, expects }: Attempt): Promise<TestResponse> {
    const response = await this.user.request(operation.method, path, body, headers);
    const fault =
      response.status >= 500
        ? `returns ${response.status}`
        : // An expected response must also be well formed, see #faultOf.
          ((expects(response) ? undefined : `returns ${response.status}`) ??
          this.#faultOf(operation, response));
    if (fault)
      this.#faults.push(
        `${operation.method} ${path.slice(0, 200)} (${about}) ${fault}: ${response.text.slice(0, 300)}; sent ${textOf(body)}`,
      );
    return response;
  }

  /** Fails if any response was wrong, and reports the first ten. */
  check(): void {
    expectThat(
      this.#faults.length === 0,
      `${this.#faults.length} wrong responses:\n${this.#faults.slice(0, 10).join('\n')}`,
    );
  }

  #faultOf(operation: Operation, response: TestResponse): string | undefined {
    if (operation.method === 'HEAD') return undefined;
    if (![404, 405].includes(response.status)) return this.document.faultOf(operation, response);
    const { errors } = response.json() as { errors?: { code: string; message: string }[] };
    return errors?.[0]?.code ? undefined : 'returns no error';
  }
}

/** Whether these are the terms or award types, whose keys and labels must be new. */
const isLookup = (template: string) => /^\/api\/(terms|award-types)\b/.test(template);

/** The name of the key at the end of a path; empty if there is none. */
const keyIn = (template: string) => /\{(\w+)\}$/.exec(template)?.[1] ?? '';

/** The last part of a path, decoded if it can be. */
function lastPart(path: string): string {
  const part = path.split('/').at(-1) ?? '';
  return /%(?![0-7][0-9A-F])/i.test(part) ? part : decodeURIComponent(part);
}

const below = (path: string) => path.replace(/^\/api/, '');
const textOf = (body: Attempt['body']) =>
  (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
    ? String(body)
    : JSON.stringify(body)
  ).slice(0, 2_000);

async function refusals(world: World, count: number): Promise<string> {
  const byStatus = new Map<number, number>();
  let before = await fingerprintOf(world.user);
  for (let sent = 0; sent < count; sent += CHECK_EVERY) {
    const attempts = Array.from({ length: Math.min(CHECK_EVERY, count - sent) }, () => illegal(world));
    for (let at = 0; at < attempts.length; at += AT_ONCE)
      await Promise.all(
        attempts.slice(at, at + AT_ONCE).map(async (attempt) => {
          const { status } = await world.send(attempt);
          byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
        }),
      );
    world.check();
    const after = await fingerprintOf(world.user);
    expectThat(
      after === before,
      `One of ${CHECK_EVERY} rejected requests after the first ${sent} has changed the data`,
    );
    before = after;
  }
  return tallyOf(byStatus);
}

/** Sends legal requests, and deletes what each of them creates. */
async function acceptances(world: World, count: number): Promise<string> {
  const byStatus = new Map<number, number>();
  const send = async (attempt: Attempt) => {
    const response = await world.send(attempt);
    byStatus.set(response.status, (byStatus.get(response.status) ?? 0) + 1);
    return response;
  };
  const operations = world.operations.filter(({ method }) => method !== 'DELETE');
  const deletion = world.operations.find(({ method }) => method === 'DELETE') as Operation;
  const undo = world.operations.find(({ path }) => path === UNDO) as Operation;
  const sendAndUndo = async (attempt: Attempt) => {
    const isUndo = attempt.operation.path === UNDO;
    const response = await send(isUndo ? { ...attempt, path: await world.undoPath() } : attempt);
    if (response.status !== 201 || isUndo) return;
    if (attempt.operation.path === APPLY) {
      const { changeSet } = response.json() as { changeSet: ChangeSet };
      const path = `/changes/${changeSet.id}/undo`;
      await send({ operation: undo, path, about: 'the applied proposal', expects: is(201) });
      return;
    }
    for (const path of pathsOfMade(attempt, response))
      await send({
        operation: deletion,
        path,
        about: 'the created item',
        expects: is(204),
      });
  };
  for (let sent = 0; sent < count; sent += AT_ONCE) {
    const attempts = Array.from({ length: Math.min(AT_ONCE, count - sent) }, () =>
      legal(world, world.random.pick(operations)),
    );
    await Promise.all(attempts.map(sendAndUndo));
  }
  world.check();
  return tallyOf(byStatus);
}

/** The paths to delete what a request created, with its relationships. */
function pathsOfMade({ operation, path }: Attempt, response: TestResponse): string[] {
  const override = '?overrideWarnings=true';
  if (path.startsWith('/relationships')) return [String(path.split('?')[0]) + override];
  const collection = below(operation.path);
  const made = [response.json()].flat() as Body[];
  if (isLookup(operation.path))
    return made.map(
      ({ termYyyyst, degreeShort }) =>
        `${collection}/${encodeURIComponent(String(termYyyyst ?? degreeShort))}`,
    );
  if (collection === '/major-degrees') return made.map(({ majorKey }) => `/majors/${majorKey}${override}`);
  return made.map(
    (item) =>
      `${collection}/${item.schoolCode ?? item.deptKey ?? item.degreeKey ?? item.majorKey}${override}`,
  );
}

const is =
  (...statuses: number[]) =>
  (response: TestResponse) =>
    statuses.includes(response.status);
/** Rejected because of this field, or because of a rule between fields. */
const hasError = (about: string) => (response: TestResponse) =>
  response.status === 422 &&
  (response.json() as { errors: { field: string; code: string }[] }).errors.every(
    ({ field, code }) => field.startsWith(about) || [...ruleCodes].some((rule) => code.endsWith(`_${rule}`)),
  );

/** A legal request, possibly with one field at a limit. */
function legal(world: World, operation: Operation): Attempt {
  const { random, document } = world;
  const path = world.pathOf(operation);
  const query = operation.takesOverride ? '?overrideWarnings=true' : operation.query;
  const attempt = { operation, path: path + query, about: 'legal', expects: is(200, 201, 204) };
  if (!operation.form) return attempt;
  let body = world.bodyOf(operation, path);
  if (operation.path === '/api/schools' && operation.method === 'POST')
    body.schoolCode = world.newSchoolCode();
  const fields = fieldsOf(document, operation.form).filter(
    ({ path: [name = ''] }) => name !== 'version' && name !== 'schoolCode' && !(name in world.newNames()),
  );
  if (fields.length === 0) return { ...attempt, body };
  const field = random.pick(fields);
  const values = boundaryValues(field);
  if (values.length === 0 || random.chance(0.3) || field.path.at(-1) === 'version')
    return { ...attempt, body };
  const value = random.pick(values);
  body = legalWith(document, operation.form, body, field.path, value, world.known, random);
  return { ...attempt, body, about: `${field.path.join('.')} is ${JSON.stringify(value)}` };
}

/** A request with exactly one fault. */
function illegal(world: World): Attempt {
  const { random } = world;
  const operation = random.pick(world.operations);
  const spoilers = [inPath, inQuery, inMethod, ...(operation.method === 'GET' ? [] : [inToken])];
  const attempt =
    random.chance(0.75) && operation.form
      ? random.pick([inField, inField, inField, inStructure, inType])
      : random.pick(spoilers);
  return attempt(world, operation);
}

type Spoiler = (world: World, operation: Operation) => Attempt;

const inField: Spoiler = (world, operation) => {
  const { random, document } = world;
  const path = world.pathOf(operation);
  const body = world.bodyOf(operation, path);
  const form = operation.form ?? {};
  if (random.chance(0.1)) {
    const name = random.pick([
      'extra',
      'Title',
      'constructor',
      '__proto',
      'id',
      'a'.repeat(300),
      'title\u0000',
    ]);
    return {
      operation,
      path,
      body: { ...body, [name]: 1 },
      about: `the unknown field ${name}`,
      expects: is(422),
    };
  }
  const field = random.pick(fieldsOf(document, form));
  // An edit may leave out the key, which is in its path.
  const isOwnKey = operation.method === 'PUT' && field.path[0] === keyIn(operation.path);
  // A preview returns the errors of its rows.
  const hasResponse = (value: unknown) =>
    (isOwnKey && value === undefined) || (operation.path === PREVIEW && Array.isArray(value));
  const values = illegalValues(field, operation.path.startsWith('/api/reports'));
  const value = random.pick(values.filter((one) => !hasResponse(one)));
  const about = `${field.path.join('.')} is ${JSON.stringify(value)}`;
  return {
    operation,
    path,
    body: withValue(body, field.path, value),
    about,
    expects: hasError(field.path.join('.')),
  };
};

const inStructure: Spoiler = (world, operation) => {
  const path = world.pathOf(operation);
  const text = JSON.stringify(world.bodyOf(operation, path));
  const broken: [string, string | Buffer, Attempt['expects']][] = [
    ['cut off', text.slice(0, -1), is(400)],
    ['two documents in one', `${text}${text}`, is(400)],
    ['an extra comma', text.replace(/\}$/, ',}'), is(400)],
    ['single quotes', "{'sortCode':1}", is(400)],
    ['NaN', '{"sortCode":NaN}', is(400)],
    ['an array', `[${text}]`, is(422)],
    ['null', 'null', is(422)],
    ['a number', '5', is(422)],
    ['a text', '"x"', is(422)],
    ['a prototype', `{"__proto__":{"a":1}}`, is(400)],
    ['a constructor', `{"constructor":{"prototype":{"a":1}}}`, is(400)],
    ['deep', '['.repeat(20_000) + ']'.repeat(20_000), is(422)],
    ['UTF-16', Buffer.from(text, 'utf16le'), is(400)],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]),
      is(400),
    ],
    [
      'a lone surrogate in bytes',
      Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      is(400),
    ],
    ['64 KB and more', JSON.stringify({ comments: 'x'.repeat(66_000) }), is(413)],
  ];
  const [about, body, expects] = world.random.pick(broken);
  return { operation, path, body, about, expects };
};

const inType: Spoiler = (world, operation) => {
  const path = world.pathOf(operation);
  const type = world.random.pick([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json-patch+json',
    'json',
  ]);
  const body = JSON.stringify(world.bodyOf(operation, path));
  return { operation, path, body, headers: { 'content-type': type }, about: type, expects: is(415) };
};

const inPath: Spoiler = (world, operation) => {
  const bad = [
    '0',
    '-1',
    '1.5',
    '1e3',
    '99999999999999999999',
    '987654',
    '%00',
    '%FF',
    '%E0%A4%A',
    '%20',
    'a'.repeat(400),
    '%2e%2e%2f',
    "1'--",
    '%D9%A3',
    'null',
    '0x1',
  ];
  const keyed = /\{\w+\}/.test(operation.path);
  const path = keyed
    ? below(operation.path).replace(/\{\w+\}/g, () => world.random.pick(bad))
    : `${below(operation.path)}${world.random.pick(['/', '%00', '/../schools/', '//', ';x=1', '.json'])}`;
  const body = operation.form ? world.bodyOf(operation, path) : undefined;
  // Without the key: a body whose key differs from the path is rejected for that first.
  const { [keyIn(operation.path)]: _key, ...others } = body ?? {};
  const given = operation.method === 'PUT' ? others : body;
  return {
    operation,
    path,
    ...(given ? { body: given } : {}),
    about: 'another path',
    expects: is(404, 405, 400),
  };
};

const inQuery: Spoiler = (world, operation) => {
  const path = world.pathOf(operation);
  const query = world.random.pick([
    'x=1',
    'overrideWarnings=yes',
    'overrideWarnings=true&overrideWarnings=true',
    'overrideWarnings',
    '__proto__=1',
    'a[]=1',
    'sort=1;drop',
  ]);
  const body = operation.form ? { body: world.bodyOf(operation, path) } : {};
  return { operation, path: `${path}?${query}`, ...body, about: 'a query', expects: is(400) };
};

const inMethod: Spoiler = (world, operation) => {
  const isTaken = (method: string) =>
    world.operations.some((one) => one.path === operation.path && one.method === method);
  const method = world.random.pick([
    'PATCH',
    ...(isTaken('GET') ? [] : ['HEAD']),
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    ...(operation.path.includes('{') ? [] : ['DELETE', 'PUT'].filter((one) => !isTaken(one))),
  ]);
  return {
    operation: { ...operation, method },
    path: world.pathOf(operation),
    about: method,
    expects: is(404, 405, 400),
  };
};

const inToken: Spoiler = (world, operation) => {
  const path = world.pathOf(operation);
  const token = world.random.pick([undefined, '', 'A'.repeat(43), `${world.user.cookies['XSRF-TOKEN']}x`]);
  const body = operation.form ? { body: world.bodyOf(operation, path) } : {};
  return {
    operation,
    path,
    ...body,
    headers: { 'x-xsrf-token': token },
    about: 'another token',
    expects: is(403),
  };
};

const tallyOf = (byStatus: Map<number, number>) =>
  [...byStatus]
    .toSorted(([one], [other]) => one - other)
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ');
