import type { ErrorItem } from '../../../contract/errors.ts';
import type { ChangeSet } from '../../../contract/history.ts';
import type { Json } from '../../catalog/itemJson.ts';
import { undo } from '../../catalog/undoChangeSet.ts';
import type { UndoConflict } from '../../catalog/undoConflicts.ts';
import type { Actor } from '../../db/changeTransaction.ts';
import { largeChange } from '../../db/largeChanges.ts';
import type { Db } from '../../db/tables.ts';
import { ApiError, alreadyUndone, cannotUndo, changeSetNotFound } from '../../errors.ts';
import { limits } from '../../runtime/limits.ts';
import { changeSetOf, finishedChangeSet } from './changeSets.ts';

/**
 * Undoes a change set and returns the JSON of the new set. Throws an `ApiError` (contract 8) with each conflicting row; then
 * nothing has changed. Times in messages are in `timeZone`.
 */
export async function undoRequest(db: Db, actor: Actor, id: string, timeZone: string): Promise<Json> {
  return await largeChange(db, { ...actor, origin: 'undo', undoes: id }, limits.longWork, async (trx) => {
    const changeSet = await changeSetOf(trx, id);
    if (!changeSet) throw changeSetNotFound();
    requireUndoable(changeSet.set);
    const conflicts = await undo(trx, changeSet.number);
    if (conflicts.length > 0) throw undoConflict(conflicts, timeZone);
    return await finishedChangeSet(trx);
  });
}

function requireUndoable({ origin, undoneBy }: ChangeSet): void {
  if (origin === 'sample') throw cannotUndo('The first load');
  if (origin === 'migration') throw cannotUndo('A change that came with an upgrade');
  if (undoneBy !== null) throw alreadyUndone();
}

const undoConflict = (conflicts: readonly UndoConflict[], timeZone: string) =>
  new ApiError(
    409,
    conflicts.map(
      (conflict): ErrorItem => ({
        code: 'UNDO_CONFLICT',
        field: `${conflict.kind}/${conflict.key}`,
        message: describeConflict(conflict, timeZone),
        label: conflict.label,
        ...(conflict.requestId === null ? {} : { blockedBy: conflict.requestId }),
      }),
    ),
  );

/** Describes a conflict. The sentence begins with the label, which clients show separately. */
function describeConflict({ label, because, other, by, at }: UndoConflict, timeZone: string): string {
  const time =
    at && new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone });
  const who = by ? ` by ${by}` : '';
  const when = time ? ` on ${time}` : '';
  const messages: Record<UndoConflict['because'], string> = {
    changed: `${label} was changed${who}${when}.`,
    deleted: `${label} was deleted${who}${when}.`,
    created: `${label} was created again${who}${when}.`,
    'end deleted': `${label} cannot be restored: ${other ?? 'an item of it'} was deleted${who}${when}.`,
    related: `${label} cannot be deleted: ${other ?? 'a relationship of it'} was added${who}${when}.`,
    'award removed': `${label} needs the award type ${other}, which was removed${who}${when}. Add it again first.`,
    used: `${label} cannot be deleted: it was used in ${other ?? 'another row'}${who}${when}.`,
    'label taken': `${label} cannot be restored: its label was given to the term ${other}${who}${when}.`,
    refused: `${label} cannot be restored: the database now has a rule against it (${other}).`,
  };
  return messages[because];
}
