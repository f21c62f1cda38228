import { type ErrorItem, UNKNOWN_ERROR } from '../../contract/errors.ts';
import { NeedsConfirmation } from '../api.ts';
import { createStore } from '../store.ts';

/** The state of both popups (spec 3). Kept outside React because failed calls report here from anywhere. */
interface Popups {
  errors: readonly ErrorItem[];
  showErrorModal: boolean;
  warnings: readonly string[];
  showWarningModal: boolean;
  /** Called on Continue and on Cancel. */
  continueAction: (() => void) | null;
  cancelAction: (() => void) | null;
}

const nothing: Popups = {
  errors: [],
  showErrorModal: false,
  warnings: [],
  showWarningModal: false,
  continueAction: null,
  cancelAction: null,
};

const popups = createStore(nothing);
export const { read: readPopups, use: usePopups } = popups;

/** Shows the error popup. New errors are merged with those already shown, one per code (spec 4). */
export function showErrors(errors: readonly ErrorItem[]): void {
  const more = errors.length > 0 ? errors : [UNKNOWN_ERROR];
  const byCode = new Map([...popups.read().errors, ...more].map((error) => [error.code, error]));
  popups.read().cancelAction?.();
  popups.write({ ...nothing, errors: [...byCode.values()], showErrorModal: true });
}

/** Shows the warning popup, which replaces the error popup. */
export function showWarnings(
  warnings: readonly string[],
  continueAction: () => void,
  cancelAction: (() => void) | null = null,
): void {
  popups.read().cancelAction?.();
  popups.write({ ...nothing, warnings, showWarningModal: true, continueAction, cancelAction });
}

/** Closes the popup and runs the cancel action, if there is one. */
export function dismissPopups(): void {
  const { cancelAction } = popups.read();
  popups.write(nothing);
  cancelAction?.();
}

/** Closes the popup and runs the continue action. */
export function continueAfterWarning(): void {
  const { continueAction } = popups.read();
  popups.write(nothing);
  continueAction?.();
}

/** The user chose Cancel at a warning; nothing was changed. */
export class Cancelled extends Error {
  constructor() {
    super('Cancelled');
    this.name = 'Cancelled';
  }
}

/**
 * Makes a call. If the server asks for a confirmation, shows its warnings, and on Continue repeats the call with the
 * override. Throws `Cancelled` on Cancel.
 */
export async function confirmed<Answer>(make: (override: boolean) => Promise<Answer>): Promise<Answer> {
  try {
    return await make(false);
  } catch (error) {
    if (!(error instanceof NeedsConfirmation)) throw error;
    return await new Promise((resolve, reject) => {
      const goOn = () => make(true).then(resolve, reject);
      showWarnings(
        error.warnings,
        () => void goOn(),
        () => reject(new Cancelled()),
      );
    });
  }
}
