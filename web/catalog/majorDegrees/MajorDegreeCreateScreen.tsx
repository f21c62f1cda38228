import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { majorDegreeForm } from '../../../contract/majorDegree.ts';
import { newValues } from '../../../contract/newValues.ts';
import { useChangeToast } from '../../history/useChangeToast.ts';
import { change } from '../../lib/api.ts';
import { lastUrlOf, restoreState } from '../../lib/lastUrl.ts';
import { itemPath, listPath, paths } from '../../lib/paths.ts';
import { degreesQuery, majorDegreesQuery, majorsQuery } from '../../lib/queries.ts';
import { useUrlParams } from '../../lib/searchParams.ts';
import { fieldsOf } from '../../terms/lookupFields.tsx';
import { useDepartmentOptions, useSchoolOptions } from '../../terms/lookups.ts';
import { runningTerm } from '../../terms/runningTerm.ts';
import { Card } from '../../ui/Card.tsx';
import { FieldGrid } from '../../ui/form/FieldGrid.tsx';
import { PartFields, useFieldValue } from '../../ui/form/fields.tsx';
import { inputValues } from '../../ui/form/inputValues.ts';
import { SaveForm } from '../../ui/form/SaveForm.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { degreeView } from '../kinds/degree.tsx';
import { majorView } from '../kinds/major.tsx';
import { programView } from '../kinds/relationship.tsx';
import { derivedDefaults } from '../relationships/derivedDefaults.ts';
import { Fieldset } from '../relationships/Fieldset.tsx';

const F = fieldsOf(majorDegreeForm);
const start = inputValues(majorDegreeForm, { major: newValues.major });

/**
 * Creates a major and its degrees in one step, with their relationships to each other, to schools and to departments (spec
 * 2). If opened from the majors, the major's values become the defaults of the degrees.
 */
export default function MajorDegreeCreateScreen() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const showChangeToast = useChangeToast();
  const { params } = useUrlParams();
  const isFromMajors = params.get('from') === 'major';
  const leave = () =>
    isFromMajors
      ? navigate(lastUrlOf(listPath('major')), { state: restoreState })
      : navigate(paths.majorDegrees);
  return (
    <Screen heading="Create Major-Degree">
      <SaveForm
        form={majorDegreeForm}
        start={start}
        derivedDefaults={isFromMajors ? derivedDefaults : undefined}
        draftName="major-degree"
        save={(body, how) => change<{ majorKey: number }>('POST', '/major-degrees', { body, ...how })}
        onSaved={({ requestId }) => {
          for (const { queryKey } of [majorsQuery, degreesQuery, majorDegreesQuery])
            void client.invalidateQueries({ queryKey });
          showChangeToast('The major degree has been successfully added', requestId);
        }}
        onLeave={(created) => void (created ? navigate(itemPath('major', created.majorKey)) : leave())}
      >
        <Card>
          <Fieldset legend="Major">
            <PartFields name="major">
              <majorView.CreateFields />
            </PartFields>
            <Owners schools="majorSchools" departments="majorDepartments" startsIn="major.startTermYyyyst" />
          </Fieldset>
        </Card>
        <Card>
          <Fieldset legend="Degree">
            {isFromMajors && (
              <p>
                Title, terms, schools and departments of the major are copied to the degree and the
                relationship. Each can be changed there.
              </p>
            )}
            <PartFields name="degree">
              <degreeView.CreateFields />
            </PartFields>
            <Owners
              schools="degreeSchools"
              departments="degreeDepartments"
              startsIn="degree.degreeStartTermYyyyst"
            />
          </Fieldset>
        </Card>
        <Card>
          <Fieldset legend="Relationship">
            <PartFields name="majorDegree">
              <programView.Fields />
            </PartFields>
          </Fieldset>
        </Card>
      </SaveForm>
    </Screen>
  );
}

interface OwnersProps {
  schools: 'majorSchools' | 'degreeSchools';
  departments: 'majorDepartments' | 'degreeDepartments';
  /** The field with the start term of the related items. */
  startsIn: string;
}

/** The schools and departments of a major or degree. Those not in effect when it starts, or else now, are marked. */
function Owners({ schools, departments, startsIn }: OwnersProps) {
  const term = (useFieldValue(startsIn) as string | null) || runningTerm || null;
  return (
    <FieldGrid>
      <F.SeveralOf name={schools} options={useSchoolOptions(term)} read={String} span={2} />
      <F.SeveralOf name={departments} options={useDepartmentOptions(term)} read={Number} span={2} />
    </FieldGrid>
  );
}
