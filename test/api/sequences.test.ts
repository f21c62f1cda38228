import { type ItemKind, itemKinds } from '../../contract/kinds.ts';
import {
  allRelationshipKinds,
  programForm,
  type RelationshipKind,
  relationshipKinds,
  relationshipPathOf,
  relationshipsOf,
} from '../../contract/relationships.ts';
import { ApiDocument, type Operation } from '../support/apiDocument.ts';
import { expectThat } from '../support/expectThat.ts';
import { type Body, type Known, legalBody } from '../support/generatedValues.ts';
import type { Random } from '../support/random.ts';
import { scenarioTest } from '../support/scenarioTest.ts';
import { start } from '../support/serverProcess.ts';
import { signIn, type TestResponse, type TestUser } from '../support/testUser.ts';

type Key = string | number;
interface StoredItem {
  version: number;
  /** The last saved body. */
  body: Body;
}

const kinds = Object.keys(itemKinds) as ItemKind[];
const COMPARE_EVERY = 250;

scenarioTest(
  'After any sequence of creating, editing, relating, unrelating and deleting, the data matches a simple model.',
  async ({ random, newPlace, atEnd }) => {
    const product = await start(await newPlace(), { SAMPLE_DATA: 'false' });
    atEnd(() => product.kill());
    const registrar = await signIn(product, 'registrar');
    atEnd(() => registrar.close());
    const model = new Model(registrar, await ApiDocument.of(registrar), random, await knownTo(registrar));
    const steps = 250;
    for (let step = 1; step <= steps; step += 1) {
      // Also reads the lists right before the change, so that they are cached: only a cached list can be outdated later.
      const isWatched = random.chance(0.05);
      if (isWatched) await model.compareLists();
      await random.pick(model.steps)();
      if (isWatched) await model.compareLists();
      if (step % COMPARE_EVERY === 0 || step === steps) await model.compare();
    }
    return [
      `${steps} steps (${model.summary()})`,
      `lists, details and the report compared ${steps / COMPARE_EVERY} times`,
    ];
  },
);

async function knownTo(registrar: TestUser): Promise<Known> {
  const all = async (path: string, field: string) =>
    ((await registrar.get(path)).json() as Record<string, string>[]).map((one) => one[field] ?? '');
  const [terms, awards] = [
    await all('/lookups/terms', 'termYyyyst'),
    await all('/lookups/awardTypes', 'degreeShort'),
  ];
  return { terms, awards, schoolCodes: [], deptKeys: [] };
}

/** A model of the expected data, and the steps that change both the product and the model. */
class Model {
  readonly #user: TestUser;
  readonly #document: ApiDocument;
  readonly #random: Random;
  readonly #known: Known;
  readonly #items: Record<ItemKind, Map<Key, StoredItem>> = {
    school: new Map(),
    department: new Map(),
    degree: new Map(),
    major: new Map(),
  };
  /** Keyed by the path of the relationship. */
  readonly #related = new Map<string, StoredItem & { kind: RelationshipKind; from: Key; to: Key }>();
  /** The version after a deletion, by path. A new item with this path continues from it. */
  readonly #gone = new Map<string, number>();
  readonly #counts = new Map<string, number>();

  readonly steps: readonly (() => Promise<void>)[];

  constructor(user: TestUser, document: ApiDocument, random: Random, known: Known) {
    this.#user = user;
    this.#document = document;
    this.#random = random;
    this.#known = known;
    const weighted: [number, () => Promise<void>][] = [
      [3, () => this.#create()],
      [3, () => this.#edit()],
      [1, () => this.#editAnotherVersion()],
      [5, () => this.#relate()],
      [2, () => this.#unrelate()],
      [1, () => this.#createTogether()],
      [1, () => this.#delete()],
    ];
    this.steps = weighted.flatMap(([times, step]) => Array.from({ length: times }, () => step));
  }

  summary(): string {
    return [...this.#counts].map(([name, times]) => `${times} × ${name}`).join(', ');
  }

  async #create(): Promise<void> {
    const kind = this.#random.pick(kinds);
    const body = this.#bodyFor('POST', `/api/${itemKinds[kind].collection}`);
    const response = await this.#user.post(`/${itemKinds[kind].collection}?overrideWarnings=true`, body);
    if (kind === 'school' && this.#items.school.has(String(body.schoolCode)))
      return this.#expect('code taken', response, 409);
    this.#expect('create', response, 201);
    for (const item of [response.json()].flat() as Body[]) {
      const before = this.#gone.get(pathOfItem(kind, item[itemKinds[kind].key] as Key)) ?? 0;
      expectThat(item.version === before + 1, `A new ${kind} has version ${item.version} after ${before}`);
      this.#keep(kind, item, body);
    }
  }

  async #edit(): Promise<void> {
    const [kind, key, kept] = this.#anyItem() ?? [];
    if (!kind || key === undefined || !kept) return;
    const body = this.#editOf(kind, key);
    const sendsVersion = this.#random.chance(0.8);
    const response = await this.#user.put(
      `/${itemKinds[kind].collection}/${key}?overrideWarnings=true`,
      sendsVersion ? { ...body, version: kept.version } : body,
    );
    this.#expect('edit', response, 200);
    const item = response.json() as Body;
    expectThat(
      item.version === kept.version + 1,
      `An edit of version ${kept.version} returns version ${item.version}`,
    );
    this.#keep(kind, item, body);
  }

  async #editAnotherVersion(): Promise<void> {
    const [kind, key, kept] = this.#anyItem() ?? [];
    if (!kind || key === undefined || !kept) return;
    const versions = [kept.version - 1, kept.version + 1].filter((version) => version > 0);
    const body = { ...this.#editOf(kind, key), version: this.#random.pick(versions) };
    const path = `/${itemKinds[kind].collection}/${key}?overrideWarnings=true`;
    this.#expect('edit of another version', await this.#user.put(path, body), 409);
  }

  async #relate(): Promise<void> {
    const kind = this.#random.pick(allRelationshipKinds);
    const [from, to] = [this.#anyKey(kind.from), this.#anyKey(kind.to)];
    if (from === undefined || to === undefined) return;
    const path = pathOf(kind, from, to);
    const form =
      kind.form === programForm ? '/api/relationships/major/{majorKey}/degree/{degreeKey}' : SPAN_PATH;
    const body = this.#bodyFor('POST', form);
    const before = this.#related.get(path);
    if (before && this.#random.chance(0.3))
      return this.#expect('relate related items', await this.#user.post(path, body), 409);
    const given = before && this.#random.chance(0.5) ? { ...body, version: before.version } : body;
    const response = await this.#user.post(`${path}?overrideWarnings=true`, given);
    this.#expect(before ? 'edit a relationship' : 'relate', response, before ? 200 : 201);
    const { version } = response.json() as { version: number };
    const last = before?.version ?? this.#gone.get(path) ?? 0;
    expectThat(version === last + 1, `A relationship returns version ${version} after ${last}`);
    this.#related.set(path, { kind, from, to, version, body });
  }

  async #unrelate(): Promise<void> {
    const path = this.#random.pick([...this.#related.keys(), '/relationships/major/987654/degree/987654']);
    const isThere = this.#related.has(path);
    this.#forget(path);
    this.#expect(
      isThere ? 'unrelate' : 'unrelate nothing',
      await this.#user.delete(path),
      isThere ? 204 : 404,
    );
  }

  async #createTogether(): Promise<void> {
    const known = {
      ...this.#known,
      schoolCodes: [...this.#items.school.keys()].map(String),
      deptKeys: [...this.#items.department.keys()].map(Number),
    };
    if (known.schoolCodes.length === 0 || known.deptKeys.length === 0) return;
    const operation = this.#operation('POST', '/api/major-degrees');
    const body = legalBody(this.#document, operation.form ?? {}, known, this.#random);
    const response = await this.#user.post('/major-degrees?overrideWarnings=true', body);
    this.#expect('create a major with its degrees', response, 201);
    await this.#learn(String((response.json() as Body).majorKey), body);
  }

  /**
   * Adds what `body` created to the model: keys and versions from the major's detail, the number of parts from `body`.
   */
  async #learn(majorKey: string, body: Body): Promise<void> {
    const [major, degree, program] = [body.major as Body, body.degree as Body, body.majorDegree as Body];
    const detail = (await this.#user.get(`/majors/${majorKey}`)).json() as Record<string, Body[]> & {
      major: Body;
    };
    this.#keep('major', detail.major, major);
    const span = { startTerm: program.startTerm, endTerm: program.endTerm ?? null };
    const relate = (kind: RelationshipKind, from: Key, to: Key, with_: Body) =>
      this.#related.set(pathOf(kind, from, to), { kind, from, to, version: 1, body: with_ });
    const degrees = (detail.degrees ?? []).map(({ item }) => item as Body);
    expectThat(
      degrees.length === (degree.degreeListAwarded as string[]).length,
      'The number of degrees is not the number of awards',
    );
    for (const item of degrees) {
      const key = item.degreeKey as number;
      this.#keep('degree', item, degree);
      relate(relationshipKinds.majorDegree, Number(majorKey), key, program);
      for (const code of listOf(body.degreeSchools)) relate(relationshipKinds.schoolDegree, code, key, span);
      for (const dept of listOf(body.degreeDepartments))
        relate(relationshipKinds.degreeDepartment, key, dept, span);
    }
    for (const code of listOf(body.majorSchools))
      relate(relationshipKinds.schoolMajor, code, Number(majorKey), span);
    for (const dept of listOf(body.majorDepartments))
      relate(relationshipKinds.majorDepartment, Number(majorKey), dept, span);
  }

  async #delete(): Promise<void> {
    const [kind, key] = this.#anyItem() ?? [];
    if (!kind || key === undefined) return;
    const path = pathOfItem(kind, key);
    const relations = [...this.#related].filter(
      ([, related]) =>
        (related.kind.from === kind && related.from === key) ||
        (related.kind.to === kind && related.to === key),
    );
    if (relations.length > 0)
      this.#expect('delete an item with relationships', await this.#user.delete(path), 409);
    this.#expect('delete', await this.#user.delete(`${path}?overrideWarnings=true`), 204);
    this.#gone.set(path, (this.#items[kind].get(key)?.version ?? 0) + 1);
    this.#items[kind].delete(key);
    for (const [related] of relations) this.#forget(related);
  }

  #forget(path: string): void {
    const related = this.#related.get(path);
    if (related) this.#gone.set(path, related.version + 1);
    this.#related.delete(path);
  }

  /** Compares every list, some details, and the keys of the report. */
  async compare(): Promise<void> {
    await this.compareLists();
    for (const kind of kinds)
      for (let times = 0; times < 5; times += 1) {
        const some = this.#anyKey(kind);
        if (some !== undefined) await this.#compareDetail(kind, some);
      }
    await this.#compareReport();
  }

  /** Compares every list, item by item. */
  async compareLists(): Promise<void> {
    for (const kind of kinds) {
      const { collection, key } = itemKinds[kind];
      const listed = (await this.#user.get(`/${collection}`)).json() as Body[];
      expectThat(
        listed.length === this.#items[kind].size,
        `${listed.length} ${collection} instead of ${this.#items[kind].size}`,
      );
      for (const item of listed) this.#agree(kind, item[key] as Key, item);
    }
  }

  async #compareDetail(kind: ItemKind, key: Key): Promise<void> {
    const detail = (await this.#user.get(`/${itemKinds[kind].collection}/${key}`)).json() as Record<
      string,
      Body[]
    >;
    for (const { relationship, near, far, to, list } of relationshipsOf(kind)) {
      const listed = (detail[list] ?? []).map(({ item, ...fields }) => {
        const otherKey = (item as Body)[itemKinds[to].key] as Key;
        return JSON.stringify([otherKey, fields.version, fields.startTerm, fields.endTerm]);
      });
      const expected = [...this.#related.values()]
        .filter((related) => related.kind === relationship && related[near] === key)
        .map(({ [far]: otherKey, version, body }) =>
          JSON.stringify([otherKey, version, body.startTerm, body.endTerm ?? null]),
        );
      expectThat(
        listed.toSorted().join() === expected.toSorted().join(),
        `The ${list} of ${kind} ${key} are ${listed.toSorted().join()} instead of ${expected.toSorted().join()}`,
      );
    }
  }

  async #compareReport(): Promise<void> {
    const rows = (await this.#user.post('/reports', {})).json() as Record<string, Body | null>[];
    const listed = rows.map(({ school, major, degree, department }) =>
      [school?.schoolCode, major?.majorKey, degree?.degreeKey, department?.deptKey].join('/'),
    );
    const of = (kind: RelationshipKind, key: Key) =>
      [...this.#related.values()]
        .filter((one) => one.kind === kind && (kind.from === 'major' ? one.from : one.to) === key)
        .map((one) => (kind.from === 'major' ? one.to : one.from));
    const orNone = (keys: Key[]) => (keys.length > 0 ? keys : [undefined]);
    const expected = [...this.#items.major.keys()].flatMap((major) =>
      orNone(of(relationshipKinds.schoolMajor, major)).flatMap((school) =>
        orNone(of(relationshipKinds.majorDegree, major)).flatMap((degree) =>
          orNone(of(relationshipKinds.majorDepartment, major)).map((department) =>
            [school, major, degree, department].join('/'),
          ),
        ),
      ),
    );
    expectThat(
      listed.toSorted().join() === expected.toSorted().join(),
      `The report's ${listed.length} rows are not the ${expected.length} expected ones`,
    );
  }

  #agree(kind: ItemKind, key: Key, item: Body): void {
    const kept = this.#items[kind].get(key);
    expectThat(kept, `${kind} ${key} is listed but should not exist`);
    expectThat(
      item.version === kept.version,
      `${kind} ${key} has version ${item.version} instead of ${kept.version}`,
    );
    for (const [field, value] of Object.entries(kept.body)) {
      if (field === 'degreeListAwarded' || value === null || value === undefined) continue;
      const stored = item[field];
      expectThat(
        JSON.stringify(stored) === JSON.stringify(value),
        `${field} of ${kind} ${key} is ${JSON.stringify(stored)} instead of the saved ${JSON.stringify(value)}`,
      );
    }
  }

  #keep(kind: ItemKind, item: Body, body: Body): void {
    const key = item[itemKinds[kind].key] as Key;
    this.#items[kind].set(key, { version: item.version as number, body });
    this.#agree(kind, key, item);
  }

  #anyItem(): [ItemKind, Key, StoredItem] | undefined {
    const kind = this.#random.pick(kinds);
    const key = this.#anyKey(kind);
    const kept = key === undefined ? undefined : this.#items[kind].get(key);
    return key === undefined || !kept ? undefined : [kind, key, kept];
  }

  #anyKey(kind: ItemKind): Key | undefined {
    const keys = [...this.#items[kind].keys()];
    return keys.length === 0 ? undefined : this.#random.pick(keys);
  }

  #editOf(kind: ItemKind, key: Key): Body {
    const { collection, key: name } = itemKinds[kind];
    const body = this.#bodyFor('PUT', `/api/${collection}/{${name}}`);
    return kind === 'school' ? { ...body, schoolCode: key } : body;
  }

  #bodyFor(method: string, path: string): Body {
    return legalBody(this.#document, this.#operation(method, path).form ?? {}, this.#known, this.#random);
  }

  #operation(method: string, path: string): Operation {
    const found = this.#document.operations.find((one) => one.method === method && one.path === path);
    expectThat(found, `The document has no ${method} ${path}`);
    return found;
  }

  #expect(step: string, response: TestResponse, status: number): void {
    expectThat(
      response.status === status,
      `${step} returns ${response.status} instead of ${status}: ${response.text.slice(0, 500)}`,
    );
    this.#counts.set(step, (this.#counts.get(step) ?? 0) + 1);
  }
}

const SPAN_PATH = '/api/relationships/school/{schoolCode}/degree/{degreeKey}';
const pathOf = (kind: RelationshipKind, from: Key, to: Key) =>
  relationshipPathOf(kind, { from: String(from), to: String(to) });
const listOf = (list: unknown) => (list ?? []) as Key[];

const pathOfItem = (kind: ItemKind, key: Key) => `/${itemKinds[kind].collection}/${key}`;
