import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdToasts, readToasts, showToast, undoToast } from './toastStore.ts';

vi.stubGlobal('window', globalThis);

const texts = () => readToasts().map(({ text }) => text);
/** Undoes the toast with this text. */
const undoSaved = (text = 'Saved') => undoToast(readToasts().find((toast) => toast.text === text)?.id ?? 0);
/** An undo that the test completes. */
function undoing() {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  return { undo: vi.fn(() => promise), end: resolve };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.runAllTimersAsync());

test("a toast is undone only once, shows 'Undone', and then closes", async () => {
  const { undo, end } = undoing();
  showToast('Saved', undo);
  const [toast = { id: 0 }] = readToasts();
  undoToast(toast.id);
  undoToast(toast.id);
  expect(texts()).toEqual(['Undoing…']);
  end(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(['Undone']);
  expect(undo).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(texts()).toEqual(['Undone']);
  await vi.advanceTimersByTimeAsync(1);
  expect(texts()).toEqual([]);
});

test('an undo that takes longer than the toast is reported when it is done', async () => {
  const { undo, end } = undoing();
  showToast('Saved', undo);
  undoSaved();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(texts()).toEqual([]);
  end(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(['Undone']);
});

test('a toast closes if its undo is rejected: the reason is shown elsewhere', async () => {
  showToast('Saved', () => Promise.resolve(false));
  undoSaved();
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual([]);
});

test('a toast that is undone while another is waits for it', async () => {
  const [first, second] = [undoing(), undoing()];
  showToast('First', first.undo);
  showToast('Second', second.undo);
  showToast('Only shown');
  undoSaved('Second');
  expect(texts()).toEqual(['First', 'Undoing…', 'Only shown']);
  undoSaved('First');
  expect(texts()).toEqual(['Undoing…', 'Undoing…', 'Only shown']);
  await vi.advanceTimersByTimeAsync(0);
  expect(first.undo).not.toHaveBeenCalled();
  second.end(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(['Undoing…', 'Undone', 'Only shown']);
  expect(first.undo).toHaveBeenCalledTimes(1);
  first.end(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(['Undone', 'Undone', 'Only shown']);
});

test('toasts on hold stay, also when one is undone', async () => {
  showToast('Saved', () => Promise.resolve(true));
  holdToasts('focus', true);
  undoSaved();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(texts()).toEqual(['Undone']);
  holdToasts('focus', false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(texts()).toEqual([]);
});
