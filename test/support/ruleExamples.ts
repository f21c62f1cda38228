import type { FieldFacts } from '../../contract/field.ts';
import { type Form, factsOfForm } from '../../contract/form.ts';
import type { FormRule } from '../../contract/rules.ts';
import { examplesOf } from './formValues.ts';

type Row = Record<string, unknown>;

/**
 * Values of the fields of a rule that keep it, and values that break it, from examples of each field. Throws if there are none
 * of either: then the fields need other examples.
 */
export function ruleExamples(form: Form, rule: FormRule): { kept: Row[]; broken: Row[] } {
  const facts = factsOfForm(form);
  const rows = rule.fields.reduce<Row[]>(
    (shorter, name) =>
      shorter.flatMap((row) => valuesOf(facts[name]).map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
  const [kept, broken] = [rows.filter(rule.holds), rows.filter((row) => !rule.holds(row))];
  if (kept.length === 0 || broken.length === 0)
    throw new Error(`No examples show the rule ${rule.code} of ${rule.fields.join(', ')}`);
  return { kept, broken };
}

/** Several legal values of a field, from the first to the last if it has an order. */
function valuesOf(facts: FieldFacts | undefined): unknown[] {
  if (!facts) throw new Error('A rule names a field that its form lacks');
  const { min, max, byDefault, lookup, pattern, length, maxLength = 0, options, required } = facts;
  const none = required ? [] : [null];
  if (byDefault !== undefined) return [false, true];
  if (min !== undefined && max !== undefined) return [...none, min, min + 1, max];
  if (lookup === 'term') return [...none, '202492', '202592'];
  if (lookup === 'award') return [...none, 'BA', 'PhD'];
  if (options) return [...none, ...options.map(({ value }) => value)];
  if (pattern && length === undefined) return [...none, ...examplesOf(facts).valid];
  return [...none, 'A'.repeat(length ?? 1), 'B'.repeat(length ?? maxLength)];
}
