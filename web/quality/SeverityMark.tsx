import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { Severity } from '../../contract/quality.ts';
import classes from './quality.module.css';

/** Each has a shape of its own, because color alone says nothing to some users. */
const marks = {
  error: { text: 'Error', Icon: IconAlertOctagon },
  warning: { text: 'Warning', Icon: IconAlertTriangle },
  notice: { text: 'Notice', Icon: IconInfoCircle },
} as const satisfies Record<Severity, unknown>;

/** The severity of a rule: an icon and a word. */
export function SeverityMark({ severity }: { severity: Severity }) {
  const { text, Icon } = marks[severity];
  return (
    <span className={classes.severity} data-severity={severity}>
      <Icon size={18} aria-hidden />
      <span>{text}</span>
    </span>
  );
}
