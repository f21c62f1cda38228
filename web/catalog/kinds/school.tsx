import { defaultSorts, listColumns } from '../../../contract/columns/columnsOfItems.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import { itemKinds } from '../../../contract/kinds.ts';
import { type School, schoolForm } from '../../../contract/school.ts';
import { itemNames } from '../../lib/kindNames.ts';
import { itemPath } from '../../lib/paths.ts';
import { schoolsQuery } from '../../lib/queries.ts';
import { fieldsOf } from '../../terms/lookupFields.tsx';
import { FieldGrid, Flags } from '../../ui/form/FieldGrid.tsx';
import { useFieldValue } from '../../ui/form/fields.tsx';
import { shownAs } from '../../ui/table/column.ts';
import { ActiveState } from '../items/ActiveState.tsx';
import { endedInYear } from '../items/ended.ts';
import type { ItemView } from '../items/itemView.ts';

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

const stateOf = ({ active, yearEnd }: School) => <ActiveState active={active} ended={endedInYear(yearEnd)} />;

const pageOf = ({ schoolCode }: School) => itemPath('school', schoolCode);

export const schoolView: ItemView<'school'> = {
  kind: 'school',
  ...itemKinds.school,
  ...kindForms.school,
  ...itemNames.school,
  CreateFields,
  EditFields,
  listQuery: schoolsQuery,
  columns: (quarter) =>
    shownAs(listColumns.school(quarter), {
      schoolCode: { to: pageOf },
      title: { to: pageOf, isRowHeader: true },
      active: { cell: stateOf },
    }),
  related: ['schoolCode', 'title'],
  card: { code: 'schoolCode', title: 'title' },
  defaultSort: defaultSorts.school,
  stateOf,
  identityOf: ({ schoolCode, title }) => ({ code: schoolCode, title }),
  nameOf: ({ schoolCode }) => `school ${schoolCode}`,
  deleteQuestion: ({ schoolCode }) => `Are you sure you want to delete school code ${schoolCode}?`,
  nameInQuestion: ({ schoolCode }) => `school code ${schoolCode}`,
};
