import * as z from 'zod/mini';
import { requiredText, texts } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { catalogKinds, someone, storedValue } from './history.ts';
import { proposalRow } from './proposals.ts';

/** Rules of data quality, what they find, and waivers (contract 12). */

export const severities = ['error', 'warning', 'notice'] as const;
export type Severity = (typeof severities)[number];

/** `found`: at least one finding has no waiver. `failed`: the rule could not be computed; the other rules can. */
const ruleStates = ['found', 'none', 'failed'] as const;

/** The number of findings without a waiver after the last change of a day (`2026-11-26`). */
const trendPoint = z.object({ day: z.iso.date(), open: z.int() });
export type TrendPoint = z.output<typeof trendPoint>;

/** A rule with the numbers of its findings without and with a waiver, null if it failed. */
export const qualityRule = z.object({
  id: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  why: z.string(),
  source: z.string(),
  canFix: z.boolean(),
  open: z.nullable(z.int()),
  waived: z.nullable(z.int()),
  state: z.enum(ruleStates),
  trend: z.array(trendPoint),
});
export type QualityRule = z.output<typeof qualityRule>;

/** All rules in the term `asOf`, a `yyyyst` code. */
export const quality = z.object({ asOf: z.string(), rules: z.array(qualityRule) });
export type Quality = z.output<typeof quality>;

/** Why a finding is accepted. It holds while the facts of the finding are the same. */
export const waiver = z.object({ note: z.string(), at: z.iso.datetime(), by: someone });
export type Waiver = z.output<typeof waiver>;

/**
 * What a rule has found. `items` are the items and relationships that the rule names, by kind, then key. `facts` are the
 * stored values that the rule compares, item by item, and then those of other items at the ends of a relationship.
 */
export const finding = z.object({
  fingerprint: z.string(),
  items: z.array(
    z.object({ kind: z.enum(catalogKinds as [string, ...string[]]), key: z.string(), label: z.string() }),
  ),
  facts: z.array(z.object({ name: z.string(), value: storedValue })),
  waiver: z.nullable(waiver),
});
export type Finding = z.output<typeof finding>;

/** A page of the findings of a rule. */
export const findings = z.object({
  rule: z.string(),
  findings: z.array(finding),
  next: z.nullable(z.string()),
});
export type Findings = z.output<typeof findings>;

/** The findings of an item and of its relationships. */
export const itemFindings = z.object({
  findings: z.array(z.object({ rule: z.string(), severity: z.enum(severities), ...finding.shape })),
});
export type ItemFindings = z.output<typeof itemFindings>;

export const waiverForm = form('WAIVER', { note: requiredText('Note', 500) }, { readOnly: ['at', 'by'] });
export type WaiverForm = FormValues<typeof waiverForm>;

/** The maximum number of findings that one proposal fixes. */
export const MOST_FIXES = 1_000;

export const fixForm = form('FIX', { fingerprints: texts('Fingerprints', MOST_FIXES, 100) });
export type FixForm = FormValues<typeof fixForm>;

/** The rows of a proposal that fix findings, with its title and reason. */
export const fix = z.object({ title: z.string(), reason: z.string(), rows: z.array(proposalRow) });
export type Fix = z.output<typeof fix>;
