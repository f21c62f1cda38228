import { type QualityRule, severities } from '../../contract/quality.ts';
import { counted } from '../lib/counted.ts';

/** '3 errors, 12 warnings, 1 notice open.' A rule that could not be computed is not part of the sums. */
export function summaryOf(rules: readonly Pick<QualityRule, 'severity' | 'open' | 'state'>[]): string {
  const parts = severities.map((severity) => {
    const own = rules.filter((rule) => rule.severity === severity);
    const count = own.reduce((sum, { open }) => sum + (open ?? 0), 0);
    return counted(count, severity);
  });
  const failed = rules.filter(({ state }) => state === 'failed').length;
  const rest = failed > 0 ? ` ${counted(failed, 'rule')} could not be computed.` : '';
  return `${parts.join(', ')} open.${rest}`;
}
