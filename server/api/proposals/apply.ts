import type { ErrorItem } from '../../../contract/errors.ts';
import { type ApplyForm, MOST_WRITTEN } from '../../../contract/proposals.ts';
import type { ConfirmWarnings } from '../../catalog/commands.ts';
import type { Json } from '../../catalog/itemJson.ts';
import { evaluateProposal, outcomeOf } from '../../catalog/proposal/evaluateProposal.ts';
import { nounOf, type ProposedRow } from '../../catalog/proposal/proposedRow.ts';
import { write } from '../../catalog/proposal/writeProposal.ts';
import { userLabels } from '../../catalog/userLabels.ts';
import type { Actor } from '../../db/changeTransaction.ts';
import { largeChange } from '../../db/largeChanges.ts';
import type { Db } from '../../db/tables.ts';
import { ApiError, editConflict, nothingToChange } from '../../errors.ts';
import { limits } from '../../runtime/limits.ts';
import { finishedChangeSet } from '../history/changeSets.ts';
import { hashOf, recordedResponse, remember } from './appliedProposals.ts';

/**
 * Saves a proposal as one change set, and returns the set in JSON: all rows or, if this throws, none (contract 9). A
 * proposal that its user has already applied is not saved again. A save that only asks for confirmation writes nothing.
 */
export async function apply(
  db: Db,
  actor: Actor & { uciNetId: string },
  proposal: ApplyForm,
  confirm: ConfirmWarnings,
): Promise<Json> {
  const { id, origin, title } = proposal;
  const sent = { uciNetId: actor.uciNetId, id, bodyHash: await hashOf(proposal) };
  const reason = proposal.reason ?? actor.reason ?? null;
  const change = { ...actor, origin: origin as 'import' | 'bulk', title, reason };
  return await largeChange(db, change, limits.longWork, async (trx) => {
    const recorded = await recordedResponse(trx, sent);
    if (recorded !== undefined) return recorded;
    const rows = await evaluateProposal(trx, proposal.rows, true);
    throwErrors(422, rows, ({ errors }) => errors);
    const stale = rows.filter(isStale);
    // A version that is not the latest is a conflict also if another user has made the same change.
    const hasOldVersion = stale.some(({ version }) => version !== null);
    if (!hasOldVersion && rows.every((row) => outcomeOf(row) === 'same')) throw nothingToChange();
    const labelOf = await userLabels(trx, savers(stale));
    throwErrors(409, stale, (row) => conflictOf(row, labelOf));
    confirm(rows.flatMap(({ warnings }) => warnings).slice(0, MOST_WRITTEN));
    await write(trx, rows);
    const set = await finishedChangeSet(trx);
    await remember(trx, sent, set);
    return set;
  });
}

/** Throws the first errors of all rows, each with its row in its field. */
function throwErrors(
  status: number,
  rows: readonly ProposedRow[],
  errorsOf: (row: ProposedRow) => readonly ErrorItem[],
): void {
  const errors = rows.flatMap((row) =>
    errorsOf(row).map((error) => ({ ...error, field: `rows.${row.index}.${error.field}` })),
  );
  if (errors.length > 0) throw new ApiError(status, errors.slice(0, MOST_WRITTEN));
}

/** Whether a row was changed or deleted since its preview. */
const isStale = ({ version, stored, isGone }: ProposedRow): boolean =>
  isGone || (stored !== undefined && stored.row.version !== version);

/** The users who have saved these rows, each once. */
const savers = (rows: readonly ProposedRow[]): string[] => [
  ...new Set(rows.flatMap(({ stored }) => stored?.row.lastModifiedBy ?? [])),
];

/** The conflict of a stale row. `labelOf` is how messages name a user. */
function conflictOf(row: ProposedRow, labelOf: (id: string) => string): readonly ErrorItem[] {
  const { lastModifiedBy, lastModified = null } = row.stored?.row ?? {};
  const by = lastModifiedBy === undefined ? null : labelOf(lastModifiedBy);
  const { errors } = editConflict(nounOf(row), by, lastModified);
  return errors.map((error) => ({ ...error, field: 'version' }));
}
