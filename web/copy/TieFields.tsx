import { Checkbox } from '@mantine/core';
import { useCurrentForm } from '../form/formState.ts';
import { toggled } from '../form/toggled.ts';
import { fieldsOf } from '../lookups/fields.tsx';
import { useQuarter } from '../lookups/lookups.ts';
import { isInEffect, type Tie } from '../proposal/tie.ts';
import { tieText } from '../proposal/tieText.ts';
import classes from './copy.module.css';
import { tieForm } from './copyForm.ts';

const F = fieldsOf(tieForm);

/**
 * Chooses the relationships that are taken along, and when those of the copy begin. Items that are not in effect then are
 * marked.
 */
export function TieFields({ ties }: { ties: readonly Tie[] }) {
  const quarter = useQuarter();
  const { inputs, set } = useCurrentForm();
  const taken = inputs.ties as readonly string[];
  const start = inputs.startTerm as string | null;
  const labelOf = (tie: Tie) =>
    start && !isInEffect(tie, start)
      ? `${tieText(tie, quarter)} (not in effect in ${quarter(start)})`
      : tieText(tie, quarter);
  return (
    <div className={classes.ties}>
      <F.Term name="startTerm" />
      <div className={classes.ticks}>
        {ties.map((tie) => (
          <Checkbox
            key={tie.id}
            label={<span translate="no">{labelOf(tie)}</span>}
            checked={taken.includes(tie.id)}
            onChange={() => set('ties', toggled(taken, tie.id))}
          />
        ))}
      </div>
    </div>
  );
}
