const columns = new Map<string, string>();

/** The column of a field. Names are in camel case in the contract and in snake case in the database. */
export function columnOf(field: string): string {
  const known = columns.get(field);
  if (known !== undefined) return known;
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(field, column);
  return column;
}

/** The field of a column. */
export const fieldOf = (column: string) =>
  column.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
