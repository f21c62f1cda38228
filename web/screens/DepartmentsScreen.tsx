import { departmentView } from '../items/department.tsx';
import { ItemList } from '../items/ItemList.tsx';

export default function DepartmentsScreen() {
  return <ItemList view={departmentView} />;
}
