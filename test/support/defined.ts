/** A value that the test needs. Throws if there is none. */
export function defined<Value>(value: Value | null | undefined): Value {
  if (value === undefined || value === null) throw new Error('There is no such value');
  return value;
}
