import type { OpenQuestion } from '../../../intake/collected.ts';

/** The questions of a column that have the same reason and only one sure candidate each: one click settles all. */
export function groupsOf(questions: readonly OpenQuestion[]): OpenQuestion[][] {
  const single = questions.filter((one) => one.candidates.length === 1 && !endsInGuess(one));
  const groups = Map.groupBy(single, ({ column, wrong }) => JSON.stringify([column, wrong]));
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** 99.9900 for 99.99: a spreadsheet may have removed the zeros at the end, or the number is a mistake. */
const endsInGuess = ({ from, candidates: [only] }: OpenQuestion) =>
  /^\d+\.\d+$/.test(from) && only !== undefined && !only.value.endsWith(from);

/** The only candidate of each of these questions, by the ID of the question. */
export const onlyCandidates = (group: readonly OpenQuestion[]): Record<string, string> =>
  Object.fromEntries(group.flatMap(({ id, candidates: [only] }) => (only ? [[id, only.value]] : [])));

/** 'Use all 42: 011 for 11, …', with the name of the column if there are several groups. */
export function takeAllText(group: readonly OpenQuestion[], hasOthers: boolean): string {
  const [first] = group;
  const inColumn = hasOthers ? ` in ${first?.column ?? ''}` : '';
  const example = `${first?.candidates[0]?.label ?? ''} for ${first?.from ?? ''}`;
  return `Use all ${group.length.toLocaleString('en-US')}${inColumn}: ${example}, …`;
}
