import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** The maximum number of entries. A sign-in creates five, and needs them no longer when it is complete. */
const MAX_ENTRIES = 20_000;

/** The storage of the demonstration provider: entries stay in the memory of this process until they expire. */
export function memoryAdapter(): AdapterFactory {
  const store = new LRUCache<string, AdapterPayload>({ max: MAX_ENTRIES, ttl: 3_600_000 });
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
