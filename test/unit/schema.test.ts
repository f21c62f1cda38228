import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = 'server/db';
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const filesIn = (name: string) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`);

test('a released migration is never edited', () => {
  const hashes = Object.fromEntries(filesIn('migrations').map((file) => [file, hashOf(read(file))]));
  expect(hashes, 'Add a migration, and its hash here').toEqual({
    'migrations/0001_catalogue.sql': '78e106b66e9ac80f',
    'migrations/0002_people.sql': '3ed04d1b05d1c54e',
    'migrations/0003_changes.sql': 'c92391d933421453',
    'migrations/0004_history.sql': 'aa3cfec6ec8aeaaf',
    'migrations/0005_proposals.sql': '09a93dcedc38f88b',
    'migrations/0006_known_states.sql': '27f8c29eccc2c475',
    'migrations/0007_plain_spaces.sql': 'fd4248a116c84ee6',
    'migrations/0008_plain_spaces.data.sql': '8cdfa848609fdaa7',
    'migrations/0009_import_mappings.sql': '7c29bb1af320fce1',
    'migrations/0010_views.sql': 'aeaae00014658064',
    'migrations/0011_quality.sql': '8c95f5e2862ce589',
    'migrations/0012_earlier_values.sql': 'ad4e6968cc34d7fe',
    'migrations/0013_lookup_versions.sql': '0b9f70cab6858f16',
    'migrations/0014_lookup_versions.data.sql': '3be0afdcea408258',
    'migrations/0015_tokens.sql': 'd9d579d822f5f75c',
    'migrations/0016_checks_of_text.sql': '8ac9f96df4cac97b',
  });
});
