import type { TestProject } from 'vitest/node';
import { addressOf, createFrom, drop, namesLike } from './cluster.ts';
import { prepare } from './templates.ts';

/**
 * Prepares the two databases that tests copy, in the cluster at TEST_DATABASE_URL. Drops them and all copies at the
 * end.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = process.env.TEST_DATABASE_URL as string;
  const prefix = `test_${process.pid}`;
  const [empty, sample] = [`${prefix}_empty`, `${prefix}_sample`];
  for (const name of [empty, sample]) {
    await createFrom(cluster, 'template0', name);
    await prepare({ kind: 'postgres', url: addressOf(cluster, name), poolSize: 1 }, name === sample);
  }
  project.provide('templates', { engine: 'PostgreSQL', cluster, empty, sample });
  return async () => await drop(cluster, await namesLike(cluster, `${prefix}_%`));
}
