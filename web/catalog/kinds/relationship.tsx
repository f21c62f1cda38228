import type { ComponentType } from 'react';
import { programColumns, relationshipColumns } from '../../../contract/columns/columnsOfItems.ts';
import type { Quarter } from '../../../contract/columns/quarters.ts';
import {
  type Program,
  programForm,
  type Relationship,
  type RelationshipKind,
  relationshipForm,
} from '../../../contract/relationships.ts';
import { fieldsOf } from '../../terms/lookupFields.tsx';
import { FieldGrid, Flags } from '../../ui/form/FieldGrid.tsx';
import { type Column, shownAs } from '../../ui/table/column.ts';
import { endedMark } from '../items/ActiveState.tsx';
import { useEndedHere } from '../items/ended.ts';

/** The properties that the screens need of relationships with the same form. */
interface RelationshipView {
  Fields: ComponentType;
  /** The relationship's own columns, which come last in a list of related items. */
  columns: (quarter: Quarter) => readonly Column<Relationship & Partial<Program>>[];
}

const F = fieldsOf(relationshipForm);
const P = fieldsOf(programForm);

function SpanFields() {
  const ended = useEndedHere('endTerm');
  return (
    <FieldGrid>
      <F.Term name="startTerm" span={2} />
      <F.Term name="endTerm" span={2} />
      <Flags>
        <F.Flag name="active" note={ended} />
      </Flags>
    </FieldGrid>
  );
}

function ProgramFields() {
  const ended = useEndedHere('endTerm');
  return (
    <FieldGrid>
      <P.Term name="startTerm" span={2} />
      <P.Term name="endTerm" span={2} />
      <P.Whole name="programLengthYrs" />
      <P.Whole name="programLengthQtrs" />
      <P.Whole name="acadYrInstrWks" />
      <P.Choice name="specProgIndctr" />
      <Flags>
        <P.Flag name="terminalPgmFlag" />
        <P.Flag name="profDegreePgm" />
        <P.Flag name="selfSuppPgm" />
        <P.Flag name="active" note={ended} />
      </Flags>
    </FieldGrid>
  );
}

const looks = {
  endTerm: { mark: ({ endTerm }: Relationship) => endedMark(endTerm) },
};

const relationshipView: RelationshipView = {
  Fields: SpanFields,
  columns: (quarter) => shownAs(relationshipColumns(quarter), looks),
};

/** Only for a major and a degree (spec 3). The columns have the same headers as in the report. */
export const programView: RelationshipView = {
  Fields: ProgramFields,
  columns: (quarter) => shownAs(programColumns(quarter), looks),
};

export const relationshipViewOf = ({ form }: Pick<RelationshipKind, 'form'>): RelationshipView =>
  form === programForm ? programView : relationshipView;
