import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { secrets, settings } from '../../server/config/config.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const page = read('docs/connect-your-provider.md');
const names = (pattern: RegExp, text = page) => new Set([...text.matchAll(pattern)].map(([, name]) => name));

test('every setting that docs/connect-your-provider.md names exists', () => {
  const documented = [...names(/[`$]([A-Z]+_[A-Z_]+)\b/g), ...names(/^([A-Z_]+)=/gm)];
  const named = documented.filter((name) => name && !name.startsWith('SIGN_IN_'));
  expect(named.length).toBeGreaterThan(10);
  const known: readonly string[] = [...settings, ...secrets.map((name) => `${name}_FILE`)];
  for (const name of named) expect(known).toContain(name);
});

test('it quotes every page that rejects a sign-in for a reason that an operator can fix', () => {
  const errors = read('server/auth/signInErrors.ts');
  const [, pages = ''] = /const pages[^=]*= \{\n([\s\S]*?)\n\};/.exec(errors) ?? [];
  const reasons = [...names(/^ {2}(\w+): \{$/gm, pages)].map((reason) => `SIGN_IN_${reason?.toUpperCase()}`);
  const documented = names(/`(SIGN_IN_[A-Z]+)`/g);
  // The others are faults of requests or of the server, which do not involve the provider.
  expect(new Set(reasons)).toEqual(
    documented.add('SIGN_IN_ADDRESS').add('SIGN_IN_BUSY').add('SIGN_IN_FAULT'),
  );
  for (const text of names(/^\| “([^”]+)” \|/gm)) expect(pages).toContain(text);
});

test('its quotes from the log are messages that the server writes', () => {
  const sources = ['routes', 'signInErrors', 'claims', 'providerError'].map((name) =>
    read(`server/auth/${name}.ts`),
  );
  for (const text of [
    'the sign-in provider did not answer at logout',
    'a sign-in was refused',
    'signed in',
    'the claim with the network ID',
  ]) {
    expect(page).toContain(text);
    expect(sources.join('')).toContain(text);
  }
});

test('its links resolve', () => {
  for (const target of names(/\]\(([^)#:]+)[^)]*\)/g))
    expect(existsSync(resolve('docs', target ?? '')), target).toBe(true);
});
