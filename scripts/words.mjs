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
  'answer(?:s|ed|ing)?': 'response, respond',
  'persons?|people': 'user',
  'pictures?': 'screenshot',
  'natures?': 'natural key',
  'ties?|tied': 'relationship',
  'doors?': 'proposal source',
  'told|tells?|telling|said|sayings?': 'message, report, show, mean',
  'mend(?:s|ed|ing)?': 'fix, correct',
  'obstacles?': 'conflict',
  'crowd(?:s|ed)?': 'limit, many',
  alike: 'duplicate',
  'asKnown|takenOver|isPlannedOnce': 'knownAt, derivedDefaults, isNamedStatement',
  'examine(?:s|d)?': 'evaluate, check',
  'proofs?|prove[sdn]?': 'test, chaos scenario',
  'standings?': 'term state',
  whoever: 'the user that',
  anew: 'again',
  meanwhile: 'in the meantime, during',
  'all the same|in its place|that are to be': 'a plain phrase',
};

// A word by itself, or a part of a name: `answerOf`, `isAnswered`.
const patterns = Object.entries(replaced).map(([word, use]) => [
  new RegExp(`(?<![A-Za-z])(?i:${word})(?![a-z])|(?<=[a-z])(?=[A-Z])(?i:${word})(?![a-z])`, 'g'),
  use,
]);

/** Where a word remains: names in SQL, on the wire and in HTML, quoted messages, and a question's answer. */
const ALLOWED = [
  /\w*_answer\b|\}Answer\b|'answer'|\.answer\b|\banswer: (?:string|response)/g,
  /did not answer|['"`]answered['"`]|You can answer|[oO]nAnswer\b|answer applies|as an answer/g,
  /\bperson(?==|: (?:string|'User'|user|\(\))|,|"|”)|filters\.person|\{ person|"person"|person_(?:log|json)/g,
  /SIGN_IN_CROWD|'crowd'|\bcrowd: \{/g,
  /<\/?picture>|data-standing/g,
  // Titles that documents cite, and data of tests.
  /told to keep using|names the person who|the row in its place|acting person|'(?:the )?person'|kind=person/g,
  /'All the same'|Said “why”|'Said'|Said by the server|ALIKE|Lost Answers|'Meanwhile'|Meanwhile→|anew'/g,
  /picture\.csv|\/picture\|image|answer ->> |as answer|answer: 'F|0001_catalogue|0002_people/g,
];
// Files whose words are not ours to choose.
const EXCEPT = [
  /^server\/db\/(?:migrations|derived|sample)\//,
  /^(?:package-lock\.json|CHANGELOG\.md|docs\/specification\.md|scripts\/words\.mjs|test\/unit\/words\.test\.ts)$/,
];
const CODE = /\.(?:ts|tsx|mjs|js|css|html|md|json|cfg|conf|service)$/;

/**
 * The replaced words in a text, with their lines.
 * @param {string} text
 * @returns {{ line: number; word: string; use: string }[]}
 */
export function replacedWordsIn(text) {
  return text
    .split('\n')
    .flatMap((line, at) =>
      patterns.flatMap(([pattern, use]) =>
        [...ALLOWED.reduce((rest, allowed) => rest.replaceAll(allowed, ''), line).matchAll(pattern)].map(
          ([word]) => ({ line: at + 1, word, use }),
        ),
      ),
    );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const given = process.argv.slice(2);
  const files =
    given.length > 0 ? given : spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.split('\n');
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
