/** The supported encodings of a text file. */
export const encodings = ['UTF-8', 'Windows-1252', 'UTF-16'] as const;
export type Encoding = (typeof encodings)[number];
