import type { ApiDocument, Schema } from './document.ts';
import type { Random } from './random.ts';

/** What exists, for the fields whose values must. */
export interface Known {
  terms: readonly string[];
  awards: readonly string[];
  schoolCodes: readonly string[];
  deptKeys: readonly number[];
}

export type Body = Record<string, unknown>;

const ALPHABETS = ['abcdefghij KLM', 'éàüñçØßÆ', '漢字仮名交', '😀🎓📚', `'"<>&%_\\;=`];
const PATTERNED = ['012', '345', '01.0203', '26.0406'];

/** A legal body of a form: every field by its schema, terms and years in order. */
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
  return inOrder(body);
}

function legalValue(name: string, schema: Schema, known: Known, random: Random): unknown {
  const { maxLength = 20, minimum = 0, maximum = 0, multipleOf } = schema;
  const types = [schema.type ?? []].flat();
  if (types.includes('null') && random.chance(0.2)) return null;
  if (schema.enum) return random.pick(schema.enum);
  if (types.includes('array')) return [...new Set([keyOf(name, known, random), keyOf(name, known, random)])];
  if (types.includes('boolean')) return random.chance(0.5);
  if (types.includes('integer')) return minimum + random.below(maximum - minimum + 1);
  if (types.includes('number')) return Math.round(random.next() * maximum * 100) / 100 || (multipleOf ?? 0);
  if (isTerm(name)) return random.pick(known.terms);
  if (isAward(name)) return random.pick(known.awards);
  if (schema.minLength === maxLength) return random.code(maxLength);
  if (schema.pattern)
    return random.pick(PATTERNED.filter((one) => new RegExp(schema.pattern ?? '').test(one)));
  const alphabet = [...random.pick(ALPHABETS)];
  const length = 1 + random.below(maxLength);
  return `${'x'.repeat(Math.min(length, 2))}${Array.from({ length: Math.max(0, length - 4) }, () => random.pick(alphabet)).join('')}${'y'.repeat(Math.min(2, Math.max(0, length - 2)))}`;
}

const keyOf = (name: string, known: Known, random: Random) =>
  random.pick<string | number>(
    isAward(name) ? known.awards : name.endsWith('Departments') ? known.deptKeys : known.schoolCodes,
  );
const isTerm = (name: string) => /term/i.test(name) && !/terminal/i.test(name);
const isAward = (name: string) => /award/i.test(name);

/** The earlier of two terms or years first, as forms ask for. */
function inOrder(body: Body): Body {
  for (const [from, to] of Object.keys(body)
    .filter((name) => /start/i.test(name))
    .map((name) => [name, name.replace('Start', 'End').replace('start', 'end')] as const)) {
    const [one, other] = [body[from], body[to]];
    if (one != null && other != null && one > other) Object.assign(body, { [from]: other, [to]: one });
  }
  return body;
}

/** A place in a body: the names that lead to a field, and the field's schema. */
export interface Field {
  path: string[];
  schema: Schema;
  required: boolean;
}

/** All fields of a form, those of its parts too. */
export function fieldsOf(document: ApiDocument, form: Schema): Field[] {
  return Object.entries(form.properties ?? {}).flatMap(([name, property]): Field[] => {
    const schema = document.resolve(property);
    const required = form.required?.includes(name) ?? false;
    const inner = fieldsOf(document, schema).map((field) => ({ ...field, path: [name, ...field.path] }));
    return inner.length > 0 ? inner : [{ path: [name], schema, required }];
  });
}

/** Values that break a field's rules, whatever else the body holds; undefined leaves the field out. */
export function illegalValues({ path, schema, required }: Field, isFilter: boolean): unknown[] {
  const name = path.at(-1) ?? '';
  const types = [schema.type ?? []].flat();
  const others = [5, 'x', true, {}, [5]].filter(
    (value) => !types.some((type) => typeof value === (type === 'integer' ? 'number' : type)),
  );
  if (types.includes('array'))
    return [5, 'x', true, {}, [5.5], [null], [{}], ...(required ? [null, []] : [])];
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

/** Values on the limits of a field that its form takes, whatever else the body holds. */
export function boundaryValues({ path, schema, required }: Field): unknown[] {
  const name = path.at(-1) ?? '';
  const types = [schema.type ?? []].flat();
  const good: unknown[] = required ? [] : [undefined, null];
  if (types.includes('array') || isAward(name) || /start|end/i.test(name)) return good;
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

/** The body with one place set, or left out when the value is undefined. */
export function withValue(body: Body, [name = '', ...rest]: readonly string[], value: unknown): Body {
  if (rest.length > 0) return { ...body, [name]: withValue((body[name] as Body) ?? {}, rest, value) };
  const { [name]: _before, ...others } = body;
  return value === undefined ? others : { ...others, [name]: value };
}
