// Selects and orders the test steps to run. Plain JavaScript, because it runs before anything is installed.

/**
 * Returns the steps to run in their usual order: all of them, or the named ones and the steps that they need.
 * Throws for an unknown name.
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
  // A step always comes after the steps that it needs.
  for (const { name, needs = [] } of steps.toReversed())
    if (wanted.has(name)) for (const one of needs) wanted.add(one);
  return names.length === 0 ? steps : steps.filter(({ name }) => wanted.has(name));
}

/**
 * Performs the steps, each after those that it needs: the ones beside others one after another, while the others run one
 * after another. Heavy ones, of whichever line, run one after another too: the last of them, which takes the longest, then has
 * only light ones beside it, and none after it.
 * @template {{ name: string; needs?: readonly string[]; isBeside?: boolean; isHeavy?: boolean }} Step
 * @param {readonly Step[]} steps In an order in which each comes after those that it needs.
 * @param {(step: Step) => Promise<void>} perform
 */
export async function performInOrder(steps, perform) {
  const ended = new Map();
  let last = Promise.resolve();
  let lastBeside = last;
  let lastHeavy = last;
  for (const step of steps) {
    const before = (step.needs ?? []).map((name) => ended.get(name));
    before.push(step.isBeside ? lastBeside : last);
    if (step.isHeavy) before.push(lastHeavy);
    const turn = Promise.all(before).then(() => perform(step));
    ended.set(step.name, turn);
    if (step.isBeside) lastBeside = turn;
    else last = turn;
    if (step.isHeavy) lastHeavy = turn;
  }
  await Promise.all([last, lastBeside]);
}

/**
 * Counts the passed and failed browser tests. A test that passed only on a retry counts as failed.
 * @param {{ expected: number; unexpected: number; flaky: number }} stats
 */
export const browserCounts = ({ expected, unexpected, flaky }) => [expected, unexpected + flaky];
