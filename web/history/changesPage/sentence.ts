import {
  type Action,
  actions,
  type ChangeEntry,
  type ChangeSet,
  type ChangeSetWithEntries,
} from '../../../contract/history.ts';
import { itemKinds } from '../../../contract/kinds.ts';
import { relationshipSpan } from '../../../contract/spans.ts';
import { isOfRelationship, titleOfSet } from '../describeChange.ts';
import { clausesOf, endsNamed, isKept, type Part, rowsNamed } from '../nameRows.ts';

/**
 * What a change set did, to follow its user: "edited major 201 U Biology", "imported 'majors.csv': created major 201 U Biology;
 * edited degree BS Biology and 47 more rows".
 */
export function predicateOf(set: ChangeSetWithEntries): Part[] {
  const { origin } = set;
  const title = titleOfSet(set);
  const file = origin === 'import' && title ? ` '${title}'` : '';
  const start = origin === 'import' ? `imported${file}: ` : origin === 'undo' ? 'undid a change: ' : '';
  const clauses = clausesOf(set, actions).map((clause) => wordsOf(set, clause));
  return [start, ...clauses.flatMap((clause, at) => (at === 0 ? clause : ['; ', ...clause]))].filter(Boolean);
}

/** 'created degrees BA Art and BS Art'. */
function wordsOf(set: ChangeSet, { action, own, count }: ReturnType<typeof clausesOf>[number]): Part[] {
  const verb = verbOf(set, action, own, count);
  const [first] = own;
  if (verb === 'created' && count === 1 && first && isOfRelationship(first))
    return ['related ', ...endsNamed(first)];
  return [`${verb} `, ...rowsNamed(own, count)];
}

const verbs: Record<Action, string> = { created: 'created', updated: 'edited', deleted: 'deleted' };
const verbsOfUndo: Record<Action, string> = { created: 'restored', updated: 'reverted', deleted: 'deleted' };

/** 'ended' only if all rows are known to have ended. */
function verbOf({ origin }: ChangeSet, action: Action, own: readonly ChangeEntry[], count: number): string {
  if (origin === 'undo') return verbsOfUndo[action];
  return action === 'updated' && own.length === count && own.every(isEnding) ? 'ended' : verbs[action];
}

const ends = new Set<string>([relationshipSpan.end, ...Object.values(itemKinds).map(({ span }) => span.end)]);
const activeFlags = new Set<string>(Object.values(itemKinds).map(({ active }) => active));

/** Whether a change gave its row an end, and nothing else except that it may no longer be active. */
const isEnding = ({ fields }: ChangeEntry): boolean =>
  fields.some(({ name, before, after }) => ends.has(name) && before === null && after !== null) &&
  fields.every(({ name }) => ends.has(name) || activeFlags.has(name));

/** The earlier values of edited items that a change set keeps. */
export const keptBy = (set: ChangeSetWithEntries): ChangeEntry[] =>
  set.entries.filter((entry) => isKept(entry, set));

/** At most this many changed fields are in the line of a change set. */
const MOST_FIELDS = 2;

/** The edited row of a change set that changed few fields of it and nothing else, except that it kept their earlier values. */
export function changedRow(set: ChangeSetWithEntries): ChangeEntry | undefined {
  const [row, ...others] = set.entries.filter((entry) => !isKept(entry, set));
  const isAlone = row && others.length === 0 && set.entries.length === set.entryCount;
  return isAlone && row.action === 'updated' && row.fields.length <= MOST_FIELDS ? row : undefined;
}
