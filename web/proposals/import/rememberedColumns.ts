/**
 * The user's column mappings by kind: the field for each header, '' for a skipped column. Kept in this browser, by the text
 * of the header.
 */
export type Matching = Readonly<Record<string, string>>;

const nameOf = (kind: string) => `import-columns-${kind}`;

export function rememberedFor(kind: string): Matching {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(nameOf(kind)) ?? '{}');
    return isMatching(read) ? read : {};
  } catch {
    return {};
  }
}

/** Remembers it for later files. Without storage it applies only to this file. */
export function remember(kind: string, matching: Matching): void {
  try {
    localStorage.setItem(nameOf(kind), JSON.stringify(matching));
  } catch {
    // A browser without storage, or with a full one.
  }
}

const isMatching = (read: unknown): read is Matching =>
  typeof read === 'object' &&
  read !== null &&
  !Array.isArray(read) &&
  Object.values(read).every((name) => typeof name === 'string');
