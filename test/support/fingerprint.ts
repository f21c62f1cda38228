import { createHash } from 'node:crypto';
import { type ItemKind, itemKinds } from '../../contract/kinds.ts';
import type { TestUser } from './testUser.ts';

const kinds = Object.keys(itemKinds) as ItemKind[];

/** A hash over all lists and the report. It is equal if nothing that a reader can see has changed. */
export async function fingerprintOf(registrar: TestUser): Promise<string> {
  const hash = createHash('sha256');
  for (const kind of kinds) hash.update(await textOf(registrar, `/${itemKinds[kind].collection}`));
  for (const list of ['/major-degrees', '/lookups/terms', '/lookups/awardTypes'])
    hash.update(await textOf(registrar, list));
  const report = await registrar.post('/reports', {});
  if (report.status !== 200) throw new Error(`The report returned ${report.status}: ${report.text}`);
  return hash.update(report.text).digest('hex');
}

/** The fingerprint, including the details of every item. */
export async function wholeFingerprintOf(registrar: TestUser): Promise<string> {
  const hash = createHash('sha256').update(await fingerprintOf(registrar));
  for (const kind of kinds) {
    const { collection, key } = itemKinds[kind];
    const items = JSON.parse(await textOf(registrar, `/${collection}`)) as Record<string, string | number>[];
    for (const item of items) hash.update(await textOf(registrar, `/${collection}/${item[key]}`));
  }
  return hash.digest('hex');
}

async function textOf(registrar: TestUser, path: string): Promise<string> {
  const { status, text } = await registrar.get(path);
  if (status !== 200) throw new Error(`GET ${path} returned ${status}: ${text}`);
  return text;
}
