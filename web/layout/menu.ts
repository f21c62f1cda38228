import type { Permission } from '../../contract/user.ts';
import { paths } from '../paths.ts';

interface MenuEntry {
  label: string;
  to: string;
  /** Current only at this very address, not below it (spec 2). */
  exact?: true;
  permission?: Permission;
}

/** Spec 2, top menu; an entry without a permission is always shown. */
export const menu: readonly MenuEntry[] = [
  { label: 'Report', to: paths.home, exact: true },
  { label: 'Degrees', to: paths.degrees, permission: 'manage:data' },
  { label: 'Departments', to: paths.departments, permission: 'manage:data' },
  { label: 'Majors', to: paths.majors, permission: 'manage:data' },
  { label: 'Major-Degrees', to: paths.majorDegrees, permission: 'manage:data' },
  { label: 'Schools', to: paths.schools, permission: 'manage:data' },
  { label: 'About', to: paths.about, exact: true, permission: 'view:about' },
];
