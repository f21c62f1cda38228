import { type School, schoolForm } from '../../contract/school.ts';
import { FieldGrid, Flags } from '../form/FieldGrid.tsx';
import { useFieldValue } from '../form/fields.tsx';
import { endedInYear } from '../items/ended.ts';
import type { ItemView, ReportColumns } from '../items/items.ts';
import { State } from '../items/State.tsx';
import { fieldsOf } from '../lookups/fields.tsx';
import { itemNames } from '../names.ts';
import { itemPath } from '../paths.ts';
import { schoolsQuery } from '../queries.ts';
import { fieldColumn, partColumn } from '../table/column.ts';

const F = fieldsOf(schoolForm);

const CreateFields = () => (
  <FieldGrid>
    <F.Code name="schoolCode" />
    <OtherFields />
  </FieldGrid>
);

/** The code is the key, so it cannot change. */
const EditFields = () => (
  <FieldGrid>
    <F.Code name="schoolCode" readOnly />
    <OtherFields />
  </FieldGrid>
);

function OtherFields() {
  const year = Number(useFieldValue('yearEnd'));
  return (
    <>
      <F.Text name="title" span={3} />
      <F.Text name="title8" />
      <F.Whole name="yearStart" />
      <F.Whole name="yearEnd" />
      <F.Whole name="sortCode" />
      <F.Comments name="comments" />
      <Flags>
        <F.Flag name="active" note={endedInYear(year || null)} />
      </Flags>
    </>
  );
}

const stateOf = ({ active, yearEnd }: School) => <State active={active} ended={endedInYear(yearEnd)} />;

const pageOf = ({ schoolCode }: School) => itemPath('school', schoolCode);

export const schoolView: ItemView<'school'> = {
  kind: 'school',
  ...itemNames.school,
  createForm: schoolForm,
  newValues: {},
  CreateFields,
  editForm: schoolForm,
  EditFields,
  listQuery: schoolsQuery,
  columns: () => [
    { ...fieldColumn('schoolCode', 'Code'), to: pageOf },
    { ...fieldColumn('title', 'Title'), to: pageOf },
    fieldColumn('title8', 'Title 8'),
    fieldColumn('yearStart', 'Year Start'),
    fieldColumn('yearEnd', 'Year End'),
    fieldColumn('sortCode', 'Sort Code'),
    { ...fieldColumn('active', 'Active'), cell: stateOf },
  ],
  related: ['schoolCode', 'title'],
  card: { code: 'schoolCode', title: 'title' },
  defaultSort: [{ id: 'schoolCode', desc: false }],
  activeField: 'active',
  stateOf,
  identityOf: ({ schoolCode, title }) => ({ code: schoolCode, title }),
  nameOf: ({ schoolCode }) => `school ${schoolCode}`,
  deleteQuestion: ({ schoolCode }) => `Are you sure you want to delete school code ${schoolCode}?`,
  nameInQuestion: ({ schoolCode }) => `school code ${schoolCode}`,
  savedBy: ({ schoolUciNetId }) => schoolUciNetId,
};

export const schoolReport = {
  first: [
    { ...partColumn('school', 'schoolCode', 'Sch Code'), to: ({ school }) => school && pageOf(school) },
  ],
} satisfies ReportColumns;
