import { createStore } from '../../lib/store.ts';

export interface Toast {
  id: number;
  text: string;
  /** Undoes the change. Resolves to false if the undo was rejected, in which case the reason has been shown. */
  undo?: Undo;
  /** A link after the text, which then only informs. */
  link?: { to: string; label: string };
}

export type Undo = () => Promise<boolean>;

/** Spec 2: a toast closes after 5000 ms. */
const SHOWN_FOR = 5000;

const toasts = createStore<readonly Toast[]>([]);
export const { read: readToasts, use: useToasts } = toasts;

let last = 0;
type Holder = 'pointer' | 'focus';

/** The current reasons to hold the toasts. */
const holders = createStore<ReadonlySet<Holder>>(new Set());
export const useAreToastsHeld = () => holders.use().size > 0;
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
export const showToast = (text: string, undo?: Undo): void => add({ text, ...(undo ? { undo } : {}) });

/** Shows a message that ends with a link, unless it is still shown. */
export function showHint(text: string, link: { to: string; label: string }): void {
  if (!toasts.read().some((toast) => toast.text === text)) add({ text, link });
}

function add(toast: Omit<Toast, 'id'>): void {
  last += 1;
  toasts.write([...toasts.read(), { id: last, ...toast }]);
  if (holders.read().size === 0) startTime(last);
}

/** Replaces the text of a toast and restarts its timer. A toast that has closed is shown again. */
function changeToast(id: number, text: string): void {
  const others = toasts.read().filter((toast) => toast.id !== id);
  toasts.write([...others, { id, text }].toSorted((one, other) => one.id - other.id));
  stopTime(id);
  if (holders.read().size === 0) startTime(id);
}

let lastUndo: Promise<void> = Promise.resolve();

/**
 * Undoes the change of a toast, which then shows 'Undone'. Several undos run one after another, in the order of the clicks.
 */
export function undoToast(id: number): void {
  const undo = toasts.read().find((toast) => toast.id === id)?.undo;
  if (!undo) return;
  // Without its button, to show that the click was received.
  changeToast(id, 'Undoing…');
  lastUndo = undoAfter(lastUndo, id, undo);
}

async function undoAfter(earlier: Promise<void>, id: number, undo: Undo): Promise<void> {
  await earlier;
  if (await undo()) changeToast(id, 'Undone');
  else dismissToast(id);
}

/** Keeps all toasts open while the pointer or the focus is on one. Their timers restart afterward. */
export function holdToasts(by: Holder, isOnOne: boolean): void {
  const before = holders.read();
  if (before.has(by) === isOnOne) return;
  const after = new Set(before);
  if (isOnOne) after.add(by);
  else after.delete(by);
  holders.write(after);
  const isHeld = after.size > 0;
  if (isHeld === before.size > 0) return;
  for (const { id } of toasts.read()) (isHeld ? stopTime : startTime)(id);
}
