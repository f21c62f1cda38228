import { Link } from 'react-router';
import classes from './import.module.css';

const steps = ['File', 'Columns', 'Check'] as const;
export type Step = (typeof steps)[number];

interface Props {
  at: Step;
  /** The earlier steps that the user can return to. */
  back: Partial<Record<Step, string>>;
}

/** The steps from a file to its rows, with the current one. */
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
