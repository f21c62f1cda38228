import { type Department, departmentForm } from '../../contract/department.ts';
import { FieldGrid, Flags } from '../form/FieldGrid.tsx';
import { fieldsOf } from '../lookups/fields.tsx';
import type { Quarter } from '../lookups/lookups.ts';
import { paths } from '../paths.ts';
import { departmentsQuery } from '../queries.ts';
import type { Column } from '../table/column.ts';
import { endedIn, useEndedHere } from './ended.ts';
import type { ItemView } from './items.ts';
import { State } from './State.tsx';

const columns = (quarter: Quarter): readonly Column<Department>[] => [
  { id: 'title7', header: 'Title 7', value: ({ title7 }) => title7 },
  { id: 'title', header: 'Title 40', value: ({ title }) => title },
  {
    id: 'active',
    header: 'Active',
    value: ({ active }) => active,
    cell: ({ active, endTerm }) => <State active={active} ended={endedIn(endTerm, quarter)} />,
  },
];

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

export const departmentView: ItemView<'department'> = {
  kind: 'department',
  title: 'Department',
  heading: 'Departments',
  listPath: paths.departments,
  listQuery: departmentsQuery,
  columns,
  defaultSort: [{ id: 'title7', desc: false }],
  exportName: 'departments',
  deleteQuestion: ({ deptKey }) => `Are you sure you want to delete department code ${deptKey}?`,
  savedBy: ({ deptUciNetId }) => deptUciNetId,
  createForm: departmentForm,
  newValues: {},
  CreateFields: DepartmentFields,
  editForm: departmentForm,
  EditFields: DepartmentFields,
};
