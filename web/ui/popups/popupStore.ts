import { UNKNOWN_ERROR } from '../../../contract/errors.ts';
import { NeedsConfirmation, type ShownError } from '../../lib/api.ts';
import { createStore } from '../../lib/store.ts';

/** What a question shows besides its texts. */
export interface Question {
  /** What it is about. */
  subject?: string | undefined;
  /** Continue deletes something. */
  isDestructive?: boolean;
  /** Asks for the reason of the change too. This one is already typed. */
  reason?: string;
  /** The addresses of what the texts count, by noun: '12 degrees' leads to that of 'degrees'. */
  links?: Readonly<Record<string, string>>;
}

/** The state of both popups (spec 3). Kept outside React because failed calls report here from anywhere. */
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

const nothing: Popups = {
  errors: [],
  showErrorModal: false,
  warnings: [],
  question: {},
  showWarningModal: false,
  continueAction: null,
  cancelAction: null,
};

const popups = createStore(nothing);
export const { read: readPopups, use: usePopups } = popups;

/** Shows the error popup. New errors are merged with those already shown, one per code (spec 4). */
export function showErrors(errors: readonly ShownError[]): void {
  const more = errors.length > 0 ? errors : [UNKNOWN_ERROR];
  const byCode = new Map([...popups.read().errors, ...more].map((error) => [error.code, error]));
  popups.read().cancelAction?.();
  popups.write({ ...nothing, errors: [...byCode.values()], showErrorModal: true });
}

/** Shows the warning popup, which replaces the error popup. */
export function showWarnings(
  warnings: readonly string[],
  continueAction: (reason: string) => void,
  cancelAction: (() => void) | null = null,
  question: Question = {},
): void {
  popups.read().cancelAction?.();
  popups.write({ ...nothing, warnings, question, showWarningModal: true, continueAction, cancelAction });
}

/** Closes the popup and runs the cancel action, if there is one. */
export function dismissPopups(): void {
  const { cancelAction } = popups.read();
  popups.write(nothing);
  cancelAction?.();
}

/** Closes the popup and runs the continue action. */
export function continueAfterWarning(reason = ''): void {
  const { continueAction } = popups.read();
  popups.write(nothing);
  continueAction?.(reason);
}

/** The user chose Cancel at a warning; nothing was changed. */
export class Canceled extends Error {
  constructor() {
    super('Canceled');
    this.name = 'Canceled';
  }
}

/** How a change is made: whether the user has accepted the server's warnings, and why it is made. */
export interface SaveOptions {
  override: boolean;
  reason: string;
}

/**
 * Makes a call. If the server asks for a confirmation, shows its warnings, and on Continue repeats the call with the
 * override and the reason, which may have been changed. Throws `Canceled` on Cancel.
 */
export async function confirmed<Answer>(
  make: (how: SaveOptions) => Promise<Answer>,
  reason: string,
  question: Question = {},
): Promise<Answer> {
  try {
    return await make({ override: false, reason });
  } catch (error) {
    if (!(error instanceof NeedsConfirmation)) throw error;
    return await new Promise((resolve, reject) => {
      const goOn = (why: string) => make({ override: true, reason: why }).then(resolve, reject);
      showWarnings(
        error.warnings,
        (why) => void goOn(why),
        () => reject(new Canceled()),
        { ...question, reason },
      );
    });
  }
}
