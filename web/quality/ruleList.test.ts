import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { QualityRule } from '../../contract/quality.ts';
import { RuleList } from './RuleList.tsx';
import { summaryOf } from './ruleSummary.ts';

const rule: QualityRule = {
  id: 'a-rule',
  severity: 'error',
  title: 'A rule',
  why: 'It matters.',
  source: 'A guide',
  canFix: false,
  open: 3,
  waived: 1,
  state: 'found',
  trend: [],
};

/** The texts of a list with this rule. */
function textsOf(values: Partial<QualityRule>): string {
  const list = createElement(RuleList, { label: 'Rules', rules: [{ ...rule, ...values }] });
  const client = createElement(QueryClientProvider, { client: new QueryClient() }, list);
  const page = createElement(MemoryRouter, null, createElement(MantineProvider, null, client));
  return renderToStaticMarkup(page)
    .replace(/<style.*?<\/style>/g, '')
    .replace(/<[^>]*>/g, '|');
}

test('a rule shows its severity in words, and its numbers', () => {
  const texts = textsOf({});
  for (const text of ['Error', 'A rule', 'It matters.', 'A guide', '3', '1 waived'])
    expect(texts).toContain(`|${text}|`);
});

test('a rule that could not be computed has no number', () => {
  const texts = textsOf({ state: 'failed', open: null, waived: null });
  expect(texts).toContain('|Could not be computed|');
  expect(texts).not.toMatch(/\d| open/);
});

test('a trend shows its first number if it differs, and has all numbers in words', () => {
  const trend = [
    { day: '2026-11-03', open: 5 },
    { day: '2026-11-10', open: 3 },
  ];
  const texts = textsOf({ trend });
  expect(texts).toContain('|was 5 on Nov 3, 2026|');
  expect(texts).toContain('|Open in the running term: 5 on Nov 3, 2026, 3 on Nov 10, 2026|');
  const steady = trend.map((point) => ({ ...point, open: 3 }));
  expect(textsOf({ trend: steady })).not.toContain('was');
});

test('the summary counts by severity, and names rules that could not be computed', () => {
  const failed: QualityRule = { ...rule, state: 'failed', open: null, waived: null };
  expect(summaryOf([rule, { ...rule, severity: 'notice', open: 1 }])).toBe(
    '3 errors, 0 warnings, 1 notice open.',
  );
  expect(summaryOf([rule, failed])).toBe(
    '3 errors, 0 warnings, 0 notices open. 1 rule could not be computed.',
  );
});
