export type Delimiter = ',' | ';' | '\t';

export const delimiters: readonly Delimiter[] = [',', ';', '\t'];
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
  const lines = [{ ',': 0, ';': 0, '\t': 0 }];
  let isQuoted = false;
  for (const one of text) {
    if (one === '"') isQuoted = !isQuoted;
    const line = lines.at(-1);
    if (isQuoted || !line) continue;
    if (one === ',' || one === ';' || one === '\t') line[one] += 1;
    if ((one === '\n' || one === '\r') && lines.push({ ',': 0, ';': 0, '\t': 0 }) > LINES) break;
  }
  return lines;
}
