/** A figure with three significant digits: 1,230 or 0.123. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}
