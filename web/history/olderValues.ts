import type { ChangeEntry, ChangeSetWithEntries } from '../../contract/history.ts';
import { isSubject, type Subject } from './describeChange.ts';
import { readOwnEntry } from './historyQueries.ts';

type Values = Record<string, unknown>;

const ownEntry = ({ entries }: ChangeSetWithEntries, of: Subject) =>
  entries.find((one) => isSubject(one, of));

/** Whether the change set at this index left the item with values that differ from today's. */
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
 * The item's values after a change set of its history (newest first), computed from today's values back through all newer
 * change sets. After a deletion these are the values before it.
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
  return undone.reduce(revert, { ...today });
}

const revert = (values: Values, entry: ChangeEntry | undefined): Values => ({
  ...values,
  ...Object.fromEntries((entry?.fields ?? []).map(({ name, before }) => [name, before])),
});

/** The item's own entry of a change set. A change set with many relationships may not include it. */
async function entryIn(set: ChangeSetWithEntries, of: Subject): Promise<ChangeEntry | undefined> {
  const shown = ownEntry(set, of);
  return shown || set.entries.length >= set.entryCount ? shown : await readOwnEntry(set.id, of);
}
