// Which steps of the tests run: plain JavaScript, before anything is installed.

/**
 * The steps to run, in their own order: all, or those that are named with what each of them needs.
 * Throws where a name is none of theirs.
 * @template {{ name: string; needs?: readonly string[] }} Step
 * @param {readonly Step[]} steps
 * @param {readonly string[]} names
 * @returns {readonly Step[]}
 */
export function stepsToRun(steps, names) {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0)
    throw new Error(
      `There is no step ${unknown.join(', ')}. There are: ${steps.map(({ name }) => name).join(', ')}.`,
    );
  const wanted = new Set(names);
  // What a step needs stands before it.
  for (const { name, needs = [] } of steps.toReversed())
    if (wanted.has(name)) for (const one of needs) wanted.add(one);
  return names.length === 0 ? steps : steps.filter(({ name }) => wanted.has(name));
}

/**
 * How many browser tests passed and failed. One that passed at its second try has failed.
 * @param {{ expected: number; unexpected: number; flaky: number }} stats
 */
export const browserCounts = ({ expected, unexpected, flaky }) => [expected, unexpected + flaky];
