/** A column in the dialog: whether it is shown, and its place in the list. */
export interface Choice {
  id: string;
  header: string;
  isShown: boolean;
}

/** The columns that are shown first, in their order, then the others. */
export function choicesOf(
  all: readonly { id: string; header: string }[],
  shown: readonly string[],
): Choice[] {
  const known = new Map(all.map((column) => [column.id, column]));
  const first = shown.flatMap((id) => known.get(id) ?? []);
  return [
    ...first.map(({ id, header }) => ({ id, header, isShown: true })),
    ...all.filter(({ id }) => !shown.includes(id)).map(({ id, header }) => ({ id, header, isShown: false })),
  ];
}

/** Moves a column to the place of another: before it on the way up, after it on the way down. */
export function moved(choices: readonly Choice[], id: string, to: string): readonly Choice[] {
  const [from, at] = [id, to].map((one) => choices.findIndex((choice) => choice.id === one));
  const choice = choices[from ?? -1];
  if (!choice || at === undefined || at < 0 || from === at) return choices;
  const others = choices.filter((one) => one !== choice);
  return [...others.slice(0, at), choice, ...others.slice(at)];
}
