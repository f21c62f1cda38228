/** The column of a field. Names are camel case in the contract and snake case in the database. */
export const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The field of a column. */
export const fieldOf = (column: string) =>
  column.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
