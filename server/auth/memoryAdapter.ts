import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** Storage of the demonstration provider: entries live in the memory of this process until they expire. */
export function memoryAdapter(): AdapterFactory {
  const store = new Map<string, { payload: AdapterPayload; expires: number }>();
  const find = (key: string) => {
    const entry = store.get(key);
    return entry && entry.expires > Date.now() ? entry.payload : undefined;
  };
  const sweep = () => {
    for (const [key, { expires }] of store) if (expires <= Date.now()) store.delete(key);
  };
  const findBy = (model: string, matches: (payload: AdapterPayload) => boolean) =>
    [...store.keys()]
      .filter((key) => key.startsWith(`${model}:`))
      .map(find)
      .find((payload) => payload !== undefined && matches(payload));

  return (model): Adapter => ({
    async upsert(id, payload, expiresIn) {
      sweep();
      store.set(`${model}:${id}`, { payload, expires: Date.now() + (expiresIn || 3600) * 1000 });
    },
    async find(id) {
      return find(`${model}:${id}`);
    },
    async findByUid(uid) {
      return findBy(model, (payload) => payload.uid === uid);
    },
    async findByUserCode(userCode) {
      return findBy(model, (payload) => payload.userCode === userCode);
    },
    async consume(id) {
      const payload = find(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      store.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of store) if (payload.grantId === grantId) store.delete(key);
    },
  });
}
