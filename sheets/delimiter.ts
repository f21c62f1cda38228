export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

const none = { ',': 0, ';': 0, '\t': 0, '|': 0 };
/** The number of first lines that are counted. */
const LINES = 20;

/**
 * Detects the delimiter of a text: the character with the same count, outside of quotation marks, in most of its first
 * lines.
 */
export function delimiterOf(text: string): Delimiter {
  const lines = countsOf(text);
  const scores = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line[delimiter]).filter((count) => count > 0);
    const agreements = [...Map.groupBy(counts, (count) => count)].map(
      ([count, all]) => all.length + count / text.length,
    );
    return { delimiter, score: Math.max(0, ...agreements) };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

/** The count of each delimiter in each of the first lines. */
function countsOf(text: string): Record<Delimiter, number>[] {
  const lines = [{ ...none }];
  let isQuoted = false;
  for (const one of text) {
    if (one === '"') isQuoted = !isQuoted;
    const line = lines.at(-1);
    if (isQuoted || !line) continue;
    const delimiter = delimiters.find((other) => other === one);
    if (delimiter) line[delimiter] += 1;
    if ((one === '\n' || one === '\r') && lines.push({ ...none }) > LINES) break;
  }
  return lines;
}
