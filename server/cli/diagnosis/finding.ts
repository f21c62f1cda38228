import { StartupError } from '../../runtime/startupError.ts';

/** The result of a check, as one sentence that says what to do if something is wrong, or why it could not be made. */
export interface Finding {
  state: 'ok' | 'wrong' | 'not checked';
  sentence: string;
}

export const ok = (sentence: string): Finding => ({ state: 'ok', sentence });
export const wrong = (sentence: string): Finding => ({ state: 'wrong', sentence });
export const notChecked = (sentence: string): Finding => ({ state: 'not checked', sentence });

/** `1 day`, `2 days`. */
export const numberOf = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** The result of work that throws a `StartupError` if something is wrong. */
export const findingOf = (work: Promise<Finding>): Promise<Finding> =>
  work.catch((error: unknown) => {
    if (error instanceof StartupError) return wrong(error.message);
    throw error;
  });
