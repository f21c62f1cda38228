import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { majorDegreeForm } from '../../contract/majorDegree.ts';
import { useAddress } from '../address.ts';
import { change } from '../api.ts';
import { FieldGrid } from '../form/FieldGrid.tsx';
import { PartFields } from '../form/fields.tsx';
import { inputValues } from '../form/inputValues.ts';
import { SaveForm } from '../form/SaveForm.tsx';
import { useChangeToast } from '../history/useChangeToast.ts';
import { degreeView } from '../kinds/degree.tsx';
import { majorView } from '../kinds/major.tsx';
import { programView } from '../kinds/relationship.tsx';
import { Card } from '../layout/Card.tsx';
import { lastAddressOf, returning } from '../layout/lastAddress.ts';
import { Screen } from '../layout/Screen.tsx';
import { fieldsOf } from '../lookups/fields.tsx';
import { useDepartmentOptions, useSchoolOptions } from '../lookups/lookups.ts';
import { itemPath, listPath, paths } from '../paths.ts';
import { degreesQuery, majorDegreesQuery, majorsQuery } from '../queries.ts';
import { Part } from '../relationship/Part.tsx';
import { takenOver } from '../relationship/takenOver.ts';

const F = fieldsOf(majorDegreeForm);
const start = inputValues(majorDegreeForm, { major: majorView.newValues });

/**
 * Creates a major and its degrees in one step, with their relationships to each other, to schools and to departments
 * (spec 2). Begun from the majors, what is entered for the major is taken over to the degrees.
 */
export default function MajorDegreeCreateScreen() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const tell = useChangeToast();
  const { params } = useAddress();
  const isFromMajors = params.get('from') === 'major';
  const leave = () =>
    isFromMajors
      ? navigate(lastAddressOf(listPath('major')), { state: returning })
      : navigate(paths.majorDegrees);
  const schools = useSchoolOptions();
  const departments = useDepartmentOptions();
  return (
    <Screen heading="Create Major-Degree">
      <SaveForm
        form={majorDegreeForm}
        start={start}
        follows={isFromMajors ? takenOver : undefined}
        draftName="major-degree"
        save={(body, how) => change<{ majorKey: number }>('POST', '/major-degrees', { body, ...how })}
        onSaved={({ requestId }) => {
          for (const { queryKey } of [majorsQuery, degreesQuery, majorDegreesQuery])
            void client.invalidateQueries({ queryKey });
          tell('The major degree has been successfully added', requestId);
        }}
        onLeave={(created) => void (created ? navigate(itemPath('major', created.majorKey)) : leave())}
      >
        <Card>
          <Part legend="Major">
            <PartFields name="major">
              <majorView.CreateFields />
            </PartFields>
            <FieldGrid>
              <F.SeveralOf name="majorSchools" options={schools} read={String} span={2} />
              <F.SeveralOf name="majorDepartments" options={departments} read={Number} span={2} />
            </FieldGrid>
          </Part>
        </Card>
        <Card>
          <Part legend="Degree">
            {isFromMajors && (
              <p>
                Title, terms, schools and departments of the major are taken over to the degree and the
                relationship. Each can be changed there.
              </p>
            )}
            <PartFields name="degree">
              <degreeView.CreateFields />
            </PartFields>
            <FieldGrid>
              <F.SeveralOf name="degreeSchools" options={schools} read={String} span={2} />
              <F.SeveralOf name="degreeDepartments" options={departments} read={Number} span={2} />
            </FieldGrid>
          </Part>
        </Card>
        <Card>
          <Part legend="Relationship">
            <PartFields name="majorDegree">
              <programView.Fields />
            </PartFields>
          </Part>
        </Card>
      </SaveForm>
    </Screen>
  );
}
