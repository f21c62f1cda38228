// Each is kept by the database for as long as a connection lasts; the statements of daily work are fewer.
const MOST = 100;

/**
 * Names for statements, by which a connection keeps their plans: planning takes longer than most of ours run. Only the
 * first hundred texts get one; a report has more forms than anybody asks for twice.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #given = 0;

  /** The name of a text, the same each time; undefined when it has none. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === MOST) return known;
    this.#given += 1;
    const name = `statement_${this.#given}`;
    this.#names.set(text, name);
    return name;
  }

  /** The text gets another name the next time, and so another plan. */
  forget(text: string): void {
    this.#names.delete(text);
  }
}
