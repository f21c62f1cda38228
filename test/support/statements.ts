import type { CompiledQuery } from 'kysely';
import { vi } from 'vitest';
import type { Db } from '../../server/db/tables.ts';

/** Runs `work` and returns its result with the texts of all statements that it sends. */
export async function statementsOf<T>(
  db: Db,
  work: () => Promise<T>,
): Promise<{ statements: string[]; response: T }> {
  // Kysely sends every statement through this method, with or without plugins.
  const executor = Object.getPrototypeOf(
    Object.getPrototypeOf(db.getExecutor()),
  ) as typeof Object.prototype & {
    executeQuery: (statement: CompiledQuery) => Promise<unknown>;
  };
  const sent = vi.spyOn(executor, 'executeQuery');
  try {
    const response = await work();
    return { statements: sent.mock.calls.map(([statement]) => statement.sql), response: response };
  } finally {
    sent.mockRestore();
  }
}
