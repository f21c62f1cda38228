import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { follow } from '../../docs/examples/follow.mjs';
import { freePort } from '../../scripts/ports.mjs';
import { restoreBackup } from '../../server/db/backup/restoreBackup.ts';
import { writeBackup } from '../../server/db/backup/writeBackup.ts';
import { build } from './build.ts';
import { setOf } from './changeHistory.ts';
import { expectThat } from './expectThat.ts';
import { parseSnapshot, type Row } from './feed.ts';
import { openDirectly } from './openDatabase.ts';
import type { Random } from './random.ts';
import type { Scenario } from './scenarioTest.ts';
import { type Place, start } from './serverProcess.ts';
import { signIn, type TestResponse, type TestUser } from './testUser.ts';
import { until } from './until.ts';

type Body = Record<string, unknown>;

interface Sizes {
  /** Random changes of a few rows. */
  changes: number;
  /** The rows of imports of many rows, each of which is undone. */
  imports: readonly number[];
}

/**
 * Another system follows the feed with the program of the guide, while users change data at random, the server is killed and
 * restarted, and a backup is restored. It must end equal to the database.
 */
export async function followEverything(run: Scenario, { changes, imports }: Sizes): Promise<string[]> {
  const settings = { PORT: String(await freePort()), SESSION_SECRET: run.random.code(40) };
  const place = await run.newPlace();
  let server = await start(place, settings);
  run.atEnd(() => server.kill());
  let office = new RandomChanges(await signIn(server, 'registrar'), run.random);
  const token = await office.createToken();
  const copy: Copy = { rows: new Map(), next: null };
  const reports: string[] = [];
  const stop = new AbortController();
  const { origin, base } = server;
  const following = follow(`${origin}${base}/api`, token, copy, {
    signal: stop.signal,
    report: (text: string) => void reports.push(text),
  });
  run.atEnd(() => stop.abort());

  await office.make(changes / 5);
  await server.kill();
  server = await start(place, settings);
  await office.make(changes / 5);
  for (const rows of imports) await office.importAndUndo(rows);
  const equalBefore = await compare(office.user, copy);

  const file = join(mkdtempSync(join(tmpdir(), 'feed-')), 'backup.gz');
  run.atEnd(() => rmSync(join(file, '..'), { recursive: true }));
  await server.stop();
  await backUp(place, file);
  server = await start(place, settings);
  await office.make(changes / 5);
  await compare(office.user, copy);
  const removed = copy.next;
  await server.stop();
  const restored = await run.newPlace();
  await restore(restored, file);
  server = await start(restored, settings);
  office.user.close();
  office = new RandomChanges(await signIn(server, 'registrar'), run.random, office);
  const gone = await office.user.get(`/feed?after=${removed}`);
  expectThat(gone.status === 410, `A cursor that a restore removed returns ${gone.status}`);

  await office.make(changes / 5);
  await server.stop();
  server = await start(restored, settings);
  await office.make(changes / 5);
  const equalAfter = await compare(office.user, copy);
  stop.abort();
  await following;
  office.user.close();
  return [
    `${office.summary()}; the server was killed once and stopped three times, and a backup was restored`,
    `a copy that followed was equal before (${equalBefore}) and after a restore (${equalAfter}), after ${reports.length} failed requests`,
  ];
}

interface Copy {
  rows: Map<string, Row>;
  next: string | null;
}

/** Waits until the copy has read everything, and compares it with a snapshot. */
async function compare(user: TestUser, copy: Copy): Promise<string> {
  const { rows, next } = parseSnapshot((await expected(200, user.get('/feed/snapshot'))).text);
  await until('the copy has read everything', () => copy.next === next, 60_000);
  const kept = [...copy.rows].filter(([, { value }]) => value !== null);
  const stored = new Map(rows.map((row) => [`${row.kind} ${row.key}`, row]));
  expectThat(kept.length === stored.size, `The copy has ${kept.length} rows, the database ${stored.size}`);
  for (const [name, row] of kept)
    expectThat(
      isDeepStrictEqual(ownFields(row), ownFields(stored.get(name))),
      `${name} is ${JSON.stringify(row)} in the copy, but ${JSON.stringify(stored.get(name))} in the database`,
    );
  return `${kept.length} rows`;
}

/** A row without what its terms and its award give to it, and whether others use it: this changes without a change of the row. */
export function ownFields<R extends Pick<Row, 'kind' | 'value'>>(row: R | undefined): R | undefined {
  if (!row?.value) return row;
  const { isUsed: _isUsed, ...value } = row.value;
  if (row.kind !== 'degree') return { ...row, value };
  const { startTerm: _start, endTerm: _end, degreeCode: _code, ...own } = value;
  return { ...row, value: own };
}

async function backUp(place: Place, file: string): Promise<void> {
  const database = await openDirectly(place);
  await writeBackup(database, file, build);
  await database.close();
}

async function restore(place: Place, file: string): Promise<void> {
  const database = await openDirectly(place);
  await restoreBackup(database.db, file);
  await database.close();
}

const CODES = ['Y0', 'Y1', 'Y2', 'Y3', 'Y4', 'Y5'];
const TERMS = ['2099A0', '2099A1', '2099A2'];

/** Random changes by a user: items, relationships, terms, earlier values, imports and undos, with few codes, which come again. */
class RandomChanges {
  readonly user: TestUser;
  readonly #random: Random;
  readonly #counts: Map<string, number>;
  readonly #departments: unknown[] = [1, 2];
  readonly #majors: unknown[] = [1, 2];
  readonly #degrees: unknown[] = [1, 2];
  /** The last change sets. */
  readonly #sets: string[] = [];

  constructor(user: TestUser, random: Random, { counts = new Map() }: { counts?: Map<string, number> } = {}) {
    this.user = user;
    this.#random = random;
    this.#counts = counts;
  }

  get counts() {
    return this.#counts;
  }

  summary(): string {
    return [...this.#counts].map(([what, count]) => `${count} × ${what}`).join(', ');
  }

  async createToken(): Promise<string> {
    const expiresOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const form = { name: 'Follower', contact: 'follower@example.edu', scopes: ['read:changes'], expiresOn };
    const created = await expected(201, this.user.post('/tokens', form));
    return (created.json() as { token: string }).token;
  }

  async make(count: number): Promise<void> {
    for (let done = 0; done < count; ) {
      const [what, send] = this.#random.pick(this.#steps);
      const response = await send();
      if (response.status >= 500) throw new Error(`${what} returned ${response.status} ${response.text}`);
      if (response.status >= 300) continue;
      done += 1;
      this.#count(what);
      if (this.#random.chance(0.3)) this.#sets.push((await setOf(this.user, response)).id);
    }
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  /** Imports departments with a relationship each, and undoes it. */
  async importAndUndo(rows: number): Promise<void> {
    const applied = await expected(201, this.#apply(rows));
    const { changeSet } = applied.json() as { changeSet: { id: string } };
    await expected(201, this.user.post(`/changes/${changeSet.id}/undo`));
    this.#count(`${rows} rows imported and undone`);
  }

  #apply(rows: number): Promise<TestResponse> {
    const departments = Array.from({ length: Math.ceil(rows / 2) }, (_, at) => ({
      kind: 'department',
      ref: {},
      values: { title7: this.#random.code(7), title: `Imported ${at}`, startTerm: '202592' },
    }));
    const relationships = departments.slice(0, Math.floor(rows / 2)).map((_, row) => ({
      kind: 'schoolDepartment',
      ref: { school: { schoolCode: '52' }, department: { row } },
      values: { startTerm: '202592' },
    }));
    return this.user.post('/proposals/apply?overrideWarnings=true', {
      id: randomUUID(),
      origin: 'import',
      rows: [...departments, ...relationships],
    });
  }

  readonly #steps: readonly (readonly [string, () => Promise<TestResponse>])[] = [
    ['school created', () => this.#post('/schools', { schoolCode: this.#code(), title: this.#text() })],
    ['school edited', () => this.#put((code) => ({ schoolCode: code, title: this.#text() }))],
    ['school deleted', () => this.user.delete(`/schools/${this.#code()}?overrideWarnings=true`)],
    [
      'department created',
      () =>
        this.#created(this.#departments, 'departments', 'deptKey', {
          title7: this.#text(),
          title: this.#text(),
        }),
    ],
    [
      'degree created',
      () =>
        this.#created(this.#degrees, 'degrees', 'degreeKey', {
          degreeListAwarded: ['BA', 'BS'],
          degreeTitleRc: this.#text(),
          degreeStartTermYyyyst: this.#random.pick(['202592', ...TERMS]),
        }),
    ],
    [
      'major created',
      () =>
        this.#created(this.#majors, 'majors', 'majorKey', {
          majorSegment: 'U',
          majorCode: this.#random.code(3),
          title20: this.#text(),
        }),
    ],
    [
      'major edited',
      () =>
        this.user.put(
          `/majors/${this.#pick(this.#majors)}?overrideWarnings=true`,
          { majorSegment: 'G', majorCode: this.#random.code(3), title20: this.#text() },
          { 'x-effective-term': this.#random.pick(['202592', '202692', undefined]) },
        ),
    ],
    ['major deleted', () => this.user.delete(`/majors/${this.#pick(this.#majors)}?overrideWarnings=true`)],
    [
      'department deleted',
      () => this.user.delete(`/departments/${this.#pick(this.#departments)}?overrideWarnings=true`),
    ],
    ['school and major related', () => this.#post(this.#schoolMajor(), { startTerm: '202592' })],
    ['school and major unrelated', () => this.user.delete(this.#schoolMajor())],
    [
      'major and degree related',
      () =>
        this.#post(`/relationships/major/${this.#pick(this.#majors)}/degree/${this.#pick(this.#degrees)}`, {
          startTerm: '202592',
          programLengthYrs: this.#random.below(2000) / 100,
        }),
    ],
    [
      'term created',
      () =>
        this.user.post('/terms', {
          termYyyyst: this.#random.pick(TERMS),
          termLetterYear: this.#random.code(4),
        }),
    ],
    ['term edited', () => this.#putTerm(this.#random.pick(TERMS))],
    ['term deleted', () => this.user.delete(`/terms/${this.#random.pick(TERMS)}`)],
    [
      'earlier value deleted',
      () => this.user.delete(`/majors/${this.#pick(this.#majors)}/earlier-values/title20/202514`),
    ],
    [
      'earlier value saved',
      () =>
        this.user.put(`/majors/${this.#pick(this.#majors)}/earlier-values/title20/202514`, {
          value: this.#text(),
        }),
    ],
    ['import', () => this.#apply(2 + this.#random.below(30))],
    ['undo', () => this.user.post(`/changes/${this.#sets.pop() ?? 'none'}/undo`)],
  ];

  #post(path: string, body: Body) {
    return this.user.post(`${path}?overrideWarnings=true`, body);
  }
  #put(bodyOf: (code: string) => Body) {
    const code = this.#code();
    return this.user.put(`/schools/${code}?overrideWarnings=true`, bodyOf(code));
  }
  #putTerm(termYyyyst: string) {
    return this.user.put(`/terms/${termYyyyst}`, { termYyyyst, termLetterYear: this.#random.code(4) });
  }
  async #created(keys: unknown[], collection: string, key: string, body: Body): Promise<TestResponse> {
    const response = await this.#post(`/${collection}`, body);
    if (response.status === 201) keys.push(([response.json()].flat()[0] as Body)[key]);
    return response;
  }
  #schoolMajor() {
    return `/relationships/school/${this.#code()}/major/${this.#pick(this.#majors)}`;
  }
  #code() {
    return this.#random.pick(CODES);
  }
  /** One of the latest keys: these are changed several times. */
  #pick(keys: readonly unknown[]) {
    return String(this.#random.pick(keys.slice(-5)));
  }
  #text() {
    return this.#random.code(7);
  }
}

async function expected(status: number, sent: Promise<TestResponse>): Promise<TestResponse> {
  const response = await sent;
  expectThat(response.status === status, `Unexpected response: ${response.status} ${response.text}`);
  return response;
}
