// Values that a file does not have, filled in for its new items (contract/newValues.ts).

/** The ID of the choice of another value. */
export const newValueId = (name: string): string => `new ${name}`;

/** The choice of no value. */
export const NO_VALUE = 'none';
