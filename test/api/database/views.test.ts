import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Permission } from '../../../contract/user.ts';
import { MOST_VIEWS, type View } from '../../../contract/views.ts';
import {
  createView,
  editView,
  removeView,
  type Saver,
  setDefault,
  viewsJson,
} from '../../../server/api/views/storedViews.ts';
import { restoreBackup } from '../../../server/db/backup/restoreBackup.ts';
import { writeBackup } from '../../../server/db/backup/writeBackup.ts';
import { changeLogHead } from '../../../server/db/changeLog.ts';
import type { Database } from '../../../server/db/database.ts';
import { migrate, nameOf, schema } from '../../../server/db/migrate.ts';
import type { Db } from '../../../server/db/tables.ts';
import { faultsOfLog } from '../../../server/db/verifyDatabase.ts';
import { build } from '../../support/build.ts';
import { bareDatabase, testDatabase } from '../../support/database.ts';

// Saved views are stored beside the catalog and its log.

let database: Database;
let db: Db;
beforeEach(async () => {
  database = await testDatabase();
  ({ db } = database);
  await addUsers(db);
});
afterEach(() => database.close());

const addUsers = (to: Db) =>
  sql`insert into app_user (uci_net_id) values ('registrar'), ('viewer') on conflict do nothing`.execute(to);

const saver = (uciNetId: string, ...permissions: Permission[]): Saver => ({
  actor: { uciNetId, actingAs: null, requestId: 'r-1' },
  reader: { user: { uciNetId }, permissions: new Set(permissions) },
});
const registrar = saver('registrar', 'manage:data');
const viewer = saver('viewer');

const sent = { screen: 'report', name: 'Art', query: 'majorTitle=art', isShared: false };
const create = async (by: Saver, values: object = {}, to = db) =>
  JSON.parse(await createView(to, by, { ...sent, ...values })) as View;
const edit = async (by: Saver, view: View, values: object = {}) =>
  JSON.parse(await editView(db, by, view.id, { ...view, ...values })) as View;
const listIn = async (of: Db, { reader }: Saver) => JSON.parse(await viewsJson(of, reader)) as View[];
const codes = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) =>
    outcome.status === 'fulfilled'
      ? 'saved'
      : ((outcome.reason as { errors: { code: string }[] }).errors[0]?.code ?? ''),
  );

describe('Views', () => {
  test('that are created at once are never more than the limit', async () => {
    await sql`
      insert into view select 'id ' || at, 'viewer', 'report', 'View ' || at, '', false, 1, now(), 'viewer'
      from generate_series(1, ${MOST_VIEWS - 3}) at`.execute(db);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_none, at) => create(viewer, { name: `New ${at}` })),
    );
    expect(codes(outcomes).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'TOO_MANY_VIEWS'),
      ...Array.from({ length: 3 }, () => 'saved'),
    ]);
    expect(await listIn(db, viewer)).toHaveLength(MOST_VIEWS);
  });

  test('that are created at once with the same name are one', async () => {
    const outcomes = await Promise.allSettled(['art', 'Art', 'ART'].map((name) => create(viewer, { name })));
    expect(codes(outcomes).toSorted()).toEqual(['DUPLICATE_KEY', 'DUPLICATE_KEY', 'saved']);
  });

  test('that two users change at once are changed by one of them', async () => {
    const view = await create(viewer, { isShared: true });
    const outcomes = await Promise.allSettled([
      edit(viewer, view, { name: 'Of the owner' }),
      edit(registrar, view, { name: 'Of the registrar' }),
    ]);
    expect(codes(outcomes).toSorted()).toEqual(['EDIT_CONFLICT', 'saved']);
    const [stored] = await listIn(db, viewer);
    expect(stored).toMatchObject({ version: 2, name: expect.stringMatching(/^Of the/) });
  });

  test('that are made private or deleted while someone makes them their default are no default', async () => {
    const view = await create(viewer, { isShared: true });
    const outcomes = await Promise.allSettled([
      edit(viewer, view, { isShared: false }),
      setDefault(db, registrar, view.id, true),
    ]);
    expect(outcomes[0]).toMatchObject({ status: 'fulfilled' });
    expect(await db.selectFrom('viewDefault').selectAll().execute()).toEqual([]);
    const other = await create(viewer, { isShared: true, name: 'Other' });
    await Promise.allSettled([
      removeView(db, viewer, other.id),
      setDefault(db, registrar, other.id, true),
      setDefault(db, viewer, other.id, true),
    ]);
    expect(await db.selectFrom('viewDefault').selectAll().execute()).toEqual([]);
  });

  test('are no part of the change log, which stays intact', async () => {
    const before = await changeLogHead(db);
    const view = await create(viewer);
    await setDefault(db, viewer, view.id, true);
    await edit(viewer, view, { name: 'Other' });
    await removeView(db, viewer, view.id);
    expect(await changeLogHead(db)).toBe(before);
    expect(await faultsOfLog(db)).toEqual([]);
  });

  test('have the limits of their form in the database too', async () => {
    const insert = (name: string, query: string) =>
      sql`insert into view values ('id', 'viewer', 'report', ${name}, ${query}, false, 1, now(), 'viewer')`.execute(
        db,
      );
    for (const name of ['', ' a', 'x'.repeat(61), 'a\u0007', 'e\u0301'])
      await expect(insert(name, '')).rejects.toMatchObject({ constraint: 'view_name' });
    await expect(insert('a', 'x'.repeat(2001))).rejects.toMatchObject({ constraint: 'view_query' });
    await insert('😀'.repeat(60), 'x'.repeat(2000));
  });
});

describe('A backup', { timeout: 120_000 }, () => {
  let folder: string;
  let file: string;
  let target: Database;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'views-'));
    file = join(folder, 'backup.gz');
    target = await bareDatabase();
  });
  afterEach(async () => {
    await target.close();
    rmSync(folder, { recursive: true });
  });

  test('contains the views and the defaults, and restored ones are changed as before', async () => {
    const view = await create(viewer, { isShared: true });
    await create(registrar, { screen: 'major', query: 'q=a' });
    await setDefault(db, registrar, view.id, true);
    await writeBackup(database, file, build);
    await restoreBackup(target.db, file);
    for (const reader of [viewer, registrar])
      expect(await listIn(target.db, reader)).toEqual(await listIn(db, reader));
    expect(await listIn(target.db, registrar)).toMatchObject([{ isDefault: false }, { isDefault: true }]);
    await removeView(target.db, viewer, view.id);
    expect(await listIn(target.db, viewer)).toEqual([]);
    expect(await faultsOfLog(target.db)).toEqual([]);
  });

  test('of a program without views is restored, and then takes them', async () => {
    const older = await bareDatabase();
    const migrations = schema.migrations.filter((migration) => nameOf(migration) < '0010');
    await migrate(older.db, { step: 10, oldest: 1, migrations });
    await addUsers(older.db);
    await writeBackup(older, file, build);
    await older.close();
    expect(await restoreBackup(target.db, file)).toMatchObject({ schema: { step: 10 } });
    expect(await listIn(target.db, viewer)).toEqual([]);
    await create(viewer, {}, target.db);
    expect(await listIn(target.db, viewer)).toHaveLength(1);
    expect(await faultsOfLog(target.db)).toEqual([]);
  });
});
