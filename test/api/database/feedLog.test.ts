import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type FeedPage, feedPage } from '../../../contract/feed.ts';
import { cursorOf, positionOf, START } from '../../../server/api/feed/cursor.ts';
import { checkPosition, newestPosition, readEvents } from '../../../server/api/feed/events.ts';
import { snapshotLines } from '../../../server/api/feed/snapshot.ts';
import { restoreBackup } from '../../../server/db/backup/restoreBackup.ts';
import { writeBackup } from '../../../server/db/backup/writeBackup.ts';
import { change, withoutLimits } from '../../../server/db/changeTransaction.ts';
import type { Database } from '../../../server/db/database.ts';
import type { Db } from '../../../server/db/tables.ts';
import { build } from '../../support/build.ts';
import { bareDatabase, testDatabase } from '../../support/database.ts';
import { defined } from '../../support/defined.ts';
import { parseSnapshot, type Row, readFeed, rowsAfter } from '../../support/feed.ts';
import { ownFields } from '../../support/feedScenario.ts';

// The feed over change logs that the API alone does not write.

const robin = { uciNetId: 'registrar', actingAs: null, requestId: 'r-1' };
const now = <T>(work: () => Promise<T>) => work();

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
async function opened(database: Promise<Database>): Promise<Database> {
  const found = await database;
  open.push(() => found.close());
  return found;
}
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'feed-'));
  open.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Reads pages of the feed without HTTP. */
const reader = (db: Db) => async (path: string) => {
  const query = new URL(path, 'http://x').searchParams;
  const after = query.get('after') ? defined(positionOf(query.get('after') ?? '')) : START;
  expect(query.has('after') ? await checkPosition(db, after) : 'valid').toBe('valid');
  return (await readEvents(db, after, Number(query.get('limit')))).json;
};
const allEvents = async (db: Db, limit?: number) =>
  await readFeed(reader(db), limit === undefined ? {} : { limit });
const newest = async (db: Db) => defined(await newestPosition(db));
async function snapshotOf(db: Db) {
  let text = '';
  for await (const part of snapshotLines(db, await newest(db), now)) text += part;
  return parseSnapshot(text);
}
const ownRows = (rows: Iterable<Row>) =>
  new Map([...rows].map((row) => [`${row.kind} ${row.key}`, ownFields(row)]));

const departments = (rows: number) => sql`
  insert into department (title7, title, active)
  select 'D' || n, 'Department ' || n, true from generate_series(1, ${sql.lit(rows)}) n`;

describe('A change set of 20,000 rows', () => {
  test('comes in pages of 200, each event once, in the order of writing', async () => {
    const { db } = await opened(testDatabase());
    const before = await newest(db);
    await change(db, robin, async (trx) => {
      await withoutLimits(trx);
      await departments(20_000).execute(trx);
    });
    const { events, pages } = await readFeed(reader(db), { after: cursorOf(before), limit: 200 });
    expect(events).toHaveLength(20_000);
    expect(pages).toBe(100);
    expect(new Set(events.map(({ key }) => key)).size).toBe(20_000);
    expect(new Set(events.map(({ set }) => set)).size).toBe(1);
    expect(events.filter(({ last }) => last)).toEqual(events.slice(-1));
    const { rows } = await sql<{ firstKey: string }>`
      select first_key from change_entry where set_number = ${before.number + 1} order by place`.execute(db);
    expect(events.map(({ key }) => key)).toEqual(rows.map(({ firstKey }) => firstKey));
  });
});

describe('A database of a schema step without versions of terms', () => {
  const backup = new URL('step12.backup.jsonl', import.meta.url);

  test('has a feed whose versions rise, and that leads to the rows of today', async () => {
    const { db } = await opened(bareDatabase());
    const file = join(newFolder(), 'backup.gz');
    writeFileSync(file, gzipSync(readFileSync(backup)));
    await restoreBackup(db, file);
    const { events } = await allEvents(db);
    z.parse(feedPage, { events, next: '', more: false });
    const { rows } = await sql<{
      number: number;
    }>`select count(*)::integer as number from change_entry`.execute(db);
    expect(events).toHaveLength(defined(rows[0]).number);
    for (const [key, ofRow] of Map.groupBy(events, ({ kind, key }) => `${kind} ${key}`)) {
      const versions = ofRow.map(({ version }) => version);
      expect(new Set(versions).size, key).toBe(versions.length);
      expect(versions, key).toEqual(versions.toSorted((a, b) => a - b));
    }
    const { rows: stored } = await snapshotOf(db);
    expect(ownRows(rowsAfter(events).values())).toEqual(ownRows(stored));
    // A term that was deleted before it had versions is deleted in the copy too.
    const deleted = events.filter(({ action, kind }) => action === 'deleted' && kind === 'term');
    expect(deleted.length).toBeGreaterThan(0);
    expect(deleted.map(({ version }) => version)).toEqual(deleted.map(() => 0));
  });
});

describe('A restore', () => {
  test('keeps the cursors of the change sets that it has, and of no others', async () => {
    const { db, engine } = await opened(testDatabase({ sample: true }));
    const save = (title: string) =>
      change(db, robin, (trx) =>
        sql`update school set title = ${title} where school_code = '52'`.execute(trx),
      );
    await save('First');
    const kept = await newest(db);
    const file = join(newFolder(), 'backup.gz');
    await writeBackup({ db, engine }, file, build);
    await save('Second');
    const removed = await newest(db);
    const part = { ...kept, place: 0 };

    const restored = await opened(bareDatabase());
    await restoreBackup(restored.db, file);
    expect(await checkPosition(restored.db, kept)).toBe('valid');
    expect(await checkPosition(restored.db, part)).toBe('valid');
    expect(await checkPosition(restored.db, removed)).toBe('gone');
    await change(restored.db, robin, (trx) =>
      sql`update school set title = 'Other' where school_code = '52'`.execute(trx),
    );
    // Another change set has its number by now.
    expect((await newest(restored.db)).number).toBe(removed.number);
    expect(await checkPosition(restored.db, removed)).toBe('gone');
    const page: FeedPage = JSON.parse((await readEvents(restored.db, kept, 10)).json);
    expect(page.events).toMatchObject([{ value: { title: 'Other' } }]);
  });
});

describe('A snapshot', () => {
  test('whose reader pauses holds no transaction, and stays the state of its cursor', async () => {
    const { db, activity } = await opened(testDatabase({ sample: true }));
    const position = await newest(db);
    const before = (await snapshotOf(db)).rows;
    const lines = snapshotLines(db, position, now);
    let text = defined((await lines.next()).value as string | undefined);
    expect(activity.used).toBe(0);
    await change(db, robin, async (trx) => {
      await sql`delete from school_major`.execute(trx);
      await sql`update department set title = 'Changed'`.execute(trx);
      await departments(1_000).execute(trx);
    });
    for await (const part of lines) text += part;
    const read = parseSnapshot(text);
    expect(read.rows).toEqual(before);
    expect(read.next).toBe(cursorOf(position));
    const { events } = await readFeed(reader(db), { after: read.next });
    expect(ownRows(rowsAfter(events, read.rows).values())).toEqual(ownRows((await snapshotOf(db)).rows));
  });

  test('has rows after those that they refer to', async () => {
    const { db } = await opened(testDatabase({ sample: true }));
    const kinds = [...new Set((await snapshotOf(db)).rows.map(({ kind }) => kind))];
    expect(kinds.slice(0, 6)).toEqual(['term', 'awardType', 'school', 'department', 'degree', 'major']);
  });
});
