import { DepartmentFacts } from '../detail/DepartmentFacts.tsx';
import { departmentView } from '../items/department.tsx';
import { DetailScreen } from './DetailScreen.tsx';

export default function DepartmentDetailScreen() {
  return <DetailScreen view={departmentView} Facts={DepartmentFacts} />;
}
