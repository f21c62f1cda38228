import { type School, schoolForm } from '../../contract/school.ts';
import { FieldGrid, Flags } from '../form/FieldGrid.tsx';
import { useFieldValue } from '../form/fields.tsx';
import { fieldsOf } from '../lookups/fields.tsx';
import { paths } from '../paths.ts';
import { schoolsQuery } from '../queries.ts';
import type { Column } from '../table/column.ts';
import { endedInYear } from './ended.ts';
import type { ItemView } from './items.ts';
import { State } from './State.tsx';

const columns: readonly Column<School>[] = [
  { id: 'schoolCode', header: 'Code', value: ({ schoolCode }) => schoolCode },
  { id: 'title', header: 'Title', value: ({ title }) => title },
  { id: 'title8', header: 'Title 8', value: ({ title8 }) => title8 },
  { id: 'yearStart', header: 'Year Start', value: ({ yearStart }) => yearStart },
  { id: 'yearEnd', header: 'Year End', value: ({ yearEnd }) => yearEnd },
  { id: 'sortCode', header: 'Sort Code', value: ({ sortCode }) => sortCode },
  {
    id: 'active',
    header: 'Active',
    value: ({ active }) => active,
    cell: ({ active, yearEnd }) => <State active={active} ended={endedInYear(yearEnd)} />,
  },
];

const F = fieldsOf(schoolForm);

const CreateFields = () => (
  <FieldGrid>
    <F.Code name="schoolCode" />
    <OtherFields />
  </FieldGrid>
);

/** The code is the key: it does not change. */
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

export const schoolView: ItemView<'school'> = {
  kind: 'school',
  title: 'School',
  heading: 'Schools',
  listPath: paths.schools,
  listQuery: schoolsQuery,
  columns: () => columns,
  defaultSort: [{ id: 'schoolCode', desc: false }],
  exportName: 'schools',
  deleteQuestion: ({ schoolCode }) => `Are you sure you want to delete school code ${schoolCode}?`,
  savedBy: ({ schoolUciNetId }) => schoolUciNetId,
  createForm: schoolForm,
  newValues: {},
  CreateFields,
  editForm: schoolForm,
  EditFields,
};
