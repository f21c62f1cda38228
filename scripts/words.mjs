// Fails on words that were replaced by the standard terms of the field (docs/glossary.md has those that remain our own), and on
// British spelling: in names, comments and strings. Usage: node scripts/words.mjs [FILE…], all tracked files without any.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The replaced words, each with what to write. */
const replaced = {
  'catalogue\\w*': 'catalog',
  'licence\\w*': 'license',
  'colour\\w*': 'color',
  grey: 'gray',
  'neighbour\\w*': 'neighbor',
  'programmes?': 'program',
  'behaviour\\w*': 'behavior',
};

const BOUNDARY = '(?<![A-Za-z])';
const patterns = Object.entries(replaced).map(([word, use]) => [
  new RegExp(`${BOUNDARY}(?:${word})(?![a-z])`, 'gi'),
  use,
]);

// The texts of others: names of files that have run, lists of the sample data, what CSS, SQL and browsers call it.
const EXCEPT = [/^server\/db\/(?:migrations|derived|sample)\//, /^package-lock\.json$/, /^scripts\/words\.mjs$/];
const CODE = /\.(?:ts|tsx|mjs|js|css|html|md|json|cfg|conf|service)$/;

/**
 * The replaced words in a text, with their lines.
 * @param {string} text
 * @returns {{ line: number; word: string; use: string }[]}
 */
export function replacedWordsIn(text) {
  return text.split('\n').flatMap((line, at) =>
    patterns.flatMap(([pattern, use]) =>
      [...line.matchAll(pattern)].map(([word]) => ({ line: at + 1, word, use })),
    ),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const given = process.argv.slice(2);
  const files = given.length > 0 ? given : spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.split('\n');
  const found = files
    .filter((file) => CODE.test(file) && !EXCEPT.some((one) => one.test(file)))
    .flatMap((file) =>
      replacedWordsIn(readFileSync(file, 'utf8')).map(
        ({ line, word, use }) => `${file}:${line}: “${word}” was replaced: write “${use}”.`,
      ),
    );
  for (const sentence of found) console.error(sentence);
  process.exitCode = found.length > 0 ? 1 : 0;
}
