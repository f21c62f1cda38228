import { school, schoolForm } from '../../../contract/school.ts';
import type { ItemEndpoints } from './itemEndpoints.ts';

export const schoolEndpoints: ItemEndpoints = {
  kind: 'school',
  created: school,
  createdJson: ([item = '']) => item,
  // The browser loads schools and majors at startup, for every user (contract 6).
  listAccess: 'signed-in',
  readKey: (text) => (/^[0-9A-Za-z]{2}$/.test(text) ? text.toUpperCase() : undefined),
  keyField: schoolForm.fields.schoolCode,
};
