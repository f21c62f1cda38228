import * as z from 'zod/mini';
import { brokenRules, type Form, factsOfForm } from '../../contract/form.ts';
import type { FormRule } from '../../contract/rules.ts';
import { goodValues } from './formValues.ts';

/**
 * A body with the values that a test is about, and with other fields adjusted so that the rules between fields hold. If
 * that is impossible, such as when the test is about a rule, only the values are set.
 */
export function fitting<Body extends object, About extends object>(
  form: Form,
  body: Body,
  about: About,
): Body & About {
  const given = { ...body, ...about };
  return (fit(form, given, Object.keys(about)) ?? given) as Body & About;
}

function fit(form: Form, body: object, fixed: readonly string[]): object | undefined {
  const broken = brokenRule(form, body);
  if (!broken) return body;
  const facts = Object.entries(factsOfForm(form));
  for (const [name, about] of facts.filter(([name]) => broken.fields.includes(name) && !fixed.includes(name)))
    for (const [, value] of goodValues(about, undefined)) {
      const found = fit(form, { ...body, [name]: value }, [...fixed, name]);
      if (found) return found;
    }
  return undefined;
}

/** The first rule between fields that a body breaks. Fields whose values are illegal on their own are ignored. */
export function brokenRule({ fields, rules }: Form, body: object): FormRule | undefined {
  const given = new Map<string, unknown>(Object.entries(body));
  const read = Object.entries(fields).map(
    ([name, field]) => [name, z.safeParse(field, given.get(name))] as const,
  );
  const values = Object.fromEntries(read.map(([name, { data }]) => [name, data]));
  const wrong = read.filter(([, { success }]) => !success).map(([name]) => name);
  return rules.find((rule) => brokenRules(fields, [rule], values, (name) => wrong.includes(name)).length > 0);
}
