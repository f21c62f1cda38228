import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { catalogKinds } from '../../../contract/history.ts';
import { type ItemKey, isItemKind } from '../../../contract/kinds.ts';
import {
  type Finding,
  finding as findingSchema,
  findings,
  fix,
  fixForm,
  itemFindings,
  type QualityRule,
  quality,
  waiverForm,
} from '../../../contract/quality.ts';
import { runningTerm } from '../../../contract/runningTerm.ts';
import { isCleanText } from '../../../contract/text.ts';
import { requireKnownTerms } from '../../catalog/knownTerms.ts';
import { createComputed } from '../../catalog/quality/computed.ts';
import { byPlace, placeOf } from '../../catalog/quality/findingOrder.ts';
import type { Found } from '../../catalog/quality/findings.ts';
import { type Rule, ruleOfId, rules } from '../../catalog/quality/rules.ts';
import { readTrends } from '../../catalog/quality/trend.ts';
import { endWaiver, readWaivers, waive } from '../../catalog/quality/waivers.ts';
import {
  ApiError,
  cannotFix,
  findingNotFound,
  itemNotFound,
  notFound,
  relationshipNotFound,
  ruleFailed,
  ruleNotFound,
} from '../../errors.ts';
import { countersOf } from '../../http/access.ts';
import { actorOf } from '../../http/actor.ts';
import { pageOf } from '../../http/pagination.ts';
import type { Routes } from '../../http/routeScope.ts';
import { termParameter } from '../../http/termParameter.ts';
import { textParameter } from '../../http/textParameter.ts';
import { pathKey } from '../items/routes.ts';
import { cursorOf, placeOfCursor } from './findingCursor.ts';
import { concerns, keyFieldsOf, rowOf } from './findingKeys.ts';

const clean = z.string().check(z.minLength(1), z.refine(isCleanText));
const asOfQuery = { asOf: z.optional(termParameter) };
const { limit } = pageOf({ max: 1_000, byDefault: 200 });
const cursor = textParameter(placeOfCursor, 'Not a cursor', {
  type: 'string',
  description: 'The `next` of the previous page.',
});
const page = { limit, cursor: z.optional(cursor) };
const ofWaived = z.enum(['true', 'false']);

/** Rules of data quality, their findings, waivers and fixes (contract 12). */
export function qualityRoutes({ api, db, config }: Routes): void {
  const compute = createComputed(db, (rule, error) =>
    api.log.error({ err: error, rule }, 'a quality rule could not be computed'),
  );
  const manage = { access: 'manage:data' } as const;

  /** The running term, or the term of the request, which must be in the lookup: otherwise throws a 422. */
  async function termsOf({ query }: { query: { asOf?: string | undefined } }) {
    const running = runningTerm(new Date(), config.timeZone);
    await requireKnownTerms(db, 'QUALITY', [{ field: 'asOf', label: 'As of', term: query.asOf }]);
    return { asOf: query.asOf ?? running, running };
  }

  type Terms = Awaited<ReturnType<typeof termsOf>>;

  const computeFor = (request: FastifyRequest, rule: Rule, { asOf, running }: Terms) =>
    compute(rule, rule.isAboutActive ? running : asOf, countersOf(request));

  /** What a rule has found. Throws a 404 for an unknown rule, and a 503 if it could not be computed. */
  async function foundOf(request: FastifyRequest, id: string, terms: Terms) {
    const rule = ruleOfId(id);
    if (!rule) throw ruleNotFound();
    const found = await computeFor(request, rule, terms);
    if (!found) throw ruleFailed();
    return { rule, found };
  }

  api.get(
    '/quality',
    {
      config: manage,
      schema: {
        querystring: z.strictObject(asOfQuery),
        response: { 200: quality },
        summary: 'The rules of data quality with the numbers of their findings, errors first',
      },
    },
    async (request) => {
      const terms = await termsOf(request);
      const [waivers, trends] = [await readWaivers(db), await readTrends(db)];
      const all: QualityRule[] = [];
      for (const rule of rules) {
        const found = await computeFor(request, rule, terms);
        const open = found?.filter(({ fingerprint }) => !waivers.get(rule.id)?.has(fingerprint)).length;
        all.push({
          id: rule.id,
          severity: rule.severity,
          title: rule.title,
          why: rule.why,
          source: rule.source,
          canFix: rule.fix !== undefined,
          open: open ?? null,
          waived: found && open !== undefined ? found.length - open : null,
          state: open === undefined ? 'failed' : open > 0 ? 'found' : 'none',
          trend: [...(trends.get(rule.id) ?? [])],
        });
      }
      return { asOf: terms.asOf, rules: all };
    },
  );

  const params = z.strictObject({ rule: clean });

  api.get(
    '/quality/:rule',
    {
      config: { ...manage, missing: ruleNotFound },
      schema: {
        params,
        querystring: z.strictObject({ ...asOfQuery, ...page, waived: z.optional(ofWaived) }),
        response: { 200: findings },
        summary: 'The findings of a rule, by label',
      },
    },
    async (request) => {
      const { limit, cursor, waived } = request.query;
      const { rule, found } = await foundOf(request, request.params.rule, await termsOf(request));
      const waivers = (await readWaivers(db, rule.id)).get(rule.id);
      const waiverOf = ({ fingerprint }: Found) => waivers?.get(fingerprint) ?? null;
      const rest = found
        .filter((one) => waived === undefined || (waiverOf(one) !== null) === (waived === 'true'))
        .filter((one) => cursor === undefined || byPlace(placeOf(one), cursor) > 0);
      const shown = rest.slice(0, limit);
      const last = shown.at(-1);
      return {
        rule: rule.id,
        findings: shown.map((one) => findingOf(one, waiverOf(one))),
        next: last && rest.length > limit ? cursorOf(placeOf(last)) : null,
      };
    },
  );

  // The key of a relationship has two parts.
  const itemPaths = [
    { path: '/quality/items/:kind/:key', of: z.strictObject({ kind: clean, key: clean }) },
    {
      path: '/quality/items/:kind/:first/:second',
      of: z.strictObject({ kind: clean, first: clean, second: clean }),
    },
  ];
  for (const { path, of } of itemPaths)
    api.get(
      path,
      {
        config: { ...manage, missing: notFound },
        schema: {
          params: of,
          querystring: z.strictObject(asOfQuery),
          response: { 200: itemFindings },
          summary: path.endsWith(':key')
            ? 'The findings of an item and of its relationships'
            : 'The findings of a relationship',
        },
      },
      async (request) => {
        const { kind, ...keys } = request.params;
        const key = await existingKey(kind, Object.values(keys).join('/'));
        const terms = await termsOf(request);
        const waivers = await readWaivers(db);
        const ofItem = [];
        for (const rule of rules) {
          const found = (await computeFor(request, rule, terms)) ?? [];
          for (const one of found.filter((other) => concerns(other, kind, key))) {
            const waiver = waivers.get(rule.id)?.get(one.fingerprint) ?? null;
            ofItem.push({ rule: rule.id, severity: rule.severity, ...findingOf(one, waiver) });
          }
        }
        return { findings: ofItem };
      },
    );

  /** The key of an item or relationship as in a finding. Throws a 404 if there is none. */
  async function existingKey(kind: string, text: string): Promise<string> {
    if (!catalogKinds.includes(kind)) throw notFound();
    const missing = isItemKind(kind) ? itemNotFound(kind) : relationshipNotFound();
    const fields = keyFieldsOf(kind);
    const parts = text.split('/');
    if (parts.length !== fields.length) throw missing;
    const keys = fields.map(({ end }, at): ItemKey => {
      const parsed = z.safeParse(pathKey(end), parts[at]);
      if (!parsed.success) throw missing;
      return parsed.data;
    });
    let query = db.selectFrom(kind as 'major').select((of) => of.lit(1).as('one'));
    for (const [at, { field }] of fields.entries())
      query = query.where(field as 'majorKey', '=', keys[at] as number);
    if (!(await query.executeTakeFirst())) throw missing;
    return keys.join('/');
  }

  const waiverParams = z.strictObject({ rule: clean, fingerprint: clean });

  /** Responds with 404 before the body is read. */
  async function requireFinding(request: FastifyRequest): Promise<void> {
    const { rule, fingerprint } = request.params as z.output<typeof waiverParams>;
    const { asOf } = request.query as { asOf?: string };
    await request.deadline.race(
      (async () => {
        const terms = await termsOf({ query: { asOf } });
        const { found } = await foundOf(request, rule, terms);
        request.qualityFinding = found.find((one) => one.fingerprint === fingerprint) ?? null;
        if (!request.qualityFinding) throw findingNotFound();
      })(),
    );
  }
  api.decorateRequest('qualityFinding', null);
  const waiverConfig = { ...manage, asOneself: true, missing: findingNotFound } as const;

  api.put(
    '/quality/:rule/waivers/:fingerprint',
    {
      config: { ...waiverConfig, form: waiverForm },
      preParsing: requireFinding,
      schema: {
        params: waiverParams,
        querystring: z.strictObject(asOfQuery),
        body: waiverForm.schema,
        response: { 200: findingSchema },
        summary: 'Accept a finding, with a note. It holds while the facts of the finding hold',
      },
    },
    async (request) => {
      const waiver = await waive(db, actorOf(request), { ...request.params, note: request.body.note });
      return findingOf(request.qualityFinding as Found, waiver);
    },
  );

  api.delete(
    '/quality/:rule/waivers/:fingerprint',
    {
      config: waiverConfig,
      preParsing: requireFinding,
      schema: {
        params: waiverParams,
        querystring: z.strictObject(asOfQuery),
        response: { 204: z.null() },
        summary: 'No longer accept a finding',
      },
    },
    async (request, reply) => {
      await endWaiver(db, actorOf(request), request.params);
      return reply.code(204).send(null);
    },
  );

  api.post(
    '/quality/:rule/fix',
    {
      config: { ...manage, savesNothing: true, form: fixForm, missing: ruleNotFound },
      schema: {
        params,
        querystring: z.strictObject(asOfQuery),
        body: fixForm.schema,
        response: { 200: fix },
        summary: 'A proposal that fixes findings; saves nothing',
      },
    },
    async (request) => {
      const { rule, found } = await foundOf(request, request.params.rule, await termsOf(request));
      if (!rule.fix) throw cannotFix('This rule has no fix. Correct the items by hand.');
      const byFingerprint = new Map(found.map((one) => [one.fingerprint, one]));
      const chosen = [...new Set(request.body.fingerprints)].map((fingerprint) => {
        const one = byFingerprint.get(fingerprint);
        if (!one) throw findingNotFound();
        return one;
      });
      const without = chosen.flatMap(({ fix: values, items }, at) =>
        values ? [] : [unfixable(`fingerprints.${at}`, items[0]?.label ?? '')],
      );
      if (without.length > 0) throw new ApiError(422, without);
      return { title: rule.fix, reason: `${rule.title}. ${rule.why}`, rows: chosen.map(rowOf) };
    },
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The finding in the path of a waiver. */
    qualityFinding: Found | null;
  }
}

/** Names the place of a finding in the request, so that a client can leave it out. */
const unfixable = (field: string, label: string) => ({
  code: 'CANNOT_FIX',
  field,
  message: `${label} has no fix here. Correct it by hand, or leave it out.`,
});

const findingOf = ({ fingerprint, items, facts }: Found, waiver: Finding['waiver']): Finding => ({
  fingerprint,
  items,
  facts,
  waiver,
});
