import type { ApiDocument } from './apiPage/apiPage.ts';
import type { JsonSchema } from './apiPage/schemaHtml.ts';

/** The values of examples. A field of `owners` (a named schema or a path) takes precedence over one of `fields`. */
export interface ExampleValues {
  /** Values by the name of a field or parameter. The first that fits the schema is used: some names have several types. */
  fields: Readonly<Record<string, readonly unknown[]>>;
  owners: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * Adds an example to each parameter, body and response of a document, made of the values of its fields. A test checks that
 * each fits its schema and that the server takes it.
 */
export function addExamples(document: ApiDocument, values: ExampleValues): void {
  const schemas = document.components?.schemas ?? {};

  function exampleOf(schema: JsonSchema, name: string, owner: string): unknown {
    const own = values.owners[owner]?.[name];
    if (own !== undefined) return own;
    const value = schema.examples?.[0] ?? values.fields[name]?.find((one) => fits(schema, one));
    if (value !== undefined) return value;
    if (schema.$ref) {
      const id = schema.$ref.split('/').at(-1) ?? '';
      return exampleOf(schemas[id] ?? {}, '', id);
    }
    const first = schema.anyOf?.[0] ?? schema.oneOf?.[0];
    if (first) return exampleOf(first, name, owner);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    const types = [schema.type ?? []].flat();
    if (types.includes('array'))
      return (schema.prefixItems ?? [schema.items ?? {}]).map((one) => exampleOf(one, name, owner));
    if (types.includes('object'))
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, one]) => [field, exampleOf(one, field, owner)]),
      );
    if (types.includes('null')) return null;
    if (types.includes('boolean')) return true;
    return types.includes('integer') || types.includes('number') ? 1 : undefined;
  }

  for (const [path, operations] of Object.entries(document.paths ?? {}))
    for (const { parameters = [], requestBody, responses = {} } of Object.values(operations)) {
      for (const one of parameters) one.example ??= exampleOf(one.schema ?? {}, one.name, path);
      for (const { content = {} } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)])
        for (const one of Object.values(content)) one.example ??= exampleOf(one.schema ?? {}, '', path);
    }
}

/** Whether a value has the type, the form and the fields of a schema. */
function fits(schema: JsonSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((one) => fits(one, value));
  if (schema.enum) return schema.enum.includes(value);
  const types = [schema.type ?? []].flat();
  if (value === null) return types.includes('null');
  if (Array.isArray(value))
    return types.includes('array') && value.every((one) => !schema.items || fits(schema.items, one));
  if (typeof value === 'object') {
    const { properties, required = [] } = schema;
    const isKnown = !properties || Object.keys(value).every((name) => name in properties);
    return types.includes('object') && isKnown && required.every((name) => name in value);
  }
  if (typeof value === 'string') {
    if (schema.format === 'date-time' && !value.includes('T')) return false;
    if (schema.pattern && !new RegExp(schema.pattern).test(value)) return false;
    if (value.length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) return false;
  }
  return types.includes(typeof value) || (types.includes('integer') && Number.isInteger(value));
}
