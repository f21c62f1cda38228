import type { FastifyRequest } from 'fastify';
import { errorCode } from '../../contract/errors.ts';
import { itemKinds } from '../../contract/items.ts';
import { itemRules } from '../catalogue/itemRules.ts';
import { ApiError } from '../errors.ts';
import type { ItemCalls } from './item.ts';

/** Contract 3: a body may repeat the key of its address (it is ignored), but must not contain another key (422). */
export function refuseOtherKey({ kind, readKey }: ItemCalls) {
  const { editForm } = itemRules[kind];
  const { key: name } = itemKinds[kind];
  return async function refuse(request: FastifyRequest): Promise<void> {
    const { body } = request;
    const own = readKey((request.params as Record<string, string>)[name] ?? '');
    if (typeof body !== 'object' || body === null || Array.isArray(body) || own === undefined) return;
    const { [name]: given = own, ...rest } = body as Record<string, unknown>;
    if (typeof given === typeof own && readKey(String(given)) === own) {
      request.body = name in editForm.fields ? { ...rest, [name]: own } : rest;
      return;
    }
    throw new ApiError(422, [
      {
        code: errorCode(editForm.entity, name, 'UNKNOWN_VALUE'),
        field: name,
        message: `${name} must be ${own}, the key in the address; the key of a ${kind} cannot change`,
      },
    ]);
  };
}
