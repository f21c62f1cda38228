import { type ImportMapping, type ImportMappingForm, importKinds } from '../../../contract/importMappings.ts';
import { possibleColumns } from '../../../intake/columns.ts';
import { compact, headerSet } from '../../../intake/words.ts';
import { changeInBackground } from '../../lib/api.ts';
import { importMappingsQuery, queryClient } from '../../lib/queries.ts';

/**
 * The saved mapping of a file with these headers, under its own headers; undefined if there is none. It leaves out the columns
 * that its kind does not have any more: these headers are matched by their text.
 */
export function mappingFor(
  mappings: readonly ImportMapping[],
  headers: readonly string[],
): ImportMapping | undefined {
  const set = headerSet(headers);
  const saved = mappings.find((one) => importKinds.includes(one.kind) && headerSet(one.headers) === set);
  if (!saved) return undefined;
  const known = new Set(['', ...possibleColumns(saved.kind).map(({ id }) => id)]);
  const ids = new Map(Object.entries(saved.columns).map(([header, id]) => [compact(header), id]));
  const columns = headers.flatMap((header) => {
    const id = ids.get(compact(header));
    return id !== undefined && known.has(id) ? [[header, id] as const] : [];
  });
  return { ...saved, headers: [...headers], columns: Object.fromEntries(columns) };
}

let saving = Promise.resolve();

/** Saves a mapping for the whole office, after earlier ones. An import works without it, so a failure has no effect. */
export function rememberMapping(mapping: ImportMappingForm): Promise<void> {
  saving = saving.then(() => save(mapping)).catch(() => {});
  return saving;
}

async function save(mapping: ImportMappingForm): Promise<void> {
  const { data } = await changeInBackground<ImportMapping>('PUT', '/import-mappings', { body: mapping });
  const set = headerSet(data.headers);
  queryClient.setQueryData(importMappingsQuery.queryKey, (mappings) =>
    mappings ? [data, ...mappings.filter(({ headers }) => headerSet(headers) !== set)] : undefined,
  );
}
