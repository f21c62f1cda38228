import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';

let mdd: TestApp;
beforeAll(async () => {
  mdd = await testApp();
});
afterAll(() => mdd.close());

const get = async <Row>(path: string) => (await mdd.as('viewer').get<Row[]>(path)).body;

describe('The lookups', () => {
  test('list each award type once, by degreeShort', async () => {
    const awards = await get<{ degreeShort: string }>('/lookups/awardTypes');
    const names = awards.map(({ degreeShort }) => degreeShort);
    expect(names).toEqual(expect.arrayContaining(['BA', 'BS', 'PhD']));
    expect(new Set(names).size).toBe(names.length);
  });

  test('list each term once, by termYyyyst and termLetterYear', async () => {
    const terms = await get<{ termYyyyst: string; termLetterYear: string }>('/lookups/terms');
    expect(terms).toContainEqual(expect.objectContaining({ termYyyyst: '202592', termLetterYear: 'F25' }));
    for (const { termYyyyst, termLetterYear } of terms) {
      expect(termYyyyst).toMatch(/^\d{6}$/);
      expect(termLetterYear).not.toBe('');
    }
    expect(new Set(terms.map(({ termYyyyst }) => termYyyyst)).size).toBe(terms.length);
  });
});

test('the version is an object of fields that includes applicationVersion, without an error', async () => {
  const { status, body } = await mdd.as('support').get<Record<string, unknown>>('/version');
  expect(status).toBe(200);
  expect(body.applicationVersion).toMatch(/^\d+\.\d+\.\d+/);
  expect(body).not.toHaveProperty('error');
});
