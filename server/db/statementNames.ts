import { createHash, randomUUID } from 'node:crypto';

// The database keeps each plan for as long as a connection lasts. Everyday work uses fewer statements than this.
const MOST = 100;

interface Named {
  name: string;
  text: string;
}

/**
 * Names for prepared statements, so that a connection reuses their plans: planning takes longer than running most of
 * ours. A name is a hash of its text: behind a connection pooler, several processes may share a connection, and one
 * name must never mean two statements. Only the first hundred texts get a name. The report has more variants than are
 * ever requested twice.
 */
export class StatementNames {
  readonly #named = new Map<string, Named>();
  #mark = '';

  /** Returns the name for a text and the text to prepare, always the same; undefined if it has no name. */
  of(text: string): Named | undefined {
    const known = this.#named.get(text);
    if (known !== undefined || this.#named.size === MOST) return known;
    const prepared = text + this.#mark;
    const hash = createHash('sha256').update(prepared).digest('hex').slice(0, 32);
    const named = { name: `statement_${hash}`, text: prepared };
    this.#named.set(text, named);
    return named;
  }

  /**
   * Gives all texts new names, and so new plans, unless this one is outdated already. The text changes too, to one that
   * no process ever used: PgBouncer knows statements by their text only, and keeps their plans for all its clients.
   */
  renew(outdated: Named): void {
    if (![...this.#named.values()].includes(outdated)) return;
    this.#named.clear();
    this.#mark = ` /* ${randomUUID()} */`;
  }
}
