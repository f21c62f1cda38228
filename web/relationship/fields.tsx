import { programForm, relationshipForm } from '../../contract/relationships.ts';
import { FieldGrid, Flags } from '../form/FieldGrid.tsx';
import { fieldsOf } from '../form/fields.tsx';
import { useEndedHere } from '../items/ended.ts';

const F = fieldsOf(relationshipForm);
const P = fieldsOf(programForm);

export function RelationshipFields() {
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
