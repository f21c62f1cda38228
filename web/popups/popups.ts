import { useSyncExternalStore } from 'react';
import { type ErrorItem, UNKNOWN_ERROR } from '../../contract/errors.ts';
import { NeedsConfirmation } from '../api.ts';

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

let popups = nothing;
const listeners = new Set<() => void>();

function show(next: Popups): void {
  popups = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const readPopups = (): Popups => popups;
export const usePopups = (): Popups => useSyncExternalStore(subscribe, readPopups);

/** Shows the error popup: new errors join those already there, one for each code (spec 4). */
export function showErrors(errors: readonly ErrorItem[]): void {
  const more = errors.length > 0 ? errors : [UNKNOWN_ERROR];
  const byCode = new Map([...popups.errors, ...more].map((error) => [error.code, error]));
  popups.cancelAction?.();
  show({ ...nothing, errors: [...byCode.values()], showErrorModal: true });
}

/** Shows the warning popup in place of the error popup. */
export function showWarnings(
  warnings: readonly string[],
  continueAction: () => void,
  cancelAction: (() => void) | null = null,
): void {
  popups.cancelAction?.();
  show({ ...nothing, warnings, showWarningModal: true, continueAction, cancelAction });
}

export function dismissPopups(): void {
  const { cancelAction } = popups;
  show(nothing);
  cancelAction?.();
}

/** Continue: closes the popup and goes on. */
export function continueAfterWarning(): void {
  const { continueAction } = popups;
  show(nothing);
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
