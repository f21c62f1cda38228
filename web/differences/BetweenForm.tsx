import type { ReactNode } from 'react';
import chip from '../ui/buttons/chip.module.css';
import { Card } from '../ui/Card.tsx';
import classes from './differences.module.css';
import { useComparesDays } from './differencesUrl.ts';

const choices = [
  { days: false, text: 'Between two terms' },
  { days: true, text: 'Between two days' },
];

/** The form of a comparison: its kind, its two sides, and the downloads. */
export function BetweenForm({ fields, downloads }: { fields: ReactNode; downloads: ReactNode }) {
  const { comparesDays, setComparesDays } = useComparesDays();
  return (
    <Card>
      <div className={classes.between}>
        <div role="group" aria-label="Compare" className={classes.choices}>
          {choices.map(({ days, text }) => (
            <button
              key={text}
              type="button"
              className={chip.chip}
              aria-pressed={days === comparesDays}
              onClick={() => days !== comparesDays && setComparesDays(days)}
            >
              {text}
            </button>
          ))}
        </div>
        <search className={classes.fields}>{fields}</search>
        <div className={classes.downloads}>{downloads}</div>
      </div>
    </Card>
  );
}
