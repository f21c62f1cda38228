import { Link } from 'react-router';
import classes from './import.module.css';

const steps = ['File', 'Columns', 'Check', 'Done'] as const;
export type Step = (typeof steps)[number];

interface Props {
  at: Step;
  /** Where one can go back to. */
  back: Partial<Record<Step, string>>;
}

/** Where one is on the way from a file to what is saved. */
export function Steps({ at, back }: Props) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map((step) => {
        const to = step === at ? undefined : back[step];
        return (
          <li key={step} aria-current={step === at ? 'step' : undefined}>
            {to === undefined ? step : <Link to={to}>{step}</Link>}
          </li>
        );
      })}
    </ol>
  );
}
