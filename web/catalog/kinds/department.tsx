import { type Department, departmentForm } from '../../../contract/department.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import { itemKinds } from '../../../contract/kinds.ts';
import { itemNames } from '../../lib/kindNames.ts';
import { itemPath } from '../../lib/paths.ts';
import { departmentsQuery } from '../../lib/queries.ts';
import { fieldsOf } from '../../terms/lookupFields.tsx';
import type { Quarter } from '../../terms/lookups.ts';
import { FieldGrid, Flags } from '../../ui/form/FieldGrid.tsx';
import { fieldColumn, partColumn } from '../../ui/table/column.ts';
import { ActiveState } from '../items/ActiveState.tsx';
import { endedIn, useEndedHere } from '../items/ended.ts';
import type { ItemView, ReportColumns } from '../items/itemView.ts';

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
  newValues: {},
  CreateFields: DepartmentFields,
  EditFields: DepartmentFields,
  listQuery: departmentsQuery,
  columns: (quarter) => [
    { ...fieldColumn('title7', 'Title 7'), to: pageOf },
    { ...fieldColumn('title', 'Title 40'), to: pageOf, isRowHeader: true },
    { ...fieldColumn('active', 'Active'), cell: (department) => stateOf(department, quarter) },
  ],
  related: ['title7', 'title'],
  card: { code: 'title7', title: 'title' },
  defaultSort: [{ id: 'title7', desc: false }],
  stateOf,
  identityOf: ({ title7, title }) => ({ code: title7, title }),
  nameOf: ({ title7 }) => `department ${title7}`,
  deleteQuestion: ({ deptKey }) => `Are you sure you want to delete department code ${deptKey}?`,
  nameInQuestion: ({ deptKey }) => `department key ${deptKey}`,
};

export const departmentReport = {
  titles: [
    {
      ...partColumn('department', 'title7', 'Dept Title 7'),
      to: ({ department }) => department && pageOf(department),
    },
    {
      ...partColumn('department', 'title', 'Dept Title 40'),
      to: ({ department }) => department && pageOf(department),
    },
  ],
} satisfies ReportColumns;
