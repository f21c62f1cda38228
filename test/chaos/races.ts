import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Preview } from '../../contract/proposals.ts';
import { setOf } from '../support/changeHistory.ts';
import { expectThat } from '../support/expectThat.ts';
import { type ServerProcess, start } from '../support/serverProcess.ts';
import { signIn, type TestResponse, type TestUser } from '../support/testUser.ts';
import type { Run, Scenario } from './scenario.ts';

type Body = Record<string, unknown>;

/** Lost updates and races: simultaneous changes must have the same result as sequential ones. */
export const races: Scenario = {
  name: 'races',
  promise: 'No acknowledged change is lost when many users change the same data at once.',
  engines: ['postgresql', 'embedded'],
  async run(run) {
    const product = await start(await run.newPlace());
    run.atEnd(() => product.kill());
    const registrar = await signIn(product, 'registrar');
    run.atEnd(() => registrar.close());
    return [
      await editorsOnOneItem(run, registrar),
      await equalCreations(run, registrar),
      await deletionsWhileEditing(run, registrar),
      await deletionsWhileRelating(run, registrar),
      await savedTwice(run, registrar),
      await undosWhileEditing(run, product),
      await proposalsAtOnce(run, product),
    ];
  },
};

/** Each editor increments a number many times, so a lost update shows in the total. */
async function editorsOnOneItem({ short, random }: Run, registrar: TestUser): Promise<string> {
  const [editors, edits] = short ? [5, 5] : [20, 25];
  const school = await createSchool(`${random.code(1)}Y`, registrar);
  const path = `/schools/${school.schoolCode}`;
  let refused = 0;
  await Promise.all(
    Array.from({ length: editors }, async () => {
      for (let done = 0; done < edits; ) {
        const { school: now } = await read<{ school: Body }>(registrar, path);
        const response = await registrar.put(path, formOf({ ...now, sortCode: Number(now.sortCode) + 1 }));
        if (response.status === 200) done += 1;
        else if (isConflict(response)) refused += 1;
        else throw unexpected(response);
      }
    }),
  );
  const { school: last } = await read<{ school: Body }>(registrar, path);
  const all = editors * edits;
  expectThat(
    last.sortCode === all + 1,
    `${all} edits were acknowledged, but ${Number(last.sortCode) - 1} are stored`,
  );
  expectThat(last.version === all + 1, `The version is ${last.version} after ${all} edits of version 1`);
  return `${editors} × ${edits} edits of one school, ${refused} rejected as conflicts and repeated, 0 lost`;
}

async function equalCreations({ short, random }: Run, registrar: TestUser): Promise<string> {
  const times = short ? 20 : 100;
  const form = { schoolCode: `${random.code(1)}Z`, title: 'Made once' };
  const responses = await atOnce(times, () => registrar.post('/schools', form));
  const made = responses.filter(({ status }) => status === 201).length;
  const taken = responses.filter(
    (response) => response.status === 409 && codeOf(response) === 'DUPLICATE_KEY',
  ).length;
  expectThat(
    made === 1 && taken === times - 1,
    `${made} created and ${taken} rejected of ${times} equal creations`,
  );
  return `${times} equal creations, 1 created`;
}

/** A deletion during edits: either the item is gone and the edits report that, or the deletion is refused. */
async function deletionsWhileEditing({ short }: Run, registrar: TestUser): Promise<string> {
  const rounds = short ? 5 : 40;
  let gone = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { deptKey, version } = await createDepartment(registrar);
    const path = `/departments/${deptKey}`;
    const edit = { title7: 'RACE', title: 'Edited while deleted', version };
    const [deletion, ...edits] = await Promise.all([
      registrar.delete(path),
      ...Array.from({ length: 4 }, () => registrar.put(`${path}?overrideWarnings=true`, edit)),
    ]);
    expectThat(deletion?.status === 204, `A deletion returned ${deletion?.status}: ${deletion?.text}`);
    gone += 1;
    expectThat(
      edits.filter(({ status }) => status === 200).length <= 1,
      'Two edits of one version were both accepted',
    );
    for (const response of edits)
      if (![200, 404].includes(response.status) && !isConflict(response)) throw unexpected(response);
    const after = await registrar.get(path);
    expectThat(after.status === 404, `A deleted department returns ${after.status}`);
  }
  return `${gone} departments deleted while four edited them, none reappeared`;
}

/** Creating a relationship while one of its ends is deleted must never leave a relationship to nothing. */
async function deletionsWhileRelating({ short }: Run, registrar: TestUser): Promise<string> {
  const rounds = short ? 5 : 40;
  let related = 0;
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = [await createDegree(registrar), await createDepartment(registrar)];
    const path = `/relationships/degree/${one.degreeKey}/department/${other.deptKey}`;
    const [relation, deletion] = await Promise.all([
      registrar.post(path, { startTerm: '202592' }),
      registrar.delete(`/departments/${other.deptKey}`),
    ]);
    const { departments } = await read<{ departments: Body[] }>(registrar, `/degrees/${one.degreeKey}`);
    const isThere = (await registrar.get(`/departments/${other.deptKey}`)).status === 200;
    expectThat(departments.length === 0 || isThere, 'A degree is related to a deleted department');
    expectThat(
      isThere === (deletion.status !== 204),
      `A deletion returned ${deletion.status}, but the item contradicts it`,
    );
    if (relation.status === 201 && isThere)
      expectThat(departments.length === 1, 'An acknowledged relationship is missing');
    if (departments.length === 1) related += 1;
    for (const response of [relation, deletion])
      if (![201, 204, 404, 409].includes(response.status)) throw unexpected(response);
  }
  return `${rounds} relationships created while an end was deleted, ${related} stayed, none dangling`;
}

/** The same save sent twice, as by a double click: the second is a conflict with the first and changes nothing. */
async function savedTwice({ short, random }: Run, registrar: TestUser): Promise<string> {
  const rounds = short ? 5 : 40;
  for (let round = 0; round < rounds; round += 1) {
    const { deptKey, version } = await createDepartment(registrar);
    const path = `/departments/${deptKey}`;
    const form = { title7: 'TWICE', title: random.code(20), version };
    const responses = await atOnce(2, () => registrar.put(`${path}?overrideWarnings=true`, form));
    const { department } = await read<{ department: Body }>(registrar, path);
    expectThat(
      responses.filter(({ status }) => status === 200).length === 1,
      'A save sent twice was not saved once',
    );
    expectThat(responses.some(isConflict), 'The second of two equal saves was not rejected as a conflict');
    expectThat(
      department.version === 2 && department.title === form.title,
      'A save sent twice left a different result',
    );
  }
  return `${rounds} saves sent twice, each saved once`;
}

/**
 * Half of twenty users undo a change that made three degrees, while the others edit these. Either the undo is done
 * whole and no edit was acknowledged, or no undo is done and every acknowledged edit is there.
 */
async function undosWhileEditing({ short, random }: Run, product: ServerProcess): Promise<string> {
  const users = await Promise.all(
    Array.from({ length: 20 }, (_, at) => signIn(product, at % 2 === 0 ? 'registrar' : 'admin')),
  );
  const rounds = short ? 5 : 40;
  let undone = 0;
  for (let round = 0; round < rounds; round += 1) {
    const [first] = users as [TestUser];
    const form = { degreeListAwarded: ['BA', 'BS', 'MA'], degreeTitleRc: `Degrees ${random.code(10)}` };
    const made = await first.post('/degrees', form);
    if (made.status !== 201) throw unexpected(made);
    const { id } = await setOf(first, made);
    const degrees = made.json() as { degreeKey: number; degreeAwarded: string }[];
    const edits = new Map<string, Set<string>>();
    let undos = 0;
    const undo = async (user: TestUser) => {
      await wait(random.below(20));
      const response = await user.post(`/changes/${id}/undo`);
      if (response.status === 201) undos += 1;
      else if (!['UNDO_CONFLICT', 'ALREADY_UNDONE'].includes(String(codeOf(response))))
        throw unexpected(response);
    };
    const edit = async (user: TestUser) => {
      await wait(random.below(20));
      const { degreeKey, degreeAwarded } = random.pick(degrees);
      const degreeTitleRc = random.code(20);
      const path = `/degrees/${degreeKey}`;
      const response = await user.put(path, { degreeAwarded, degreeTitleRc });
      if (response.status === 200) edits.set(path, (edits.get(path) ?? new Set()).add(degreeTitleRc));
      else if (response.status !== 404) throw unexpected(response);
    };
    await Promise.all(users.map((user, at) => (at % 4 < 2 ? undo(user) : edit(user))));
    expectThat(undos <= 1, `A change was undone ${undos} times`);
    expectThat(undos === 0 || edits.size === 0, 'An undo took away an acknowledged edit');
    expectThat(undos === 1 || edits.size > 0, 'Every undo was refused, though nobody had changed anything');
    for (const { degreeKey } of degrees) {
      const path = `/degrees/${degreeKey}`;
      const found = await first.get(path);
      expectThat(
        found.status === (undos === 1 ? 404 : 200),
        `After ${undos} undos ${path} returns ${found.status}`,
      );
      if (undos === 1) continue;
      const { degree } = found.json() as { degree: Body };
      const saved = edits.get(path) ?? new Set();
      expectThat(
        degree.version === 1 + saved.size,
        `${saved.size} edits of ${path} have led to version ${degree.version}`,
      );
      expectThat(
        saved.size === 0 || saved.has(String(degree.degreeTitleRc)),
        `Nobody saved the title of ${path}`,
      );
    }
    undone += undos;
  }
  for (const user of users) user.close();
  return `${rounds} × 20 users who undo or edit the same three degrees: ${undone} undone whole, the others kept with all edits`;
}

/**
 * Twenty users preview and apply, again and again, a proposal that raises a number in each of three schools. Each is
 * saved whole or not at all, and none onto what somebody has saved since the preview: so the numbers stay equal, and count
 * what was acknowledged.
 */
async function proposalsAtOnce({ short, random }: Run, product: ServerProcess): Promise<string> {
  const users = await Promise.all(
    Array.from({ length: 20 }, (_, at) => signIn(product, at % 2 === 0 ? 'registrar' : 'admin')),
  );
  const [first] = users as [TestUser];
  const codes = ['A', 'B', 'C'].map((letter) => `${random.code(1)}${letter}`);
  for (const code of codes) await createSchool(code, first);
  const numberOf = async (user: TestUser, code: string) =>
    Number((await read<{ school: Body }>(user, `/schools/${code}`)).school.sortCode);
  const each = short ? 2 : 10;
  let [applied, refused] = [0, 0];
  const applyOnce = async (user: TestUser) => {
    const sortCode = 1 + (await numberOf(user, random.pick(codes)));
    const rows = codes.map((schoolCode) => ({ kind: 'school', ref: { schoolCode }, values: { sortCode } }));
    const shown = await user.post('/proposals/preview', { rows });
    if (shown.status !== 200) throw unexpected(shown);
    const preview = shown.json() as Preview;
    const before = preview.rows.map(({ fields }) => fields[0]?.before);
    if (before.some((one) => one !== sortCode - 1)) return false;
    const seen = rows.map((row, at) => ({ ...row, version: preview.rows[at]?.version }));
    const response = await user.post('/proposals/apply', { id: randomUUID(), origin: 'bulk', rows: seen });
    if (response.status === 201) applied += 1;
    else if (isConflict(response)) refused += 1;
    else throw unexpected(response);
    return response.status === 201;
  };
  await Promise.all(
    users.map(async (user) => {
      for (let done = 0; done < each; ) if (await applyOnce(user)) done += 1;
    }),
  );
  for (const code of codes) {
    const number = await numberOf(first, code);
    expectThat(
      number === 1 + applied,
      `${applied} proposals were acknowledged, but ${number - 1} are stored`,
    );
  }
  for (const user of users) user.close();
  return `20 users who apply ${each} proposals of the same three schools each: ${applied} saved whole, ${refused} rejected as conflicts`;
}

const atOnce = (times: number, call: () => Promise<TestResponse>) =>
  Promise.all(Array.from({ length: times }, call));

const isConflict = (response: TestResponse) =>
  response.status === 409 && codeOf(response) === 'EDIT_CONFLICT';
const codeOf = (response: TestResponse) =>
  (response.json() as { errors?: { code: string }[] }).errors?.[0]?.code;
const unexpected = ({ status, text }: TestResponse) => new Error(`Unexpected response: ${status} ${text}`);

async function read<Body>(registrar: TestUser, path: string): Promise<Body> {
  const response = await registrar.get(path);
  if (response.status !== 200) throw unexpected(response);
  return response.json() as Body;
}

async function created(registrar: TestUser, collection: string, form: Body): Promise<Body> {
  const response = await registrar.post(`/${collection}?overrideWarnings=true`, form);
  if (response.status !== 201) throw unexpected(response);
  return [response.json()].flat()[0] as Body;
}

const createSchool = (code: string, registrar: TestUser) =>
  created(registrar, 'schools', { schoolCode: code, title: `School ${code}`, sortCode: 1 });
const createDepartment = (registrar: TestUser) =>
  created(registrar, 'departments', { title7: 'RACE', title: 'Department of races' });
const createDegree = (registrar: TestUser) =>
  created(registrar, 'degrees', { degreeListAwarded: ['BA'], degreeTitleRc: 'Degree of races' });

/** The part of an item that its form sends. */
function formOf({ lastModified: _when, schoolUciNetId: _who, ...form }: Body): Body {
  return form;
}
