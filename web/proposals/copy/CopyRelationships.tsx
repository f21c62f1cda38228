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

/** Chooses the relationships to copy, and the start of their copies. Items that are not in effect then are marked. */
export function CopyRelationships({ relationships }: { relationships: readonly ItemRelationship[] }) {
  const quarter = useQuarter();
  const { inputs, set } = useCurrentForm();
  const selected = inputs.relationships as readonly string[];
  const start = inputs.startTerm as string | null;
  const labelOf = (relationship: ItemRelationship) =>
    start && !isInEffect(relationship, start)
      ? `${relationshipText(relationship, quarter)} (not in effect in ${quarter(start)})`
      : relationshipText(relationship, quarter);
  return (
    <div className={classes.relationships}>
      <F.Term name="startTerm" />
      <div className={classes.ticks}>
        {relationships.map((relationship) => (
          <Checkbox
            key={relationship.id}
            label={<span translate="no">{labelOf(relationship)}</span>}
            checked={selected.includes(relationship.id)}
            onChange={() => set('relationships', toggled(selected, relationship.id))}
          />
        ))}
      </div>
    </div>
  );
}
