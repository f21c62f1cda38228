import type { Pool, PoolClient } from 'pg';
import { isNoneFree } from './databaseErrors.ts';

/**
 * A pool for Kysely over several hosts, which connects to the host that accepts writes and skips standbys. When the primary
 * fails, the next connection goes to the new primary.
 */
export class WritablePool {
  #pools: Pool[];
  readonly #writable = new WeakSet<PoolClient>();

  constructor(pools: Pool[]) {
    this.#pools = pools;
  }

  get options(): object {
    return this.#pools[0]?.options ?? {};
  }

  async connect(): Promise<PoolClient> {
    const errors: unknown[] = [];
    for (const pool of this.#pools) {
      try {
        const client = await pool.connect();
        if (this.#writable.has(client) || (await this.#isWritable(client))) {
          this.#tryFirst(pool);
          return client;
        }
        // The SQLSTATE of a server that is starting or being promoted, which is a transient error.
        errors.push(
          Object.assign(new Error('No database accepts writes: all are standbys'), { code: '57P03' }),
        );
      } catch (error) {
        errors.push(error);
      }
    }
    // A full pool is the cause, not that the other hosts are standbys or do not respond.
    throw errors.find(isNoneFree) ?? errors.at(-1);
  }

  #tryFirst(pool: Pool): void {
    this.#pools = [pool, ...this.#pools.filter((other) => other !== pool)];
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  async #isWritable(client: PoolClient): Promise<boolean> {
    try {
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      if (!rows[0]?.standby) {
        this.#writable.add(client);
        return true;
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release(true);
    return false;
  }
}
