import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { withoutLimits } from '../../../server/db/changeTransaction.ts';
import type { Db } from '../../../server/db/tables.ts';
import { expectThat } from '../../support/expectThat.ts';
import { openDirectly } from '../../support/openDatabase.ts';
import type { Random } from '../../support/random.ts';
import type { Place } from '../../support/serverProcess.ts';
import type { TestResponse, TestUser } from '../../support/testUser.ts';
import { within } from '../../support/until.ts';

type At = TestUser['at'];
type Body = Record<string, unknown>;

/** What is known about a row: its version, and a value that every save changes. */
interface Known {
  version: number;
  mark: string;
}

interface Writer {
  user: TestUser;
  random: Random;
  departments: number[];
  degrees: number[];
}

const TERMS = ['202492', '202592'] as const;
const SCHOOL = '52';
const AWARDS = ['BA', 'BS'];
// In ms. Longer than any of the server's own time limits (reliability, rule 10).
const HANGS = 15_000;

/**
 * Four users who create and edit items, relationships and major-degrees as fast as the server responds, or with a pause
 * (in ms) after each save, and remember what was acknowledged. After a 503 (database unavailable), nothing was saved.
 * After a broken connection the outcome is in doubt until `check` reads it. Any other response fails the part.
 */
export class Writers {
  readonly tally = { acknowledged: 0, unavailable: 0, broken: 0, settled: 0, slowest: 0 };
  readonly #registrar: TestUser;
  readonly #prefix: string;
  readonly #pause: number;
  #writers: Writer[];
  #running: Promise<void>[] = [];
  #ending = false;
  #made = 0;
  #awaited: { outcome: Outcome; since: number; resolve: () => void }[] = [];

  // Keyed by path: `/departments/7`, `/degrees/8`, `/relationships/degree/8/department/7`.
  readonly #known = new Map<string, Known>();
  readonly #doubts = new Map<string, Known>();
  #touched = new Set<string>();
  // The marks of creations in doubt: there is no key to look them up by.
  readonly #maybe = new Set<string>();
  readonly #majorDegrees = new Set<string>();
  #newMajorDegrees: string[] = [];
  #maybeMajorDegrees: string[] = [];

  constructor(registrar: TestUser, random: Random, pause = 0) {
    this.#registrar = registrar;
    this.#pause = pause;
    this.#prefix = random.code(4);
    this.#writers = Array.from({ length: 4 }, () => ({
      user: registrar,
      random: random.fork(),
      departments: [],
      degrees: [],
    }));
  }

  /** Starts writing to this server, until `end` is called or the server is gone. */
  begin(at: At): void {
    this.#ending = false;
    this.#writers = this.#writers.map((writer) => ({ ...writer, user: this.#registrar.through(at) }));
    this.#running = this.#writers.map((writer) => this.#writeOn(writer));
    // Errors are reported by `served` and `end`.
    for (const one of this.#running) one.catch(() => {});
  }

  /** Stops writing, and waits for the outstanding responses. */
  async end(): Promise<void> {
    this.#ending = true;
    await Promise.all(this.#running);
    for (const { user } of this.#writers) user.close();
  }

  /** Waits until a save sent from now on is acknowledged. */
  served(): Promise<void> {
    return this.#next('acknowledged');
  }

  /** Waits until a save sent from now on gets a 503. */
  refused(): Promise<void> {
    return this.#next('unavailable');
  }

  /** Reads back what was written since the last check, and settles what was in doubt. No writer may be running. */
  async check(at: At): Promise<void> {
    const reader = this.#registrar.through(at);
    // There is one writer at a time, so this save waits for anything that a killed server left running in the database.
    await this.#createDepartment({ ...this.#writers[0], user: reader } as Writer);
    for (const path of this.#touched) await this.#compare(reader, path);
    this.#touched = new Set();
    for (const mark of this.#newMajorDegrees) {
      expectThat(await isWhole(reader, mark), `The acknowledged major-degree ${mark} is missing`);
      this.#majorDegrees.add(mark);
    }
    for (const mark of this.#maybeMajorDegrees) {
      this.tally.settled += 1;
      if (await isWhole(reader, mark)) this.#majorDegrees.add(mark);
    }
    this.#newMajorDegrees = [];
    this.#maybeMajorDegrees = [];
    reader.close();
  }

  /** Compares all tables with what was acknowledged, and the change log with the tables. Returns a figure to report. */
  async audit(place: Place): Promise<string> {
    const { db, close } = await openDirectly(place);
    try {
      await this.#auditItems(db);
      await this.#auditMajorDegrees(db);
      return await auditLog(db);
    } finally {
      await close();
    }
  }

  async #writeOn(writer: Writer): Promise<void> {
    while (!this.#ending) {
      const sent = performance.now();
      const outcome = await this.#write(writer);
      this.tally.slowest = Math.max(this.tally.slowest, performance.now() - sent);
      this.tally[outcome] += 1;
      if (outcome === 'broken') return;
      this.#awaited = this.#awaited.filter((one) => {
        const isIt = one.outcome === outcome && sent >= one.since;
        if (isIt) one.resolve();
        return !isIt;
      });
      const pause = outcome === 'unavailable' ? 20 : this.#pause;
      if (pause > 0) await wait(pause);
    }
  }

  async #next(outcome: Outcome): Promise<void> {
    const one = new Promise<void>((resolve) =>
      this.#awaited.push({ outcome, since: performance.now(), resolve }),
    );
    await within(30_000, `a save that is ${outcome}`, Promise.race([one, this.#failed()]));
  }

  async #failed(): Promise<void> {
    await Promise.all(this.#running);
    await new Promise(() => {});
  }

  #write(writer: Writer): Promise<Outcome> {
    const { random, departments, degrees } = writer;
    const [department, degree] = [draw(departments, random), draw(degrees, random)];
    const dice = random.next();
    if (department === undefined || dice < 0.1) return this.#createDepartment(writer);
    if (degree === undefined || dice < 0.2) return this.#createDegree(writer);
    if (dice < 0.45) return this.#createMajorDegree(writer, department);
    if (dice < 0.75) {
      const title = this.#mark();
      return this.#save(writer, 'PUT', `/departments/${department}`, { title7: 'KILL', title }, title);
    }
    const path = `/relationships/degree/${degree}/department/${department}`;
    const term = TERMS[this.#known.get(path)?.mark === TERMS[0] ? 1 : 0];
    return this.#save(writer, 'POST', path, { startTerm: term }, term);
  }

  async #createDepartment(writer: Writer): Promise<Outcome> {
    const title = this.#mark();
    return await this.#create(writer, '/departments', { title7: 'KILL', title }, title, ({ deptKey }) => {
      writer.departments.push(deptKey as number);
      return deptKey;
    });
  }

  async #createDegree(writer: Writer): Promise<Outcome> {
    const degreeTitleRc = this.#mark();
    const form = { degreeListAwarded: AWARDS.slice(0, 1), degreeTitleRc };
    return await this.#create(writer, '/degrees', form, degreeTitleRc, ({ degreeKey }) => {
      writer.degrees.push(degreeKey as number);
      return degreeKey;
    });
  }

  async #create(
    { user }: Writer,
    collection: string,
    form: Body,
    mark: string,
    keyOf: (made: Body) => unknown,
  ): Promise<Outcome> {
    const response = await sent(user, 'POST', collection, form);
    const outcome = outcomeOf(response, 201);
    if (outcome === 'broken') this.#maybe.add(mark);
    if (outcome === 'acknowledged')
      this.#keep(`${collection}/${keyOf([response?.json()].flat()[0] as Body)}`, { version: 1, mark });
    return outcome;
  }

  /** Saves with the known version, or without one for something new. */
  async #save(writer: Writer, method: string, path: string, form: Body, mark: string): Promise<Outcome> {
    // A save that is in doubt has no known version until it is settled.
    if (this.#doubts.has(path)) return await this.#createDepartment(writer);
    const version = this.#known.get(path)?.version;
    const body = version ? { ...form, version } : form;
    const response = await sent(writer.user, method, path, body);
    const outcome = outcomeOf(response, version ? 200 : 201);
    const next = { version: (version ?? 0) + 1, mark };
    if (outcome === 'acknowledged') {
      expectThat(
        (response?.json() as Partial<Known> | undefined)?.version === next.version,
        `${path} was saved over version ${version}: ${response?.text}`,
      );
      this.#keep(path, next);
    } else {
      if (outcome === 'broken') this.#doubts.set(path, next);
      this.#touched.add(path);
    }
    return outcome;
  }

  async #createMajorDegree({ user, random }: Writer, department: number): Promise<Outcome> {
    const mark = this.#mark();
    const response = await sent(user, 'POST', '/major-degrees', {
      major: { majorSegment: 'U', majorCode: random.code(3), title20: mark },
      degree: { degreeListAwarded: AWARDS, degreeTitleRc: mark },
      majorDegree: { startTerm: TERMS[0] },
      majorSchools: [SCHOOL],
      majorDepartments: [department],
      degreeSchools: [SCHOOL],
      degreeDepartments: [department],
    });
    const outcome = outcomeOf(response, 201);
    if (outcome === 'acknowledged') this.#newMajorDegrees.push(mark);
    if (outcome === 'broken') this.#maybeMajorDegrees.push(mark);
    return outcome;
  }

  #keep(path: string, known: Known): void {
    this.#known.set(path, known);
    this.#touched.add(path);
  }

  async #compare(reader: TestUser, path: string): Promise<void> {
    const found = await read(reader, path);
    const [known, doubt] = [this.#known.get(path), this.#doubts.get(path)];
    const came = doubt && isSame(found, doubt);
    expectThat(
      came || isSame(found, known),
      `${path} is ${JSON.stringify(found)}; acknowledged: ${JSON.stringify(known)}, in doubt: ${JSON.stringify(doubt)}`,
    );
    if (doubt) this.tally.settled += 1;
    if (came) this.#known.set(path, doubt);
    this.#doubts.delete(path);
  }

  async #auditItems(db: Db): Promise<void> {
    const like = `${this.#prefix}-%`;
    const { rows } = await sql<Known & { path: string }>`
      select '/departments/' || dept_key as path, version, title as mark from department where title like ${like}
      union all
      select '/degrees/' || degree_key, version, degree_title_rc from degree
      where degree_title_rc like ${like} and not exists (select from major where title20 = degree_title_rc)
      union all
      select '/relationships/degree/' || degree_key || '/department/' || dept_key, r.version, start_term
      from degree_department r join degree using (degree_key)
      where degree_title_rc like ${like} and not exists (select from major where title20 = degree_title_rc)
    `.execute(db);
    const found = new Map(rows.map((row) => [row.path, row]));
    for (const [path, known] of this.#known)
      expectThat(
        isSame(found.get(path), known),
        `${path} is ${JSON.stringify(found.get(path))} at the end; acknowledged: ${JSON.stringify(known)}`,
      );
    for (const { path, mark } of rows)
      expectThat(
        this.#known.has(path) || this.#maybe.has(mark),
        `${path} (${mark}) exists, but nobody created it`,
      );
  }

  async #auditMajorDegrees(db: Db): Promise<void> {
    const { rows } = await sql<{ mark: string; whole: boolean }>`
      with made as (
        select degree_title_rc as mark from degree union select title20 from major
      )
      select mark, (
        select count(*) from degree d where d.degree_title_rc = mark
        and exists (select from school_degree where degree_key = d.degree_key)
        and exists (select from degree_department where degree_key = d.degree_key)
        and exists (select from major_degree where degree_key = d.degree_key)
      ) = ${AWARDS.length} and (
        select count(*) from major m where m.title20 = mark
        and exists (select from school_major where major_key = m.major_key)
        and exists (select from major_department where major_key = m.major_key)
      ) = 1 as whole
      from made where mark like ${`${this.#prefix}-%`}
    `.execute(db);
    const whole = new Set(rows.filter((row) => row.whole).map(({ mark }) => mark));
    for (const mark of this.#majorDegrees)
      expectThat(whole.has(mark), `The major-degree ${mark} is incomplete at the end`);
    const single = new Set([...this.#known.values()].map(({ mark }) => mark));
    for (const { mark } of rows)
      expectThat(
        whole.has(mark) ? this.#majorDegrees.has(mark) : single.has(mark) || this.#maybe.has(mark),
        `The major-degree ${mark} is incomplete, or nobody created it`,
      );
  }

  #mark(): string {
    this.#made += 1;
    return `${this.#prefix}-${this.#made}-`;
  }
}

type Outcome = 'acknowledged' | 'unavailable' | 'broken';

/** The response, or undefined if the connection broke. */
async function sent(
  user: TestUser,
  method: string,
  path: string,
  body: Body,
): Promise<TestResponse | undefined> {
  const response = user.request(method, `${path}?overrideWarnings=true`, body).catch(() => undefined);
  return await within(HANGS, `a response to ${method} ${path}`, response);
}

function outcomeOf(response: TestResponse | undefined, good: number): Outcome {
  if (!response) return 'broken';
  if (response.status === good) return 'acknowledged';
  expectThat(response.status === 503, `Unexpected response: ${response.status} ${response.text}`);
  expectThat(response.headers['retry-after'], `A 503 without Retry-After: ${response.text}`);
  return 'unavailable';
}

const isSame = (one: Known | undefined, other: Known | undefined) =>
  one?.version === other?.version && one?.mark === other?.mark;

const draw = (keys: readonly number[], random: Random) => (keys.length ? random.pick(keys) : undefined);

/** Reads a department, a degree, or a relationship of a degree from the API. Undefined if it does not exist. */
async function read(reader: TestUser, path: string): Promise<Known | undefined> {
  const [, , degree, department] = /^\/relationships\/(degree)\/(\d+)\/department\/(\d+)$/.exec(path) ?? [];
  const response = await reader.get(degree ? `/degrees/${degree}` : path);
  if (response.status === 404) return undefined;
  expectThat(response.status === 200, `${path} returned ${response.status}: ${response.text}`);
  const details = response.json() as Details;
  const related = details.departments?.find(({ item }) => item.deptKey === Number(department));
  if (degree) return related && { version: related.version, mark: related.startTerm };
  const { version, title, degreeTitleRc } = details.department ?? details.degree ?? { version: 0 };
  return { version, mark: title ?? degreeTitleRc ?? '' };
}
interface Item {
  version: number;
  title?: string;
  degreeTitleRc?: string;
}
interface Details {
  department?: Item;
  degree?: Item;
  departments?: { item: { deptKey: number }; version: number; startTerm: string }[];
}

/** Whether a major-degree exists with all its parts. Throws if only some of them exist. */
async function isWhole(reader: TestUser, mark: string): Promise<boolean> {
  const response = await reader.post('/reports', { majorTitle: mark });
  expectThat(response.status === 200, `The report returned ${response.status}: ${response.text}`);
  const rows = response.json() as Record<string, unknown>[];
  const full = rows.filter((row) => row.school && row.degree && row.department && row.majorDegree);
  expectThat(
    rows.length === 0 || (rows.length === AWARDS.length && full.length === rows.length),
    `The major-degree ${mark} is incomplete: ${response.text}`,
  );
  return rows.length > 0;
}

/** Checks that the change log is complete, and that every row equals its last entry in the log. */
async function auditLog(db: Db): Promise<string> {
  const faults = await db.transaction().execute(async (trx) => {
    await withoutLimits(trx);
    return (await sql`select * from derived.faults limit 5`.execute(trx)).rows;
  });
  expectThat(faults.length === 0, `The change log does not agree with the data: ${JSON.stringify(faults)}`);
  const { rows } = await sql<{ entries: number }>`select count(*) as entries from change_entry`.execute(db);
  return `${rows[0]?.entries} entries of the change log agree with the data`;
}
