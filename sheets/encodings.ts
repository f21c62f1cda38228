/** How the text of a file can be encoded. */
export const encodings = ['UTF-8', 'Windows-1252', 'UTF-16'] as const;
export type Encoding = (typeof encodings)[number];
