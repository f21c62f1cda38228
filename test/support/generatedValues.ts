import { degreeCreateForm, degreeForm } from '../../contract/degree.ts';
import { departmentForm } from '../../contract/department.ts';
import { type Form, factsOfForm } from '../../contract/form.ts';
import { awardTypeForm, termForm } from '../../contract/lookupForms.ts';
import { majorForm } from '../../contract/major.ts';
import { applyForm } from '../../contract/proposals.ts';
import { programForm, relationshipForm } from '../../contract/relationships.ts';
import { schoolForm } from '../../contract/school.ts';
import type { ApiDocument, Schema } from './apiDocument.ts';
import { brokenRule } from './fitting.ts';
import type { Random } from './random.ts';

/** Existing values, for fields that must refer to one. */
export interface Known {
  terms: readonly string[];
  awards: readonly string[];
  schoolCodes: readonly string[];
  deptKeys: readonly number[];
}

export type Body = Record<string, unknown>;

const ALPHABETS = ['abcdefghij KLM', 'éàüñçØßÆ', '漢字仮名交', '😀🎓📚', `'"<>&%_\\;=`];
const MOST_TRIES = 10_000;

const forms: readonly Form[] = [
  schoolForm,
  departmentForm,
  degreeCreateForm,
  degreeForm,
  majorForm,
  relationshipForm,
  programForm,
  termForm,
  awardTypeForm,
];

/** The examples of the patterns, by pattern. */
const examples = new Map(
  [...forms, applyForm]
    .flatMap((form) => Object.values(factsOfForm(form)))
    .flatMap(({ pattern, examples: own }) => (pattern && own ? [[pattern.source, own.valid] as const] : [])),
);

/** The suffixes of the error codes of rules between fields. */
export const ruleCodes = new Set(forms.flatMap(({ rules }) => rules.map(({ code }) => code)));

/**
 * Finds the contract's form for a schema. Rules between fields are only in the contract: a schema cannot express them.
 */
const contractOf = ({ properties = {} }: Schema): Form | undefined =>
  forms.find(({ fields }) => Object.keys(fields).join() === Object.keys(properties).join());

/** A legal body for a form. Every field fits its schema, and all rules between fields hold. */
export function legalBody(document: ApiDocument, form: Schema, known: Known, random: Random): Body {
  const body: Body = {};
  for (const [name, property] of Object.entries(form.properties ?? {})) {
    const schema = document.resolve(property);
    if (name === 'version') continue;
    if (!form.required?.includes(name) && random.chance(0.3)) continue;
    body[name] = schema.properties
      ? legalBody(document, schema, known, random)
      : legalValue(name, schema, known, random);
  }
  return settled(document, form, body, [], known, random);
}

/** The body with new values for the fields of broken rules, except the fixed fields. */
function settled(
  document: ApiDocument,
  form: Schema,
  body: Body,
  fixed: readonly string[],
  known: Known,
  random: Random,
): Body {
  const contract = contractOf(form);
  if (!contract) return body;
  const drawn = { ...body };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const broken = brokenRule(contract, drawn);
    if (!broken) return drawn;
    for (const name of broken.fields.filter((one) => !fixed.includes(one)))
      drawn[name] = legalValue(name, document.resolve(form.properties?.[name] ?? {}), known, random);
  }
  throw new Error(`No value satisfies the rules of ${contract.entity} with ${JSON.stringify(body)}`);
}

/** A legal body with one field set to the value, and other fields changed if the rules require it. */
export function legalWith(
  document: ApiDocument,
  form: Schema,
  body: Body,
  [name = '', ...rest]: readonly string[],
  value: unknown,
  known: Known,
  random: Random,
): Body {
  if (rest.length === 0)
    return settled(document, form, withValue(body, [name], value), [name], known, random);
  const inner = document.resolve(form.properties?.[name] ?? {});
  return {
    ...body,
    [name]: legalWith(document, inner, (body[name] as Body) ?? {}, rest, value, known, random),
  };
}

function legalValue(name: string, schema: Schema, known: Known, random: Random): unknown {
  const { maxLength = 20, minimum = 0, maximum = 0, multipleOf } = schema;
  const types = [schema.type ?? []].flat();
  if (types.includes('null') && random.chance(0.2)) return null;
  if (schema.enum) return random.pick(schema.enum);
  // Rows of a proposal, see `support/proposals.ts`.
  if (schema.items?.type === 'object') return [];
  if (types.includes('array')) return [...new Set([keyOf(name, known, random), keyOf(name, known, random)])];
  // Texts by names that the contract restricts.
  if (types.includes('object')) return {};
  if (types.includes('boolean')) return random.chance(0.5);
  if (types.includes('integer')) return minimum + random.below(maximum - minimum + 1);
  if (types.includes('number')) return Math.round(random.next() * maximum * 100) / 100 || (multipleOf ?? 0);
  if (isTerm(name)) return random.pick(known.terms);
  if (isAward(name)) return random.pick(known.awards);
  if (schema.format === 'date-time') return new Date(random.below(1_750_000_000) * 1000).toISOString();
  if (schema.minLength === maxLength) return random.code(maxLength);
  if (schema.pattern) return random.pick(examples.get(schema.pattern) ?? []);
  const alphabet = [...random.pick(ALPHABETS)];
  const length = 1 + random.below(maxLength);
  return `${'x'.repeat(Math.min(length, 2))}${Array.from({ length: Math.max(0, length - 4) }, () => random.pick(alphabet)).join('')}${'y'.repeat(Math.min(2, Math.max(0, length - 2)))}`;
}

const keyOf = (name: string, known: Known, random: Random) =>
  random.pick<string | number>(
    isAward(name) ? known.awards : name.endsWith('Departments') ? known.deptKeys : known.schoolCodes,
  );
/** Fields that refer to a term: not the flag of terminal programs, and not the own fields of a term. */
const isTerm = (name: string) => /term/i.test(name) && !/terminal/i.test(name) && !(name in termForm.fields);
const isAward = (name: string) => /award/i.test(name);

/** A field of a body: the path of names that leads to it, and its schema. */
export interface Field {
  path: string[];
  schema: Schema;
  required: boolean;
}

/** All fields of a form, including those of its parts. */
export function fieldsOf(document: ApiDocument, form: Schema): Field[] {
  return Object.entries(form.properties ?? {}).flatMap(([name, property]): Field[] => {
    const schema = document.resolve(property);
    const required = form.required?.includes(name) ?? false;
    const inner = fieldsOf(document, schema).map((field) => ({ ...field, path: [name, ...field.path] }));
    return inner.length > 0 ? inner : [{ path: [name], schema, required }];
  });
}

/** Values that break a field's rules, whatever else is in the body. Undefined leaves the field out. */
export function illegalValues({ path, schema, required }: Field, isFilter: boolean): unknown[] {
  const name = path.at(-1) ?? '';
  const types = [schema.type ?? []].flat();
  const others = [5, 'x', true, {}, [5]].filter(
    (value) => !types.some((type) => typeof value === (type === 'integer' ? 'number' : type)),
  );
  if (types.includes('array')) {
    const isBlankLeftOut = [schema.items?.type ?? []].flat().includes('null');
    return [
      5,
      'x',
      true,
      {},
      [5.5],
      [{}],
      ...(isBlankLeftOut ? [] : [[null]]),
      ...(required ? [null, []] : []),
    ];
  }
  const bad: unknown[] = [...others, ...(required ? [undefined, null] : [])];
  if (types.includes('integer') || types.includes('number')) {
    const { minimum = 0, maximum } = schema;
    bad.push(minimum - 1, -1e300, minimum + 0.005, '5');
    if (maximum !== undefined) bad.push(maximum + 1, 2 ** 53, 1e300);
  }
  if (!types.includes('string') || isFilter) return bad;
  bad.push('a\u0000b', 'a\u0007b', 'a\u202eb', 'a\u2066b', 'a\ud800b', '\udc00', 'a\u009fb');
  if (required) bad.push('', '   ', '\u3000');
  if (schema.maxLength !== undefined)
    bad.push('x'.repeat(schema.maxLength + 1), '😀'.repeat(schema.maxLength + 1));
  if (schema.minLength !== undefined && schema.minLength > 1) bad.push('x'.repeat(schema.minLength - 1));
  if (schema.pattern) bad.push('A-1', '١٢٣', '12\u200b3', '0.1', `' or 1=1 --`);
  if (schema.enum) bad.push('?', 'u', 'NN');
  if (isTerm(name)) bad.push('209993', '20259', 'F25', '202592 or 1=1');
  if (isAward(name)) bad.push('ba', 'ZZ', 'BA;');
  return bad;
}

/** Legal values at the limits of a field. */
export function boundaryValues({ path, schema, required }: Field): unknown[] {
  const name = path.at(-1) ?? '';
  const types = [schema.type ?? []].flat();
  const good: unknown[] = required ? [] : [undefined, null];
  // Unlike the other filters, this one needs a term that exists.
  if (types.includes('array') || isAward(name) || name === 'asOfTerm') return good;
  if (types.includes('boolean')) return [...good, true, false];
  if (types.includes('string') && !required) good.push('', '  ');
  if (schema.enum) return [...good, ...schema.enum];
  if (schema.minimum !== undefined && schema.maximum !== undefined) good.push(schema.minimum, schema.maximum);
  if (schema.multipleOf !== undefined) good.push(0.01, 0.1, 19.99, 0.29);
  const { maxLength, pattern } = schema;
  if (maxLength !== undefined && !pattern)
    good.push(
      ...['x', '😀', 'é', '漢'].map((one) => one.repeat(maxLength)),
      'e\u0301'.repeat(maxLength),
      `  ${'z'.repeat(maxLength)}\u00a0`,
    );
  return good;
}

/** The body with one field set, or removed if the value is undefined. */
export function withValue(body: Body, [name = '', ...rest]: readonly string[], value: unknown): Body {
  if (rest.length > 0) return { ...body, [name]: withValue((body[name] as Body) ?? {}, rest, value) };
  const { [name]: _before, ...others } = body;
  return value === undefined ? others : { ...others, [name]: value };
}
