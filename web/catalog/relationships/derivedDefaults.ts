import type { DerivedDefaults } from '../../ui/form/formState.ts';
import type { InputValues } from '../../ui/form/inputValues.ts';

/** The fields of a major with its degrees whose defaults derive from the major. */
export const derivedDefaults: DerivedDefaults = {
  'degree.degreeTitleRc': ({ major }) => {
    const { titleLong, title20 } = major as InputValues;
    return titleLong || title20;
  },
  'degree.degreeStartTermYyyyst': ({ major }) => (major as InputValues).startTermYyyyst,
  'degree.degreeEndTermYyyyst': ({ major }) => (major as InputValues).endTermYyyyst,
  'majorDegree.startTerm': ({ major }) => (major as InputValues).startTermYyyyst,
  'majorDegree.endTerm': ({ major }) => (major as InputValues).endTermYyyyst,
  degreeSchools: ({ majorSchools }) => majorSchools,
  degreeDepartments: ({ majorDepartments }) => majorDepartments,
};
