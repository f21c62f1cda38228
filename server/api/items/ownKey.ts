import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type ErrorItem, errorCode, formErrors } from '../../../contract/errors.ts';
import { factsOf } from '../../../contract/field.ts';
import { type Form, form } from '../../../contract/form.ts';
import type { ItemKey } from '../../../contract/kinds.ts';
import type { ItemEndpoints } from './itemEndpoints.ts';

/** A key in a path, with its name there and in a body. */
export interface OwnKey extends Pick<ItemEndpoints, 'readKey' | 'keyField'> {
  name: string;
}

/**
 * Contract 3: a body may repeat the keys of its path (they are ignored), but must not contain other keys (422). They are
 * reported with the other errors of the body. `noun` names the saved item or relationship.
 */
export function refuseOtherKeys(noun: string, bodyForm: Form, keys: readonly OwnKey[]) {
  const checks = keys.map((key) => keyCheck(noun, bodyForm, key));
  return async function checkKeys(request: FastifyRequest): Promise<void> {
    const { body } = request;
    const params = request.params as Record<string, string>;
    const pathKeys = keys.map(({ name, readKey }) => readKey(params[name] ?? ''));
    if (typeof body !== 'object' || body === null || Array.isArray(body) || pathKeys.includes(undefined))
      return;
    const values = new Map<string, unknown>(Object.entries(body));
    const errors = checks.flatMap((check, at) => check(values, pathKeys[at] as ItemKey));
    for (const [at, { name }] of keys.entries()) {
      if (name in bodyForm.fields) values.set(name, pathKeys[at]);
      else values.delete(name);
    }
    request.body = Object.fromEntries(values);
    if (errors.length > 0) request.keyErrors = errors;
  };
}

/** Returns a function that compares a key in a body with the key in the path, and returns the errors. */
function keyCheck(noun: string, { entity }: Form, { name, keyField }: OwnKey) {
  const keyForm = form(entity, { [name]: keyField });
  return (body: ReadonlyMap<string, unknown>, pathKey: ItemKey): ErrorItem[] => {
    if (!body.has(name)) return [];
    const { data, error } = z.safeParse(keyForm.schema, { [name]: body.get(name) });
    if (error) return formErrors(keyForm, error.issues);
    if (data[name] === pathKey) return [];
    const { label } = factsOf(keyField);
    const message = `${label} must be ${pathKey}, the key in the address; the key of a ${noun} cannot change`;
    return [{ code: errorCode(entity, name, 'UNKNOWN_VALUE'), field: name, message }];
  };
}
