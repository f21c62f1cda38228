import type { ChangeEntry, ChangeSetWithEntries } from '../../contract/history.ts';
import { isSubject, type Subject } from './describeChange.ts';
import { readOwnEntry } from './historyQueries.ts';

type Values = Record<string, unknown>;

const ownEntry = ({ entries }: ChangeSetWithEntries, of: Subject) =>
  entries.find((one) => isSubject(one, of));

/** Whether the set at this place has left the item with values that are not those of today. */
export function hasOlderValues(sets: readonly ChangeSetWithEntries[], at: number, of: Subject): boolean {
  const [own, ...newer] = sets
    .slice(0, at + 1)
    .map((set) => ownEntry(set, of))
    .toReversed();
  if (!own) return false;
  const since = own.action === 'deleted' ? [own, ...newer] : newer;
  const fields = since.flatMap((entry) => entry?.fields ?? []);
  const then = new Map(fields.toReversed().map(({ name, before }) => [name, before]));
  const today = new Map(fields.map(({ name, after }) => [name, after]));
  return [...today].some(([name, after]) => after !== then.get(name));
}

/**
 * The values that an item had after a set, one of its history's sets, newest first: from today's values back through
 * all that is newer. After a deletion there are none, so they are those before it.
 */
export async function olderValues(
  today: object,
  sets: readonly ChangeSetWithEntries[],
  { id }: ChangeSetWithEntries,
  of: Subject,
): Promise<Values> {
  const at = sets.findIndex((set) => set.id === id);
  const own = await Promise.all(sets.slice(0, at + 1).map((set) => entryIn(set, of)));
  const last = own.pop();
  const undone = last?.action === 'deleted' ? [...own, last] : own;
  return undone.reduce(takenBack, { ...today });
}

const takenBack = (values: Values, entry: ChangeEntry | undefined): Values => ({
  ...values,
  ...Object.fromEntries((entry?.fields ?? []).map(({ name, before }) => [name, before])),
});

/** What a set did to the item itself. A set with many relationships of it may not show that. */
async function entryIn(set: ChangeSetWithEntries, of: Subject): Promise<ChangeEntry | undefined> {
  const shown = ownEntry(set, of);
  return shown || set.entries.length >= set.entryCount ? shown : await readOwnEntry(set.id, of);
}
