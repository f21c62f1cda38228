import type { Config } from '../../config/config.ts';
import { escapeHtml, plainPage } from '../messagePage.ts';
import { guideOf } from './apiGuide.ts';
import { type JsonSchema, propertiesHtml, schemaId, typeHtml } from './schemaHtml.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
  example?: unknown;
}

interface Content {
  content?: Record<string, { schema?: JsonSchema; example?: unknown }>;
  description?: string;
}

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

/** The part of an OpenAPI document that the page shows, and that gets examples. */
export interface ApiDocument {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, JsonSchema>; securitySchemes?: Record<string, { name?: string }> };
}

const style = `
main { max-width: 72rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0 0 1rem; padding: 0; list-style: none; }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; }
h3 { display: inline; margin: 0; font-size: .9375rem; }
pre { overflow: auto; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 6px; background: var(--ground); font-size: .8125rem; line-height: 1.5; }
code { font-family: ui-monospace, monospace; font-size: .875em; overflow-wrap: anywhere; }
details { border-bottom: 1px solid var(--line); }
summary { padding: .5rem 0; cursor: pointer; }
details > div { padding: 0 0 1rem 1.25rem; }
h4 { margin: .75rem 0 .25rem; font-size: .875rem; }
dl { margin: 0; padding-left: .75rem; border-left: 2px solid var(--line); }
dl > div { display: grid; grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr); gap: 0 1rem; padding: .125rem 0; }
dt, dd { margin: 0; }
small, .quiet { opacity: .8; }
@media (max-width: 40rem) { main { margin: 0; border: 0; border-radius: 0; padding: 1rem; } dl > div { grid-template-columns: 1fr; } }
@media print { details > div { display: block; } }`;

/**
 * The page of the API: a guide with examples, then each endpoint of the document, then the named schemas. It has no script.
 */
export function apiPage(document: ApiDocument, config: Config): string {
  const endpoints = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
  );
  const bySubject = Map.groupBy(endpoints, ({ tags }) => tags?.[0] ?? '');
  const chapters = guideOf(config, document.components?.securitySchemes?.session?.name ?? 'SESSION');
  const schemas = Object.entries(document.components?.schemas ?? {});
  const links = [
    ...chapters.map(({ id, title }) => [id, title] as const),
    ...[...bySubject.keys()].map((subject) => [subjectId(subject), subject] as const),
    ['schemas', 'Schemas'] as const,
  ];
  return plainPage(
    'Major/Degree Database API',
    `<p>Other programs can send all requests that the screens send, with the permissions of the signed-in user.
The same as a machine-readable document: <a href="${config.basePath}/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="On this page"><ul>${links.map(([id, text]) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join('')}</ul></nav>
${chapters.map(({ id, title, text, example }) => `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${text}${example ? exampleHtml(title, example) : ''}</section>`).join('\n')}
${[...bySubject].map(([subject, group]) => `<section aria-labelledby="${subjectId(subject)}"><h2 id="${subjectId(subject)}">Endpoints: ${escapeHtml(subject)}</h2>${group.map(endpointHtml).join('\n')}</section>`).join('\n')}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => `<details><summary><h3>${escapeHtml(name)}</h3></summary><div id="${schemaId(name)}">${schema.properties ? propertiesHtml(schema) : typeHtml(schema)}</div></details>`).join('\n')}
</section>`,
    style,
  );
}

const subjectId = (subject: string) => `endpoints-${subject}`;

/** An example. Its region can scroll, so it must be reachable by keyboard. */
const exampleHtml = (title: string, example: string) =>
  `<pre tabindex="0" role="region" aria-label="Example: ${title}"><code>${escapeHtml(example)}</code></pre>`;

function endpointHtml(endpoint: Operation & { method: string; path: string }): string {
  const { method, path, summary = '', description, parameters = [], requestBody, responses = {} } = endpoint;
  const name = `${method} ${path}`;
  const body = schemaOf(requestBody);
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const parts = [
    description && `<p>${escapeHtml(description)}</p>`,
    parameters.length > 0 && `<h4>Parameters</h4><dl>${parameters.map(parameterHtml).join('')}</dl>`,
    body && `<h4>Body</h4>${typeHtml(body)}${jsonHtml(`body of ${name}`, requestBody)}`,
    `<h4>Responses</h4><dl>${Object.entries(responses).map(responseHtml).join('')}</dl>${jsonHtml(`response of ${name}`, success)}`,
  ];
  return `<details><summary><h3><code>${escapeHtml(name)}</code></h3> <span class="quiet">${escapeHtml(summary)}</span></summary><div>${parts.filter(Boolean).join('')}</div></details>`;
}

const contentOf = (content: Content | undefined) => Object.values(content?.content ?? {})[0];
const schemaOf = (content: Content | undefined) => contentOf(content)?.schema;

/** The example of a body or response, if it has a body. */
function jsonHtml(title: string, content: Content | undefined): string {
  const example = contentOf(content)?.example;
  if (example === undefined) return '';
  return exampleHtml(title, typeof example === 'string' ? example : JSON.stringify(example, null, 2));
}

const parameterHtml = ({ name, in: where, required, description, schema }: Parameter) =>
  `<div><dt><code>${escapeHtml(name)}</code> <small>${where}${required ? '' : ', optional'}</small></dt><dd>${schema ? typeHtml(schema) : 'text'} ${escapeHtml(description ?? schema?.description ?? '')}</dd></div>`;

const responseHtml = ([status, response]: [string, Content]) => {
  const schema = schemaOf(response);
  return `<div><dt>${status}</dt><dd>${schema ? typeHtml(schema) : escapeHtml(response.description ?? '')}</dd></div>`;
};
