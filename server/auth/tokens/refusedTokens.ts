import { LRUCache } from 'lru-cache';

// Contract 13.
const MOST = 60;
const WINDOW = 60_000;
const MOST_CLIENTS = 10_000;

/** Counts the refused tokens of each client address, on this instance. */
export function createRefusedTokens() {
  const counts = new LRUCache<string, { count: number; until: number }>({ max: MOST_CLIENTS, ttl: WINDOW });
  return {
    /** For how many seconds no request with a token is accepted from this address; 0 if it is. */
    secondsLeft(client: string): number {
      const found = counts.get(client);
      return found && found.count >= MOST
        ? Math.max(1, Math.ceil((found.until - performance.now()) / 1000))
        : 0;
    },
    add(client: string): void {
      const found = counts.get(client);
      if (found) found.count += 1;
      else counts.set(client, { count: 1, until: performance.now() + WINDOW });
    },
  };
}
