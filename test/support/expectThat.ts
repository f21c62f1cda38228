/** Throws unless the condition holds. `seen` describes the observed values. */
export function expectThat(condition: unknown, seen: string): asserts condition {
  if (!condition) throw new Error(seen);
}
