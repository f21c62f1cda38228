import { beforeEach, expect, test, vi } from 'vitest';
import { NeedsConfirmation, RequestError } from '../../lib/api.ts';
import {
  Canceled,
  confirmed,
  continueAfterWarning,
  dismissPopups,
  readPopups,
  type SaveOptions,
  showErrors,
  showWarnings,
} from './popupStore.ts';

const error = (code: string, message = code) => ({ code, message });
const codes = () => readPopups().errors.map(({ code }) => code);
/** A request that succeeds only with the override. */
const guarded = () =>
  vi.fn(({ override }: SaveOptions) =>
    override ? Promise.resolve('done') : Promise.reject(new NeedsConfirmation(['Sure?'])),
  );

beforeEach(() => dismissPopups());

test('merges new errors with existing ones, one for each code', () => {
  showErrors([error('A'), error('B')]);
  showErrors([error('B', 'shown again'), error('C')]);
  expect(codes()).toEqual(['A', 'B', 'C']);
});

test('shows the default error when none is given', () => {
  showErrors([]);
  expect(readPopups().errors).toEqual([{ code: 'UNKNOWN_ERROR', message: 'An unknown error occurred' }]);
});

test('shows one popup at a time', () => {
  showErrors([error('A')]);
  showWarnings(['Sure?'], () => {});
  expect(readPopups()).toMatchObject({ showErrorModal: false, errors: [], showWarningModal: true });
  showErrors([error('B')]);
  expect(readPopups()).toMatchObject({ showErrorModal: true, showWarningModal: false, warnings: [] });
});

test('dismiss resets all', () => {
  showErrors([error('A')]);
  dismissPopups();
  showErrors([error('B')]);
  expect(codes()).toEqual(['B']);
});

test('Continue makes the same call with the override and the reason, and closes the popup', async () => {
  const make = guarded();
  const response = confirmed(make, 'typed in the form');
  await vi.waitFor(() => expect(readPopups().warnings).toEqual(['Sure?']));
  expect(readPopups().question.reason).toBe('typed in the form');
  continueAfterWarning('typed in the popup');
  expect(readPopups().showWarningModal).toBe(false);
  expect(await response).toBe('done');
  expect(make.mock.calls).toEqual([
    [{ override: false, reason: 'typed in the form' }],
    [{ override: true, reason: 'typed in the popup' }],
  ]);
});

test('Cancel makes no further call', async () => {
  const make = guarded();
  const response = confirmed(make, '');
  await vi.waitFor(() => expect(readPopups().showWarningModal).toBe(true));
  dismissPopups();
  await expect(response).rejects.toThrow(Canceled);
  expect(make).toHaveBeenCalledTimes(1);
});

test('an error that is not a warning asks nothing', async () => {
  await expect(confirmed(() => Promise.reject(new RequestError([error('A')])), '')).rejects.toThrow(
    RequestError,
  );
  expect(readPopups().showWarningModal).toBe(false);
});
