import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import { schema } from '../../server/db/migrate.ts';

interface Entry {
  version: string;
  day: string;
  step: number;
  beside: string;
}

const entries: Entry[] = readFileSync('CHANGELOG.md', 'utf8')
  .split('\n## ')
  .slice(1)
  .map((text) => {
    const [, version = '', day = '', step, beside = ''] =
      /^(\d+\.\d+\.\d+), (\d{4}-\d\d-\d\d): .+\n\nSchema step (\d+)\. Runs beside (\S+) and later\.\n\n- /.exec(
        text,
      ) ?? [];
    expect(version, `CHANGELOG.md: ${text.slice(0, 100)}`).not.toBe('');
    return { version, day, step: Number(step), beside };
  });

const partsOf = (version: string) => version.split('.').map(Number) as [number, number, number];
const isNewer = (one: string, other: string) => {
  const [theirs, ours] = [partsOf(other), partsOf(one)];
  const at = ours.findIndex((part, place) => part !== theirs[place]);
  return at >= 0 && (ours[at] ?? 0) > (theirs[at] ?? 0);
};

describe('The top entry of CHANGELOG.md', () => {
  const [top] = entries;

  test('is the version of the program', () => {
    expect(top?.version).toBe(manifest.version);
    expect([lock.version, lock.packages[''].version]).toEqual([manifest.version, manifest.version]);
  });

  test('names the schema step, and the oldest version that works with it', () => {
    expect(top?.step).toBe(schema.step);
    const oldest = entries.findLast(({ step }) => step >= schema.oldest);
    expect(top?.beside).toBe(oldest?.version);
  });
});

test('Versions, days and steps rise', () => {
  for (const [at, later] of entries.entries()) {
    const earlier = entries[at + 1];
    if (!earlier) continue;
    expect(isNewer(later.version, earlier.version), `${later.version} after ${earlier.version}`).toBe(true);
    expect(later.day >= earlier.day && later.step >= earlier.step, later.version).toBe(true);
  }
});
