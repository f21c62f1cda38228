import type { ItemKind } from '../../contract/kinds.ts';
import type { Permission } from '../../contract/user.ts';
import { itemNames } from '../lib/kindNames.ts';
import { listPath, paths } from '../lib/paths.ts';

interface MenuEntry {
  label: string;
  to: string;
  /** Highlighted only at exactly this URL, not at those below it (spec 2). */
  exact?: true;
  /** The parameter by which the screen is shown as of a term, so that its link keeps the current term. */
  asOfName?: 'asOf' | 'from';
  permission?: Permission;
}

const listOf = (kind: ItemKind): MenuEntry => ({
  label: itemNames[kind].heading,
  to: listPath(kind),
  asOfName: 'asOf',
  permission: 'manage:data',
});

/** The top menu (spec 2). An entry without a permission is always shown. */
export const menu: readonly MenuEntry[] = [
  { label: 'Report', to: paths.home, exact: true, asOfName: 'asOf' },
  listOf('degree'),
  listOf('department'),
  listOf('major'),
  { label: 'Major-Degrees', to: paths.majorDegrees, asOfName: 'asOf', permission: 'manage:data' },
  listOf('school'),
  { label: 'About', to: paths.about, exact: true, permission: 'view:about' },
];

/** The entries of the menu 'Tools'. */
export const tools: readonly MenuEntry[] = [
  { label: 'Changes', to: paths.changes, permission: 'manage:data' },
  { label: 'Import', to: paths.import, permission: 'manage:data' },
  { label: 'Differences', to: paths.differences, asOfName: 'from', permission: 'manage:data' },
  { label: 'Programs by CIP', to: paths.programs, asOfName: 'asOf', permission: 'manage:data' },
  { label: 'Data quality', to: paths.quality, asOfName: 'asOf', permission: 'manage:data' },
  { label: 'Terms and awards', to: paths.lookups, permission: 'manage:data' },
  { label: 'Other systems', to: paths.systems, permission: 'manage:data' },
];
