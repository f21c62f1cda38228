/**
 * Parses CSV text (RFC 4180) into rows keyed by the names in its first line. An empty field is null. Throws an Error that
 * names the row if a row has another number of fields.
 */
export function readCsv(text: string): Record<string, string | null>[] {
  const [names = [], ...rows] = records(text);
  return rows.map((row, at) => {
    if (row.length !== names.length)
      throw new Error(`Row ${at + 1} has ${row.length} fields, and the first line ${names.length}`);
    return Object.fromEntries(names.map((name, place) => [name, row[place] || null]));
  });
}

function records(text: string): string[][] {
  const all: string[][] = [];
  let record: string[] = [];
  // A field, quoted or not, and its separator. A quoted field may contain commas, line breaks and doubled quotes.
  for (const [, quoted, bare = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    if (end === '' && record.length === 0 && quoted === undefined && bare === '') break;
    record.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    all.push(record);
    record = [];
  }
  return all;
}
