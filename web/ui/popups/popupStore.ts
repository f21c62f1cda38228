import { flushSync } from 'react-dom';
import { UNKNOWN_ERROR } from '../../../contract/errors.ts';
import { NeedsConfirmation, type ShownError } from '../../lib/api.ts';
import { createStore } from '../../lib/store.ts';

/** The appearance of a question, apart from its texts. */
export interface Question {
  /** The subject of the question. */
  subject?: string | undefined;
  /** Continue deletes something. */
  isDestructive?: boolean;
  /** Asks for the reason of the change too. The value is the reason so far. */
  reason?: string;
  /** The URLs of the counts in the texts, by noun: '12 degrees' links to the URL of 'degrees'. */
  links?: Readonly<Record<string, string>>;
}

/** The state of both popups (spec 3). Kept outside React because failed requests report here from anywhere. */
interface Popups {
  errors: readonly ShownError[];
  showErrorModal: boolean;
  warnings: readonly string[];
  question: Question;
  showWarningModal: boolean;
  /** Called on Continue, with the reason, and on Cancel. */
  continueAction: ((reason: string) => void) | null;
  cancelAction: (() => void) | null;
}

const closed: Popups = {
  errors: [],
  showErrorModal: false,
  warnings: [],
  question: {},
  showWarningModal: false,
  continueAction: null,
  cancelAction: null,
};

const popups = createStore(closed);
export const { read: readPopups, use: usePopups } = popups;

/** Shows the error popup. New errors are merged with those already shown, one per code (spec 4). */
export function showErrors(errors: readonly ShownError[]): void {
  const more = errors.length > 0 ? errors : [UNKNOWN_ERROR];
  const byCode = new Map([...popups.read().errors, ...more].map((error) => [error.code, error]));
  popups.read().cancelAction?.();
  popups.write({ ...closed, errors: [...byCode.values()], showErrorModal: true });
}

/** Shows the warning popup, which replaces the error popup. */
export function showWarnings(
  warnings: readonly string[],
  continueAction: (reason: string) => void,
  cancelAction: (() => void) | null = null,
  question: Question = {},
): void {
  popups.read().cancelAction?.();
  popups.write({ ...closed, warnings, question, showWarningModal: true, continueAction, cancelAction });
}

/** Whether a message or a question is open. */
export const isPopupOpen = (): boolean => popups.read().showErrorModal || popups.read().showWarningModal;

/** Closes the popup and runs the cancel action, if there is one. */
export function dismissPopups(): void {
  const { cancelAction } = popups.read();
  popups.write(closed);
  cancelAction?.();
}

/** Closes the popup and runs the continue action. */
export function continueAfterWarning(reason = ''): void {
  const { continueAction } = popups.read();
  // Before a dialog behind it closes, so that the focus returns to the control that opened that dialog.
  flushSync(() => popups.write(closed));
  continueAction?.(reason);
}

/** The user chose Cancel at a warning; nothing was changed. */
export class Canceled extends Error {
  constructor() {
    super('Canceled');
    this.name = 'Canceled';
  }
}

/** Options of a save: whether the user has accepted the server's warnings, and the reason for the change. */
export interface SaveOptions {
  override: boolean;
  reason: string;
}

/**
 * Sends a request. If the server asks for a confirmation, shows its warnings, and on Continue repeats the request with the
 * override and the reason, which the user may have edited. Throws `Canceled` on Cancel.
 */
export async function confirmed<Result>(
  make: (how: SaveOptions) => Promise<Result>,
  reason: string,
  question: Question = {},
): Promise<Result> {
  try {
    return await make({ override: false, reason });
  } catch (error) {
    if (!(error instanceof NeedsConfirmation)) throw error;
    return await new Promise((resolve, reject) => {
      const onContinue = (why: string) => make({ override: true, reason: why }).then(resolve, reject);
      showWarnings(
        error.warnings,
        (why) => void onContinue(why),
        () => reject(new Canceled()),
        { ...question, reason },
      );
    });
  }
}
