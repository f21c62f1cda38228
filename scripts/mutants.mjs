// Makes mutants of a source: small faults, one at a time, that some test should notice. scripts/mutate.mjs runs the tests.
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

const flipped = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' };

// Of these nodes of a type only the expression runs.
const casts = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'];

/**
 * The mutants of a source: flips a comparison, drops a condition, changes a number, returns before the last statement of a function.
 * @param {string} file Its name says whether it has JSX.
 * @param {string} source
 * @returns {{ file: string, line: number, start: number, end: number, to: string, change: string }[]}
 */
export function mutantsOf(file, source) {
  const mutants = [];
  const replace = (start, end, to, change) =>
    mutants.push({ file, line: source.slice(0, start).split('\n').length, start, end, to, change });
  const textOf = ({ start, end }) => source.slice(start, end);
  const short = (node) => textOf(node).replace(/\s+/g, ' ').slice(0, 80);
  const replaceNode = (node, to, name = to) => replace(node.start, node.end, to, `${short(node)} → ${name}`);

  const changes = {
    BinaryExpression({ left, right, operator }) {
      const to = flipped[operator];
      const between = source.slice(left.end, right.start);
      if (to)
        replace(left.end, right.start, between.replace(operator, to), `${short(left)} ${operator} → ${to}`);
    },
    LogicalExpression(node) {
      if (node.operator === '??') return;
      for (const side of [node.left, node.right]) replaceNode(node, `(${textOf(side)})`, short(side));
    },
    IfStatement: ({ test }) => ['true', 'false'].forEach((to) => replaceNode(test, to)),
    ConditionalExpression: ({ test }) => ['true', 'false'].forEach((to) => replaceNode(test, to)),
    Literal(node) {
      if (typeof node.value === 'number') replaceNode(node, String(node.value + 1));
    },
    BlockStatement({ body }, parent) {
      const last = body.at(-1);
      if (/Function/.test(parent.type) && body.length > 1)
        replace(last.start, last.start, 'return; ', `returns before ${short(last)}`);
    },
  };

  (function visit(node, parent) {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, parent));
    if (typeof node?.type !== 'string') return;
    if (casts.includes(node.type)) return visit(node.expression, node);
    // Types do not run. The numbers of an element are sizes, which no such test sees.
    if (node.type.startsWith('TS') || node.type === 'JSXAttribute') return;
    changes[node.type]?.(node, parent);
    for (const value of Object.values(node)) if (value && typeof value === 'object') visit(value, node);
  })(parseSync(file, source).program);
  return mutants;
}

/** The source with a mutant's change. */
export const mutated = (source, { start, end, to }) => source.slice(0, start) + to + source.slice(end);

/**
 * Chooses `count` mutants by a seed. A change of other code does not change which ones.
 * @template {{ file: string, change: string }} Mutant
 * @param {readonly Mutant[]} mutants
 * @param {number} seed
 * @param {number} count
 * @returns {Mutant[]}
 */
export function chosen(mutants, seed, count) {
  const counts = new Map();
  const ranked = mutants.map((mutant) => {
    const name = `${mutant.file} ${mutant.change}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const rank = createHash('sha256')
      .update(`${seed} ${name} ${counts.get(name)}`)
      .digest('hex');
    return { mutant, rank };
  });
  const inOrder = ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1));
  return inOrder.slice(0, count).map(({ mutant }) => mutant);
}

/**
 * The files that import a file, also through others, the nearest first. Of those as near, first those that share words of its path.
 * @param {string} file
 * @param {ReadonlyMap<string, string>} sources Of all files, by path.
 */
export function importersOf(file, sources) {
  const near = new Map([[file, 0]]);
  // A map returns what is added to it during the loop too.
  for (const [one, distance] of near)
    for (const importer of directImporters(sources).get(one) ?? [])
      if (!near.has(importer)) near.set(importer, distance + 1);
  const words = new Set(wordsOf(file));
  const shared = (other) => wordsOf(other).filter((word) => words.has(word)).length;
  return [...near.keys()]
    .slice(1)
    .sort((one, other) => near.get(one) - near.get(other) || shared(other) - shared(one));
}

const wordsOf = (path) =>
  path
    .split(/(?=[A-Z])|[/.]/)
    .map((word) => word.toLowerCase().replace(/s$/, ''))
    .filter((word) => word !== 'ts' && word !== 'tsx');

const known = new WeakMap();
function directImporters(sources) {
  if (known.has(sources)) return known.get(sources);
  const importers = new Map();
  for (const [path, source] of sources)
    for (const [, imported] of source.matchAll(/(?<!import type [^;]*?)(?:from|import\(?)\s*'(\.[^']+)'/g)) {
      const target = join(dirname(path), imported);
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  known.set(sources, importers);
  return importers;
}
