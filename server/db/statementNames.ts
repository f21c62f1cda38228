import { createHash } from 'node:crypto';

// The database keeps each plan for as long as a connection lasts. Everyday work uses fewer statements than this.
const MOST = 100;

/**
 * Names for prepared statements, so that a connection reuses their plans: planning takes longer than running most of
 * ours. A name is a hash of its text: behind a connection pooler, several processes may share a connection, and one
 * name must never mean two statements. Only the first hundred texts get a name. The report has more variants than are
 * ever requested twice.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #forgotten = new Map<string, number>();

  /** Returns the name of a text, always the same one; undefined if it has none. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === MOST) return known;
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 32);
    const name = `statement_${hash}_${this.#forgotten.get(text) ?? 0}`;
    this.#names.set(text, name);
    return name;
  }

  /** Gives the text a new name next time, and so a new plan. */
  forget(text: string): void {
    this.#names.delete(text);
    this.#forgotten.set(text, (this.#forgotten.get(text) ?? 0) + 1);
  }
}
