import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { Severity } from '../../contract/quality.ts';
import hide from '../ui/visuallyHidden.module.css';
import classes from './quality.module.css';

/** Each has a shape of its own, because color alone says nothing to some users. */
const marks = {
  error: { text: 'Error', Icon: IconAlertOctagon },
  warning: { text: 'Warning', Icon: IconAlertTriangle },
  notice: { text: 'Notice', Icon: IconInfoCircle },
} as const satisfies Record<Severity, unknown>;

interface Props {
  severity: Severity;
  /** Shows only the icon. Screen readers read the word. */
  isShort?: boolean;
}

/** The severity of a rule: an icon and a word. */
export function SeverityMark({ severity, isShort = false }: Props) {
  const { text, Icon } = marks[severity];
  return (
    <span className={classes.severity} data-severity={severity}>
      <Icon size={18} aria-hidden />
      <span className={isShort ? hide.visuallyHidden : undefined}>{text}</span>
    </span>
  );
}
