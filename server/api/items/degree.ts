import * as z from 'zod/mini';
import { degree } from '../../../contract/degree.ts';
import { key } from '../../../contract/fields.ts';
import { type ItemEndpoints, readNumber } from './itemEndpoints.ts';

export const degreeEndpoints: ItemEndpoints = {
  kind: 'degree',
  created: z.array(degree),
  createdJson: (items) => `[${items.join(',')}]`,
  listAccess: 'manage:data',
  readKey: readNumber,
  keyField: key('Degree Key'),
};
