import { degree, degreeCreateForm, degreeForm } from '../../contract/degree.ts';
import { department, departmentForm } from '../../contract/department.ts';
import { conflictResponse, errorResponse, signInResponse } from '../../contract/errors.ts';
import { changeEntry, changeSet } from '../../contract/history.ts';
import { importMapping, importMappingForm } from '../../contract/importMappings.ts';
import { awardTypeForm, termForm } from '../../contract/lookupForms.ts';
import { maintainedAwardType, maintainedTerm } from '../../contract/lookups.ts';
import { major, majorForm } from '../../contract/major.ts';
import { majorDegreeForm } from '../../contract/majorDegree.ts';
import { programGroup } from '../../contract/programs.ts';
import { applyForm, preview, previewForm, previewRow } from '../../contract/proposals.ts';
import { finding, fixForm, qualityRule, waiverForm } from '../../contract/quality.ts';
import { programForm, relationshipForm } from '../../contract/relationships.ts';
import { reportExclusions, reportFilter, reportMajor, reportRow } from '../../contract/report.ts';
import { school, schoolForm } from '../../contract/school.ts';
import { view, viewEditForm, viewForm } from '../../contract/views.ts';

/** The schemas that the OpenAPI document defines once, by name. */
export const namedSchemas = {
  School: school,
  SchoolForm: schoolForm.schema,
  Department: department,
  DepartmentForm: departmentForm.schema,
  Degree: degree,
  DegreeCreateForm: degreeCreateForm.schema,
  DegreeForm: degreeForm.schema,
  Major: major,
  MajorForm: majorForm.schema,
  RelationshipForm: relationshipForm.schema,
  ProgramForm: programForm.schema,
  MajorDegreeForm: majorDegreeForm.schema,
  ReportFilter: reportFilter.schema,
  ReportMajor: reportMajor,
  ReportRow: reportRow,
  ReportExclusions: reportExclusions,
  ProgramGroup: programGroup,
  ChangeSet: changeSet,
  ChangeEntry: changeEntry,
  PreviewForm: previewForm.schema,
  PreviewRow: previewRow,
  Preview: preview,
  ApplyForm: applyForm.schema,
  ImportMapping: importMapping,
  ImportMappingForm: importMappingForm.schema,
  View: view,
  ViewForm: viewForm.schema,
  ViewEditForm: viewEditForm.schema,
  QualityRule: qualityRule,
  Finding: finding,
  WaiverForm: waiverForm.schema,
  FixForm: fixForm.schema,
  MaintainedTerm: maintainedTerm,
  TermForm: termForm.schema,
  MaintainedAwardType: maintainedAwardType,
  AwardTypeForm: awardTypeForm.schema,
  Errors: errorResponse,
  SignIn: signInResponse,
  Conflict: conflictResponse,
};
