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
  #generation = 0;

  /** Returns the name of a text, always the same one; undefined if it has none. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === MOST) return known;
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 32);
    const name = `statement_${hash}_${this.#generation}`;
    this.#names.set(text, name);
    return name;
  }

  /** Gives all texts new names, and so new plans, unless this name is already an old one. */
  renew(name: string): void {
    if (!name.endsWith(`_${this.#generation}`)) return;
    this.#names.clear();
    this.#generation += 1;
  }
}
