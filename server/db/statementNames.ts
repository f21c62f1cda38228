import { createHash, randomUUID } from 'node:crypto';

// The database keeps each plan until the connection closes. Everyday work uses fewer statements than this.
const MAX_STATEMENTS = 100;

interface NamedStatement {
  name: string;
  text: string;
}

/**
 * Names for prepared statements, so that a connection reuses their plans: planning most of our statements takes longer than
 * running them. A name is a hash of its text: behind a connection pooler, several processes may share a connection, and one
 * name must never mean two statements. Only the first hundred texts get a name, because the report has many variants that
 * are requested only once.
 */
export class StatementNames {
  readonly #named = new Map<string, NamedStatement>();
  #mark = '';

  /** Returns the name of a text and the text to prepare, always the same; undefined if it has no name. */
  of(text: string): NamedStatement | undefined {
    const known = this.#named.get(text);
    if (known !== undefined || this.#named.size === MAX_STATEMENTS) return known;
    const prepared = text + this.#mark;
    const hash = createHash('sha256').update(prepared).digest('hex').slice(0, 32);
    const named = { name: `statement_${hash}`, text: prepared };
    this.#named.set(text, named);
    return named;
  }

  /**
   * Gives all texts new names, and so new plans, unless `outdated` has already been replaced. The texts change too, to texts
   * that no process has ever used: PgBouncer identifies statements by text only, and keeps their plans for all its clients.
   */
  renew(outdated: NamedStatement): void {
    if (![...this.#named.values()].includes(outdated)) return;
    this.#named.clear();
    this.#mark = ` /* ${randomUUID()} */`;
  }
}
