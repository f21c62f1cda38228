import { createStore } from '../../lib/store.ts';

export interface Toast {
  id: number;
  text: string;
  /** Undoes what it tells of. False if that was refused, which has been shown then. */
  undo?: Undo;
}

export type Undo = () => Promise<boolean>;

/** Spec 2: a toast closes after 5000 ms. */
const SHOWN_FOR = 5000;

const toasts = createStore<readonly Toast[]>([]);
export const { read: readToasts, use: useToasts } = toasts;

let last = 0;
/** What holds the toasts now. */
const holders = new Set<'pointer' | 'focus'>();
const timers = new Map<number, number>();

const startTime = (id: number) => timers.set(id, window.setTimeout(dismissToast, SHOWN_FOR, id));

function stopTime(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

export function dismissToast(id: number): void {
  stopTime(id);
  toasts.write(toasts.read().filter((toast) => toast.id !== id));
}

/** Shows a success message, which may offer to undo. Can be called from anywhere. */
export function showToast(text: string, undo?: Undo): void {
  last += 1;
  toasts.write([...toasts.read(), { id: last, text, ...(undo ? { undo } : {}) }]);
  if (holders.size === 0) startTime(last);
}

/** Replaces what a toast says, and its time starts again. One that has gone is shown once more. */
function changeToast(id: number, text: string): void {
  const others = toasts.read().filter((toast) => toast.id !== id);
  toasts.write([...others, { id, text }].toSorted((one, other) => one.id - other.id));
  stopTime(id);
  if (holders.size === 0) startTime(id);
}

let lastUndo: Promise<void> = Promise.resolve();

/** Undoes what a toast tells of; the toast then says so. Of several, each waits for the one pressed before it. */
export function undoToast(id: number): void {
  const undo = toasts.read().find((toast) => toast.id === id)?.undo;
  if (!undo) return;
  // Without its button, so that it is clear that the press has arrived.
  changeToast(id, 'Undoing…');
  lastUndo = undoAfter(lastUndo, id, undo);
}

async function undoAfter(earlier: Promise<void>, id: number, undo: Undo): Promise<void> {
  await earlier;
  if (await undo()) changeToast(id, 'Undone');
  else dismissToast(id);
}

/** Undoes what the newest toast that can be undone tells of. Returns whether there is one. */
export function undoNewest(): boolean {
  const newest = toasts.read().findLast(({ undo }) => undo);
  if (newest) undoToast(newest.id);
  return newest !== undefined;
}

/** Keeps all toasts for as long as the pointer or the focus is on one. Afterwards their time starts again. */
export function holdToasts(by: 'pointer' | 'focus', isOnOne: boolean): void {
  const wereHeld = holders.size > 0;
  if (isOnOne) holders.add(by);
  else holders.delete(by);
  const areHeld = holders.size > 0;
  if (areHeld === wereHeld) return;
  for (const { id } of toasts.read()) (areHeld ? stopTime : startTime)(id);
}
