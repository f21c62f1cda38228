import { inject } from 'vitest';

/**
 * How many of so many random cases to try here: all on PostgreSQL; a fifth on the embedded engine, which runs the same
 * SQL more slowly.
 */
export const casesHere = (many: number): number =>
  inject('templates').engine === 'embedded' ? Math.ceil(many / 5) : many;
