export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

const none = { ',': 0, ';': 0, '\t': 0, '|': 0 };
/** So many lines tell. */
const LINES = 20;

/** What separates the values of a text: what most of its first lines have equally often, outside of quotation marks. */
export function delimiterOf(text: string): Delimiter {
  const lines = countsOf(text);
  const scores = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line[delimiter]).filter((count) => count > 0);
    const alike = [...Map.groupBy(counts, (count) => count)].map(
      ([count, all]) => all.length + count / text.length,
    );
    return { delimiter, score: Math.max(0, ...alike) };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

/** How often each delimiter is in each of the first lines. */
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
