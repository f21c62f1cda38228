import { type ErrorItem, UNKNOWN_ERROR } from '../../contract/errors.ts';
import { NeedsConfirmation } from '../api.ts';
import { storeOf } from '../store.ts';

/** Spec 3, modal state. Outside of React, because failed calls report here from wherever they are made. */
interface Popups {
  errors: readonly ErrorItem[];
  showErrorModal: boolean;
  warnings: readonly string[];
  showWarningModal: boolean;
  /** What Continue does, and what Cancel. */
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

const popups = storeOf(nothing);
export const { read: readPopups, use: usePopups } = popups;

/** Shows the error popup: new errors join those already there, one for each code (spec 4). */
export function showErrors(errors: readonly ErrorItem[]): void {
  const more = errors.length > 0 ? errors : [UNKNOWN_ERROR];
  const byCode = new Map([...popups.read().errors, ...more].map((error) => [error.code, error]));
  popups.read().cancelAction?.();
  popups.write({ ...nothing, errors: [...byCode.values()], showErrorModal: true });
}

/** Shows the warning popup in place of the error popup. */
export function showWarnings(
  warnings: readonly string[],
  continueAction: () => void,
  cancelAction: (() => void) | null = null,
): void {
  popups.read().cancelAction?.();
  popups.write({ ...nothing, warnings, showWarningModal: true, continueAction, cancelAction });
}

export function dismissPopups(): void {
  const { cancelAction } = popups.read();
  popups.write(nothing);
  cancelAction?.();
}

/** Continue: closes the popup and goes on. */
export function continueAfterWarning(): void {
  const { continueAction } = popups.read();
  popups.write(nothing);
  continueAction?.();
}

/** The person saw a warning and chose Cancel; nothing happened. */
export class Cancelled extends Error {
  constructor() {
    super('Cancelled');
    this.name = 'Cancelled';
  }
}

/** Makes a call; if the server wants it confirmed, asks, and on Continue makes the same call with the override. */
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
