import { degreeCreateForm, degreeForm } from './degree.ts';
import { departmentForm } from './department.ts';
import type { Form } from './form.ts';
import type { ItemKind } from './kinds.ts';
import { majorForm } from './major.ts';
import { schoolForm } from './school.ts';

/** The forms of each kind of item: to create one (a degree: several), and to edit one. */
export const kindForms = {
  school: { createForm: schoolForm, editForm: schoolForm },
  department: { createForm: departmentForm, editForm: departmentForm },
  degree: { createForm: degreeCreateForm, editForm: degreeForm },
  major: { createForm: majorForm, editForm: majorForm },
} as const satisfies { readonly [K in ItemKind]: { createForm: Form; editForm: Form } };
