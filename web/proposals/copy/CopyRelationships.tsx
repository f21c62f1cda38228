import { Checkbox } from '@mantine/core';
import { fieldsOf } from '../../terms/lookupFields.tsx';
import { useQuarter } from '../../terms/lookups.ts';
import { useCurrentForm } from '../../ui/form/formState.ts';
import { toggled } from '../../ui/form/toggled.ts';
import { type ItemRelationship, isInEffect } from '../itemRelationships.ts';
import { relationshipText } from '../relationshipText.ts';
import classes from './copy.module.css';
import { relationshipCopyForm } from './copyForm.ts';

const F = fieldsOf(relationshipCopyForm);

/**
 * Chooses the relationships that are taken along, and when those of the copy begin. Items that are not in effect then are
 * marked.
 */
export function CopyRelationships({ ties }: { ties: readonly ItemRelationship[] }) {
  const quarter = useQuarter();
  const { inputs, set } = useCurrentForm();
  const taken = inputs.ties as readonly string[];
  const start = inputs.startTerm as string | null;
  const labelOf = (tie: ItemRelationship) =>
    start && !isInEffect(tie, start)
      ? `${relationshipText(tie, quarter)} (not in effect in ${quarter(start)})`
      : relationshipText(tie, quarter);
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
