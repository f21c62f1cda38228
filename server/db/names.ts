/** The column of a field: names are camel case in the contract, snake case in the database. */
export const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The field of a column. */
export const fieldOf = (column: string) =>
  column.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
