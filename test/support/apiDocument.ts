import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import type { TestResponse, TestUser } from './testUser.ts';

/** The subset of JSON Schema that describes the forms. */
export interface Schema {
  type?: string | string[];
  $ref?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minItems?: number;
}

/** An API operation as the document describes it. */
export interface Operation {
  method: string;
  /** Relative to the base path, with key names in braces. */
  path: string;
  /** The schema of the body; null if the operation takes none. */
  form: Schema | null;
  takesOverride: boolean;
  /** A legal query with the required parameters: `?from=…&to=…`, or ''. */
  query: string;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

interface Described {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

/** A time or a term for each required query parameter. All get the same value, so their order is legal. */
function queryOf(parameters: readonly Parameter[]): string {
  const needed = parameters.filter((one) => one.in === 'query' && one.required);
  const values = needed.map(
    ({ name, schema }) => `${name}=${schema?.format === 'date-time' ? '2025-06-01T00:00:00Z' : '202592'}`,
  );
  return values.length > 0 ? `?${values.join('&')}` : '';
}

/** The OpenAPI document of a running server. */
export class ApiDocument {
  readonly operations: Operation[];
  readonly #paths: Document['paths'];
  readonly #schemas: Document['components']['schemas'];
  readonly #ajv = new Ajv2020.default({ strict: false, validateFormats: false });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: Document) {
    this.#paths = document.paths;
    this.#schemas = document.components.schemas;
    this.#ajv.addSchema(document, 'document');
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        form: requestBody ? this.resolve(requestBody.content['application/json']?.schema ?? {}) : null,
        takesOverride: parameters.some(({ name }) => name === 'overrideWarnings'),
        query: queryOf(parameters),
      })),
    );
  }

  static async of(user: TestUser): Promise<ApiDocument> {
    return new ApiDocument((await user.get('/openapi.json')).json() as Document);
  }

  /** Follows a reference to another schema. */
  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name ? (this.#schemas[name] ?? {}) : schema;
  }

  /**
   * Describes the fault of a response (an undeclared status, or a body that breaks its schema); undefined if it has none.
   */
  faultOf({ method, path }: Operation, { status, headers, text }: TestResponse): string | undefined {
    const content = this.#paths[path]?.[method.toLowerCase()]?.responses[status];
    if (!content) return `returns ${status}, which is not documented: ${text.slice(0, 300)}`;
    if (status === 204) return text === '' ? undefined : 'returns a body with 204';
    const [type = 'application/json'] = Object.keys(content.content ?? {});
    if (!String(headers['content-type']).startsWith(type)) return `returns ${headers['content-type']}`;
    if (type === 'text/csv') return undefined;
    const pointer = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      type,
      'schema',
    ];
    const validate = this.#validatorOf(`document#/${pointer.map(escaped).join('/')}`);
    const bodies = type === 'application/x-ndjson' ? text.trimEnd().split('\n') : [text];
    if (bodies.every((body) => validate(JSON.parse(body)))) return undefined;
    return `returns ${status} with a body that violates its schema: ${this.#ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`;
  }

  #validatorOf($ref: string): ValidateFunction {
    const known = this.#validators.get($ref) ?? this.#ajv.compile({ $ref });
    this.#validators.set($ref, known);
    return known;
  }
}

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
