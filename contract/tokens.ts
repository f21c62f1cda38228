import * as z from 'zod/mini';
import { type FieldFacts, field } from './field.ts';
import { requiredText } from './fields.ts';
import { type FormValues, form } from './form.ts';
import { someone } from './history.ts';

/** What a token may read (contract 13). */
export const scopes = ['read:catalog', 'read:report', 'read:changes'] as const;
export type Scope = (typeof scopes)[number];

/** The most days ahead on which a token can expire. */
export const MOST_DAYS = 366;

/** One or more scopes, in their order. A scope that is sent twice counts once. */
function scopesField() {
  const about: FieldFacts = { label: 'Scopes', required: true, options: scopes.map(asOption), list: true };
  const json = { type: 'array', items: { type: 'string', enum: [...scopes] }, minItems: 1 };
  return field<Scope[]>(about, json, (value, fail) => {
    const sent = value ?? [];
    if (!Array.isArray(sent) || sent.some((one) => typeof one !== 'string')) {
      fail('BAD_TYPE', 'Scopes must be a list of texts');
      return [];
    }
    if (sent.length === 0) fail('REQUIRED', 'Scopes is required: choose at least one');
    else if (!sent.every(isScope)) fail('UNKNOWN_VALUE', `Scopes must be of ${scopes.join(', ')}`);
    return scopes.filter((scope) => sent.includes(scope));
  });
}

const asOption = (value: string) => ({ value, label: value });
const isScope = (text: string) => scopes.some((scope) => scope === text);

/** A day such as `2027-06-30`. The server checks its range, because only it knows today. */
function dayField(label: string) {
  const json = { type: 'string', format: 'date' };
  return field<string>({ label, required: true, format: 'a day such as 2027-06-30' }, json, (value, fail) => {
    if (value === undefined || value === null || value === '') fail('REQUIRED', `${label} is required`);
    else if (typeof value !== 'string') fail('BAD_TYPE', `${label} must be text`);
    else if (!isDay(value)) fail('BAD_FORMAT', `${label} must be a day such as 2027-06-30`);
    return String(value);
  });
}

/** Whether a text is a day that exists. */
function isDay(text: string): boolean {
  const time = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const expiresOn = () => dayField('Expires On');

/** The form of a new token. */
export const tokenForm = form('TOKEN', {
  name: requiredText('Name', 100),
  contact: requiredText('Contact', 100),
  scopes: scopesField(),
  expiresOn: expiresOn(),
});
export type TokenForm = FormValues<typeof tokenForm>;

/** The form that renews a token. */
export const renewForm = form('TOKEN', { expiresOn: expiresOn() });

export const tokenStates = ['valid', 'expiring', 'expired', 'revoked'] as const;

/** A token without its secret. Its days are those of the university's time zone; it works through the end of its last day. */
export const token = z.object({
  id: z.string(),
  name: z.string(),
  contact: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: z.iso.datetime(),
  createdBy: someone,
  expiresOn: z.iso.date(),
  lastUsedOn: z.nullable(z.iso.date()),
  state: z.enum(tokenStates),
});
export type Token = z.output<typeof token>;

/** A new or renewed token with its secret, which is shown this once. */
export const tokenWithSecret = z.object({ ...token.shape, token: z.string() });
