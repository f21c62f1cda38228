import type { ComponentType } from 'react';
import {
  type Program,
  programForm,
  type Relationship,
  type RelationshipKind,
  relationshipForm,
} from '../../../contract/relationships.ts';
import { fieldsOf } from '../../terms/lookupFields.tsx';
import type { Quarter } from '../../terms/lookups.ts';
import { FieldGrid, Flags } from '../../ui/form/FieldGrid.tsx';
import { type Column, fieldColumn, partColumn } from '../../ui/table/column.ts';
import { endedMark } from '../items/ActiveState.tsx';
import { useEndedHere } from '../items/ended.ts';
import type { ReportColumns } from '../items/itemView.ts';

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

const relationshipView: RelationshipView = {
  Fields: SpanFields,
  columns: (quarter) => [
    {
      id: 'startTerm',
      header: 'Rel Start Qtr',
      value: ({ startTerm }) => quarter(startTerm),
      sort: ({ startTerm }) => startTerm,
    },
    {
      id: 'endTerm',
      header: 'Rel End Qtr',
      value: ({ endTerm }) => quarter(endTerm),
      sort: ({ endTerm }) => endTerm,
      mark: ({ endTerm }) => endedMark(endTerm),
    },
    fieldColumn('active', 'Rel Active'),
  ],
};

/** Only for a major and a degree (spec 3). The columns have the same headers as in the report. */
export const programView: RelationshipView = {
  Fields: ProgramFields,
  columns: (quarter) => [
    ...relationshipView.columns(quarter),
    {
      id: 'programLengthYrs',
      header: 'Prog Lgth Yrs',
      value: ({ programLengthYrs = null }) => programLengthYrs,
    },
    {
      id: 'programLengthQtrs',
      header: 'Prog Lgth Qtrs',
      value: ({ programLengthQtrs = null }) => programLengthQtrs,
    },
    {
      id: 'acadYrInstrWks',
      header: 'Instr Wks Per Acad Yr',
      value: ({ acadYrInstrWks = null }) => acadYrInstrWks,
    },
    {
      id: 'specProgIndctr',
      header: 'Spec Prog Indicator',
      value: ({ specProgIndctr = null }) => specProgIndctr,
    },
    { id: 'terminalPgmFlag', header: 'Term Prog', value: ({ terminalPgmFlag = null }) => terminalPgmFlag },
    { id: 'selfSuppPgm', header: 'Self Sup Prof Deg Prog', value: ({ selfSuppPgm = null }) => selfSuppPgm },
    { id: 'profDegreePgm', header: 'Prof Deg', value: ({ profDegreePgm = null }) => profDegreePgm },
  ],
};

export const relationshipViewOf = ({ form }: Pick<RelationshipKind, 'form'>): RelationshipView =>
  form === programForm ? programView : relationshipView;

const flag = (value: boolean | null | undefined) => (value == null ? '-' : value ? 'Yes' : 'No');

export const programReport = {
  all: [
    partColumn('majorDegree', 'programLengthYrs', 'Prog Lgth Yrs'),
    partColumn('majorDegree', 'programLengthQtrs', 'Prog Lgth Qtrs'),
    partColumn('majorDegree', 'acadYrInstrWks', 'Instr Wks Per Acad Yr'),
    partColumn('majorDegree', 'specProgIndctr', 'Spec Prog Indicator'),
    {
      id: 'majorDegree.terminalPgmFlag',
      header: 'Term Prog',
      value: ({ majorDegree }) => flag(majorDegree?.terminalPgmFlag),
    },
    {
      id: 'majorDegree.selfSuppPgm',
      header: 'Self Sup Prof Deg Prog',
      value: ({ majorDegree }) => flag(majorDegree?.selfSuppPgm),
    },
    {
      id: 'majorDegree.profDegreePgm',
      header: 'Prof Deg',
      value: ({ majorDegree }) => flag(majorDegree?.profDegreePgm),
    },
  ],
} satisfies ReportColumns;
