import type { CompiledQuery } from 'kysely';
import { vi } from 'vitest';
import type { Db } from '../../server/db/tables.ts';

/** The texts of all statements that are sent while something is done, and what comes of it. */
export async function statementsOf<T>(
  db: Db,
  work: () => Promise<T>,
): Promise<{ statements: string[]; answer: T }> {
  // Every statement of Kysely passes here, with plugins or without.
  const executor = Object.getPrototypeOf(
    Object.getPrototypeOf(db.getExecutor()),
  ) as typeof Object.prototype & {
    executeQuery: (statement: CompiledQuery) => Promise<unknown>;
  };
  const sent = vi.spyOn(executor, 'executeQuery');
  try {
    const answer = await work();
    return { statements: sent.mock.calls.map(([statement]) => statement.sql), answer };
  } finally {
    sent.mockRestore();
  }
}
