// The database keeps each plan for as long as a connection lasts. Everyday work uses fewer statements than this.
const MOST = 100;

/**
 * Names for prepared statements, so that a connection reuses their plans: planning takes longer than running most of
 * ours. Only the first hundred texts get a name. The report has more variants than are ever requested twice.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #given = 0;

  /** Returns the name of a text, always the same one; undefined if it has none. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === MOST) return known;
    this.#given += 1;
    const name = `statement_${this.#given}`;
    this.#names.set(text, name);
    return name;
  }

  /** Gives the text a new name next time, and so a new plan. */
  forget(text: string): void {
    this.#names.delete(text);
  }
}
