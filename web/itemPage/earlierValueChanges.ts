import type { EarlierValue, ItemEarlierValue } from '../../contract/earlierValues.ts';
import { itemEndpoint } from '../catalog/items/itemView.ts';
import { isSubject, type Subject } from '../history/describeChange.ts';
import { historyQuery } from '../history/historyQueries.ts';
import { type Changed, change, RequestError, request } from '../lib/api.ts';
import { earlierValuesQuery, queryClient } from '../lib/queries.ts';
import type { SaveOptions } from '../ui/popups/popupStore.ts';

/** Names an earlier value of an item. */
type EarlierName = Pick<EarlierValue, 'field' | 'lastTerm'>;

const isSame = (one: EarlierName, other: EarlierName) =>
  one.field === other.field && one.lastTerm === other.lastTerm;

const pathOf = ({ kind, key }: Subject) => `${itemEndpoint(kind, key)}/earlier-values`;

const endpointOf = (of: Subject, { field, lastTerm }: EarlierName) =>
  `${pathOf(of)}/${encodeURIComponent(field)}/${encodeURIComponent(lastTerm)}`;

/** An earlier value as it is stored now; undefined if there is none. */
export const readEarlierValue = async (of: Subject, name: EarlierName): Promise<EarlierValue | undefined> =>
  (await request<EarlierValue[]>('GET', pathOf(of))).find((one) => isSame(one, name));

/** What to save. Without a version it is a new earlier value. */
interface Saved extends EarlierName {
  value: string | null;
  version: number | null;
}

/** Saves an earlier value. A new one never replaces another: that is an error at its last term. */
export async function saveEarlierValue(
  of: Subject,
  { value, version, ...name }: Saved,
  how: SaveOptions,
): Promise<Changed<EarlierValue>> {
  if (version === null && (await readEarlierValue(of, name))) throw new RequestError([EXISTS]);
  const body = version === null ? { value } : { value, version };
  return await change('PUT', endpointOf(of, name), { body, ...how });
}

const EXISTS = {
  code: 'EARLIER_VALUE_EXISTS',
  message: 'The field has an earlier value through this term already. Edit that one',
  field: 'lastTerm',
};

export const deleteEarlierValue = (of: Subject, name: EarlierName, reason: string) =>
  change('DELETE', endpointOf(of, name), { reason });

/** Applies a save to the loaded earlier values and history (spec 4). */
export const mergeEarlierValue = (of: Subject, saved: EarlierValue): void =>
  replaceIn(of, saved, [{ ...saved, ...of }]);

/** Applies a deletion in the same way. */
export const dropEarlierValue = (of: Subject, name: EarlierName): void => replaceIn(of, name, []);

function replaceIn(of: Subject, name: EarlierName, by: readonly ItemEarlierValue[]): void {
  queryClient.setQueryData(
    earlierValuesQuery.queryKey,
    (all) => all && [...all.filter((one) => !(isSubject(one, of) && isSame(one, name))), ...by],
  );
  void queryClient.invalidateQueries({ queryKey: historyQuery(of).queryKey });
}
