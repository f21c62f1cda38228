import { programForm, type RelationshipKind, relationshipForm } from '../../contract/relationships.ts';
import { FieldGrid, Flags } from '../form/FieldGrid.tsx';
import { useEndedHere } from '../items/ended.ts';
import { fieldsOf } from '../lookups/fields.tsx';

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

/** Only of a major and a degree (spec 3). */
export function ProgramFields() {
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

/** The boxes of a relationship's form. */
export const RelationshipFields = ({ form }: Pick<RelationshipKind, 'form'>) =>
  form === programForm ? <ProgramFields /> : <SpanFields />;
