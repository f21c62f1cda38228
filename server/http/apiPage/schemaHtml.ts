import { escapeHtml } from '../messagePage.ts';

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  description?: string;
  default?: unknown;
  examples?: unknown[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

const typeNames: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null',
};

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
const json = (value: unknown) => code(JSON.stringify(value));

/** The id of a named schema on the page. */
export const schemaId = (name: string) => `schema-${name}`;

/** Describes the values that a schema allows, as HTML: 'text of 1 to 50 characters, or null'. */
export function typeHtml(schema: JsonSchema): string {
  if (schema.$ref) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return `<a href="#${schemaId(name)}">${escapeHtml(name)}</a>`;
  }
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(typeHtml))].join(' or ');
  if (schema.allOf) return schema.allOf.map(typeHtml).join(' and ');
  if (schema.const !== undefined) return json(schema.const);
  if (schema.enum) return schema.enum.map(json).join(' or ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeHtml({ ...schema, type, description: '' })).join(' or ');
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeHtml).join(', ')}]`;
  if (schema.type === 'array')
    return `list of ${schema.items ? typeHtml(schema.items) : 'anything'}${rangeOf(schema)}`;
  if (schema.properties) return propertiesHtml(schema);
  return `${typeNames[schema.type ?? ''] ?? schema.type ?? 'anything'}${schema.format ? ` (${escapeHtml(schema.format)})` : ''}${rangeOf(schema)}`;
}

/** Describes the limits of a schema: ' of 1 to 50 characters', ' from 0 to 20'. */
function rangeOf({
  type,
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  pattern,
}: JsonSchema): string {
  // Omit a bound that no number exceeds.
  const shown = (limit: number | undefined) =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER
      ? limit.toLocaleString('en-US')
      : undefined;
  const between = (min: number | undefined, max: number | undefined, unit: string) => {
    const [from, to] = [shown(min), shown(max)];
    if (from === undefined && to === undefined) return '';
    return ` ${to === undefined ? `from ${from}` : `${from ?? '0'} to ${to}`}${unit}`;
  };
  if (type === 'array') return between(minItems, maxItems, ' entries');
  if (type === 'string')
    return between(minLength, maxLength, ' characters') + (pattern ? `, like ${code(pattern)}` : '');
  return between(minimum, maximum, '');
}

/** The fields of an object as a list of terms. */
export function propertiesHtml({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isOptional = !required.includes(name) || schema.default !== undefined;
    const byDefault = schema.default === undefined ? '' : `, by default ${json(schema.default)}`;
    const about = schema.description ? ` <span>${escapeHtml(schema.description)}</span>` : '';
    return `<div><dt>${code(name)}${isOptional ? ' <small>optional</small>' : ''}</dt><dd>${typeHtml(schema)}${byDefault}${about}</dd></div>`;
  });
  return `<dl>${fields.join('')}</dl>`;
}
