import type { ErrorItem } from '../../contract/errors.ts';
import { showRefusal } from '../popups/refusal.ts';

const refusals = ['UNDO_CONFLICT', 'ALREADY_UNDONE', 'CANNOT_UNDO'];

/** Whether the server has refused an undo, in words that the dialog of refusals shows. */
export const isUndoRefused = (errors: readonly ErrorItem[]): boolean =>
  errors.some(({ code }) => refusals.includes(code));

/** Shows why an undo was refused, with each row that stands in the way and what to do, and that nothing has changed. */
export const showUndoRefused = (errors: readonly ErrorItem[]): void =>
  showRefusal({
    title: 'Undo',
    outcome: errors.some(({ code }) => code === 'UNDO_CONFLICT')
      ? 'This cannot be undone before what came after it. Nothing has changed.'
      : 'This cannot be undone. Nothing has changed.',
    reasons: errors.map(({ message }) => message),
  });
