/** Removes the difference between upper and lower case, for searching. */
export const fold = (text: string): string => text.toLocaleLowerCase('en-US');
