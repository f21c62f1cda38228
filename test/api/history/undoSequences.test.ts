import type { ChangeEntry, ChangeSet, ChangeSetDetail } from '../../../contract/history.ts';
import { type ItemKind, itemKinds } from '../../../contract/kinds.ts';
import {
  allRelationshipKinds,
  programForm,
  type RelationshipKind,
  relationshipPathOf,
} from '../../../contract/relationships.ts';
import { ApiDocument } from '../../support/apiDocument.ts';
import { setOf } from '../../support/changeHistory.ts';
import { expectThat } from '../../support/expectThat.ts';
import { type Body, type Known, legalBody } from '../../support/generatedValues.ts';
import type { Random } from '../../support/random.ts';
import { scenarioTest } from '../../support/scenarioTest.ts';
import { start } from '../../support/serverProcess.ts';
import { signIn, type TestResponse, type TestUser } from '../../support/testUser.ts';

interface Item {
  kind: ItemKind;
  key: string;
}

/** A change set of a sequence, and the state before it of those items of the sequence that it touches. */
interface Step {
  id: string;
  entries: readonly ChangeEntry[];
  before: Map<string, string>;
}

const kinds = Object.keys(itemKinds) as ItemKind[];
const keyNames = kinds.map((kind) => itemKinds[kind].key);
const MISSING = 'missing';
const pathOf = ({ kind, key }: Item) => `/${itemKinds[kind].collection}/${key}`;

scenarioTest(
  'Undoing newest first gives back each earlier state; out of order it is the exact inverse, or a refusal that changes nothing.',
  async ({ random, newPlace, atEnd }) => {
    const product = await start(await newPlace());
    atEnd(() => product.kill());
    const registrar = await signIn(product, 'registrar');
    atEnd(() => registrar.close());
    const document = await ApiDocument.of(registrar);
    const sample = await itemsIn(registrar);
    const counts = { steps: 0, inOrder: 0, outOfOrder: 0, refused: 0 };
    const sequences = 20;
    for (let done = 0; done < sequences; done += 1) {
      const sequence = new Sequence(registrar, document, random, sample);
      await sequence.run();
      counts.steps += sequence.steps;
      counts.outOfOrder += sequence.outOfOrder;
      counts.refused += sequence.refused;
      counts.inOrder += await sequence.undoAll();
    }
    return [
      `${sequences} sequences of ${counts.steps} changes, undone newest first in ${counts.inOrder} steps`,
      `${counts.outOfOrder} undone out of order, ${counts.refused} refused`,
    ];
  },
);

/** The initial data of sequences. */
interface Sample {
  known: Known;
  items: readonly Item[];
  /** Pairs of major and degree, some with flags that are null and terms that are not in the list. */
  pairs: readonly [string, string][];
}

async function itemsIn(user: TestUser): Promise<Sample> {
  const list = async <Row = Body>(path: string) => (await user.get(path)).json() as Row[];
  const items: Item[] = [];
  for (const kind of kinds) {
    const { collection, key } = itemKinds[kind];
    for (const item of await list(`/${collection}`)) items.push({ kind, key: String(item[key]) });
  }
  const keysOf = (kind: ItemKind) => items.filter((one) => one.kind === kind).map(({ key }) => key);
  const pairs = await list<{ major: { majorKey: number }; degree: { degreeKey: number } }>('/major-degrees');
  return {
    items,
    pairs: pairs.map(({ major, degree }) => [String(major.majorKey), String(degree.degreeKey)]),
    known: {
      terms: (await list('/lookups/terms')).map(({ termYyyyst }) => String(termYyyyst)),
      awards: (await list('/lookups/awardTypes')).map(({ degreeShort }) => String(degreeShort)),
      schoolCodes: keysOf('school'),
      deptKeys: keysOf('department').map(Number),
    },
  };
}

/** A sequence of changes around a few items, each of which is undone in the end. */
class Sequence {
  readonly #user: TestUser;
  readonly #document: ApiDocument;
  readonly #random: Random;
  readonly #sample: Sample;
  readonly #items: Item[];
  /** The current state of these items, by path. */
  readonly #states = new Map<string, string>();
  readonly #log: Step[] = [];
  #freedCode: string | undefined;
  outOfOrder = 0;
  refused = 0;

  constructor(user: TestUser, document: ApiDocument, random: Random, sample: Sample) {
    this.#user = user;
    this.#document = document;
    this.#random = random;
    this.#sample = sample;
    // An item of each kind, and a pair of the sample.
    const [major, degree] = random.pick(sample.pairs);
    this.#items = [
      ...kinds.map((kind) => random.pick(sample.items.filter((item) => item.kind === kind))),
      { kind: 'major', key: major },
      { kind: 'degree', key: degree },
    ];
  }

  get steps(): number {
    return this.#log.length;
  }

  async run(): Promise<void> {
    await this.#look(this.#items.map(pathOf));
    const steps: (() => Promise<unknown>)[] = [
      () => this.#create(),
      () => this.#createTogether(),
      () => this.#edit(),
      () => this.#edit(),
      () => this.#relate(),
      () => this.#relate(),
      () => this.#relate(),
      () => this.#unrelate(),
      () => this.#delete(),
      () => this.#useCodeAgain(),
      () => this.#undoAny(),
      () => this.#undoAny(),
    ];
    const length = 3 + this.#random.below(6);
    for (let step = 0; step < length; step += 1) await this.#random.pick(steps)();
  }

  /** Undoes all of it, newest first. */
  async undoAll(): Promise<number> {
    for (const { id, entries, before } of this.#log.toReversed()) {
      const response = await this.#undo(id);
      expectThat(response.status === 201, `Undoing newest first is refused: ${response.text}`);
      await this.#look(this.#touchedBy(entries));
      this.#holdStates(before, `is not as before ${id} after the undo of it`);
    }
    const all = new Map(this.#states);
    await this.#look([...all.keys()]);
    this.#holdStates(all, 'was changed by something that does not name it');
    return this.#log.length;
  }

  async #entriesOf(id: string): Promise<readonly ChangeEntry[]> {
    const { entries } = (await this.#user.get(`/changes/${id}?limit=200`)).json() as ChangeSetDetail;
    return entries;
  }

  #undo(id: string): Promise<TestResponse> {
    return this.#user.post(`/changes/${id}/undo`);
  }

  /** The items of the sequence that a set changes or relates. */
  #touchedBy(entries: readonly ChangeEntry[]): string[] {
    const touched = new Set(entries.flatMap((entry) => entry.ends ?? [entry as Item]).map(pathOf));
    return [...new Set(this.#items.map(pathOf))].filter((path) => touched.has(path));
  }

  /** Reads the details of items. */
  async #look(paths: readonly string[]): Promise<void> {
    await Promise.all(
      paths.map(async (path) => {
        const response = await this.#user.get(path);
        this.#states.set(path, response.status === 404 ? MISSING : JSON.stringify(stable(response.json())));
      }),
    );
  }

  #holdStates(expected: ReadonlyMap<string, string>, fault: string): void {
    for (const [path, state] of expected) {
      const now = this.#states.get(path);
      expectThat(now === state, `${path} ${fault}: it is ${now}, and was ${state}`);
    }
  }

  /** Records a change, and the state before it of the items that it touches. */
  async #remember(id: string, entries: readonly ChangeEntry[]): Promise<void> {
    const touched = this.#touchedBy(entries);
    const before = new Map(touched.map((path) => [path, this.#states.get(path) ?? MISSING]));
    await this.#look(touched);
    this.#log.push({ id, entries, before });
  }

  async #change(
    make: () => Promise<TestResponse>,
    learn: (response: TestResponse) => void = () => {},
  ): Promise<void> {
    const response = await make();
    if (response.status >= 400) {
      expectThat(
        [404, 409, 422].includes(response.status),
        `A change gets ${response.status}: ${response.text}`,
      );
      return;
    }
    learn(response);
    const { id, entries, entryCount } = await setOf(this.#user, response);
    await this.#remember(id, entryCount > entries.length ? await this.#entriesOf(id) : entries);
  }

  #body(method: string, path: string): Body {
    const found = this.#document.operations.find((one) => one.method === method && one.path === path);
    expectThat(found, `The document has no ${method} ${path}`);
    return legalBody(this.#document, found.form ?? {}, this.#sample.known, this.#random);
  }

  async #create(): Promise<void> {
    const kind = this.#random.pick(kinds);
    const { collection, key } = itemKinds[kind];
    await this.#change(
      () => this.#user.post(`/${collection}?overrideWarnings=true`, this.#body('POST', `/api/${collection}`)),
      (response) => {
        for (const item of [response.json()].flat() as Body[])
          this.#items.push({ kind, key: String(item[key]) });
      },
    );
  }

  async #createTogether(): Promise<void> {
    await this.#change(
      () => this.#user.post('/major-degrees?overrideWarnings=true', this.#body('POST', '/api/major-degrees')),
      (response) =>
        this.#items.push({ kind: 'major', key: String((response.json() as { majorKey: number }).majorKey) }),
    );
  }

  async #edit(): Promise<void> {
    const item = this.#random.pick(this.#items);
    const { collection, key } = itemKinds[item.kind];
    const body = this.#body('PUT', `/api/${collection}/{${key}}`);
    const given = item.kind === 'school' ? { ...body, schoolCode: item.key } : body;
    await this.#change(() => this.#user.put(`${pathOf(item)}?overrideWarnings=true`, given));
  }

  /** A relationship between two of the items. */
  #anyRelationship(): { kind: RelationshipKind; path: string } | undefined {
    const kind = this.#random.pick(allRelationshipKinds);
    const ofKind = (wanted: ItemKind) => this.#items.filter((item) => item.kind === wanted);
    const [from, to] = [this.#random.pick(ofKind(kind.from)), this.#random.pick(ofKind(kind.to))];
    return { kind, path: relationshipPathOf(kind, { from: from.key, to: to.key }) };
  }

  async #relate(): Promise<void> {
    const found = this.#anyRelationship();
    if (!found) return;
    const form =
      found.kind.form === programForm
        ? '/api/relationships/major/{majorKey}/degree/{degreeKey}'
        : '/api/relationships/school/{schoolCode}/degree/{degreeKey}';
    const body = this.#body('POST', form);
    await this.#change(() => this.#user.post(`${found.path}?overrideWarnings=true`, body));
  }

  async #unrelate(): Promise<void> {
    const found = this.#anyRelationship();
    if (found) await this.#change(() => this.#user.delete(found.path));
  }

  async #delete(): Promise<void> {
    const item = this.#random.pick(this.#items);
    if (item.kind === 'school') this.#freedCode = item.key;
    await this.#change(() => this.#user.delete(`${pathOf(item)}?overrideWarnings=true`));
  }

  async #useCodeAgain(): Promise<void> {
    if (!this.#freedCode) return;
    const body = { ...this.#body('POST', '/api/schools'), schoolCode: this.#freedCode };
    await this.#change(() => this.#user.post('/schools?overrideWarnings=true', body));
  }

  /** Undoes one of the sets, which need not be the newest. */
  async #undoAny(): Promise<void> {
    if (this.#log.length === 0) return;
    const { id, entries } = this.#random.pick(this.#log);
    const response = await this.#undo(id);
    if (response.status !== 201) {
      expectThat(response.status === 409, `An undo gets ${response.status}: ${response.text}`);
      const before = new Map(this.#states);
      await this.#look(this.#touchedBy(entries));
      this.#holdStates(before, `was changed by a refused undo of ${id} (${response.text})`);
      this.refused += 1;
      return;
    }
    const { changeSet } = response.json() as { changeSet: ChangeSet };
    const undone = await this.#entriesOf(changeSet.id);
    expectThat(
      shape(undone, 'after', 'before') === shape(entries, 'before', 'after'),
      `The undo ${changeSet.id} is not the inverse of ${id}`,
    );
    this.outOfOrder += 1;
    await this.#remember(changeSet.id, undone);
  }
}

/** The changes of a set from one state to another, in no particular order. */
function shape(entries: readonly ChangeEntry[], from: 'before' | 'after', to: 'before' | 'after'): string {
  const texts = entries.map(({ kind, key, fields }) =>
    JSON.stringify([kind, key, fields.map((field) => [field.name, field[from], field[to]])]),
  );
  return texts.toSorted().join('\n');
}

/**
 * JSON without versions, times and users, with its lists in a fixed order. It reduces related items to their keys, since the
 * test compares them separately.
 */
function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(stable(one))).toSorted();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([name]) =>
          name !== 'version' &&
          name !== 'lastModified' &&
          name !== 'lastModifiedBy' &&
          !name.endsWith('UciNetId'),
      )
      .map(([name, own]) => [name, name === 'item' ? keysOf(own as Body) : stable(own)]),
  );
}

const keysOf = (item: Body) => Object.fromEntries(keyNames.map((name) => [name, item[name]]));
