import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** As many entries are kept. A sign-in makes five, and nobody who has signed in needs them any more. */
const MOST = 20_000;

/** Storage of the demonstration provider: entries live in the memory of this process until they expire. */
export function memoryAdapter(): AdapterFactory {
  const store = new LRUCache<string, AdapterPayload>({ max: MOST, ttl: 3_600_000 });
  const findBy = (model: string, matches: (payload: AdapterPayload) => boolean) =>
    [...store].find(([key, payload]) => key.startsWith(`${model}:`) && matches(payload))?.[1];

  return (model): Adapter => ({
    async upsert(id, payload, expiresIn) {
      store.set(`${model}:${id}`, payload, expiresIn ? { ttl: expiresIn * 1000 } : {});
    },
    async find(id) {
      return store.get(`${model}:${id}`);
    },
    async findByUid(uid) {
      return findBy(model, (payload) => payload.uid === uid);
    },
    async findByUserCode(userCode) {
      return findBy(model, (payload) => payload.userCode === userCode);
    },
    async consume(id) {
      const payload = store.get(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      store.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, payload] of store) if (payload.grantId === grantId) store.delete(key);
    },
  });
}
