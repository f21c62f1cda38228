import { department } from '../../../contract/department.ts';
import { key } from '../../../contract/fields.ts';
import { type ItemEndpoints, readNumber } from './itemEndpoints.ts';

export const departmentEndpoints: ItemEndpoints = {
  kind: 'department',
  created: department,
  createdJson: ([item = '']) => item,
  listAccess: 'manage:data',
  readKey: readNumber,
  keyField: key('Department Key'),
};
