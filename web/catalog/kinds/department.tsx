import { defaultSorts, listColumns } from '../../../contract/columns/columnsOfItems.ts';
import type { Quarter } from '../../../contract/columns/quarters.ts';
import { type Department, departmentForm } from '../../../contract/department.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import { itemKinds } from '../../../contract/kinds.ts';
import { itemNames } from '../../lib/kindNames.ts';
import { itemPath } from '../../lib/paths.ts';
import { departmentsQuery } from '../../lib/queries.ts';
import { fieldsOf } from '../../terms/lookupFields.tsx';
import { FieldGrid, Flags } from '../../ui/form/FieldGrid.tsx';
import { shownAs } from '../../ui/table/column.ts';
import { ActiveState } from '../items/ActiveState.tsx';
import { endedIn, useEndedHere } from '../items/ended.ts';
import type { ItemView } from '../items/itemView.ts';

const F = fieldsOf(departmentForm);

function DepartmentFields() {
  const ended = useEndedHere('endTerm');
  return (
    <FieldGrid>
      <F.Text name="title7" />
      <F.Text name="title" span={3} />
      <F.Term name="startTerm" span={2} />
      <F.Term name="endTerm" span={2} />
      <F.Comments name="comments" />
      <Flags>
        <F.Flag name="active" note={ended} />
      </Flags>
    </FieldGrid>
  );
}

const stateOf = ({ active, endTerm }: Department, quarter: Quarter) => (
  <ActiveState active={active} ended={endedIn(endTerm, quarter)} />
);

const pageOf = ({ deptKey }: Department) => itemPath('department', deptKey);

export const departmentView: ItemView<'department'> = {
  kind: 'department',
  ...itemKinds.department,
  ...kindForms.department,
  ...itemNames.department,
  CreateFields: DepartmentFields,
  EditFields: DepartmentFields,
  listQuery: departmentsQuery,
  columns: (quarter) =>
    shownAs(listColumns.department(quarter), {
      title7: { to: pageOf },
      title: { to: pageOf, isRowHeader: true },
      active: { cell: (department) => stateOf(department, quarter) },
    }),
  related: ['title7', 'title'],
  card: { code: 'title7', title: 'title' },
  defaultSort: defaultSorts.department,
  stateOf,
  identityOf: ({ title7, title }) => ({ code: title7, title }),
  nameOf: ({ title7 }) => `department ${title7}`,
  deleteQuestion: ({ deptKey }) => `Are you sure you want to delete department code ${deptKey}?`,
  nameInQuestion: ({ deptKey }) => `department key ${deptKey}`,
};
