import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type ErrorItem, errorCode, formErrors } from '../../../contract/errors.ts';
import { factsOf } from '../../../contract/field.ts';
import { type Form, form } from '../../../contract/form.ts';
import type { ItemKey } from '../../../contract/items.ts';
import type { ItemEndpoints } from './itemCalls.ts';

/** A key in an address, by the name that it has there and in a body. */
export interface OwnKey extends Pick<ItemEndpoints, 'readKey' | 'keyField'> {
  name: string;
}

/**
 * Contract 3: a body may repeat the keys of its address (they are ignored), but must not contain other keys (422). They are
 * reported with the other errors of the body. `noun` is what is saved.
 */
export function refuseOtherKeys(noun: string, bodyForm: Form, keys: readonly OwnKey[]) {
  const errorsOf = keys.map((key) => readerOf(noun, bodyForm, key));
  return async function refuse(request: FastifyRequest): Promise<void> {
    const { body } = request;
    const params = request.params as Record<string, string>;
    const own = keys.map(({ name, readKey }) => readKey(params[name] ?? ''));
    if (typeof body !== 'object' || body === null || Array.isArray(body) || own.includes(undefined)) return;
    const given = new Map<string, unknown>(Object.entries(body));
    const errors = errorsOf.flatMap((errorsIn, at) => errorsIn(given, own[at] as ItemKey));
    for (const [at, { name }] of keys.entries()) {
      if (name in bodyForm.fields) given.set(name, own[at]);
      else given.delete(name);
    }
    request.body = Object.fromEntries(given);
    if (errors.length > 0) request.keyErrors = errors;
  };
}

/** A function that tells what is wrong with one key in a body, given what it is in the address. */
function readerOf(noun: string, { entity }: Form, { name, keyField }: OwnKey) {
  const keyForm = form(entity, { [name]: keyField });
  return (body: ReadonlyMap<string, unknown>, own: ItemKey): ErrorItem[] => {
    if (!body.has(name)) return [];
    const { data, error } = z.safeParse(keyForm.schema, { [name]: body.get(name) });
    if (error) return formErrors(keyForm, error.issues);
    if (data[name] === own) return [];
    const { label } = factsOf(keyField);
    const message = `${label} must be ${own}, the key in the address; the key of a ${noun} cannot change`;
    return [{ code: errorCode(entity, name, 'UNKNOWN_VALUE'), field: name, message }];
  };
}
