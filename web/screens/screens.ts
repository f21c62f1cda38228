/** All screens as one script: many small ones would cost a slow network a round trip for every six. */
export { default as About } from './AboutScreen.tsx';
export { default as DegreeDetail } from './DegreeDetailScreen.tsx';
export { default as Degrees } from './DegreesScreen.tsx';
export { default as DepartmentDetail } from './DepartmentDetailScreen.tsx';
export { default as Departments } from './DepartmentsScreen.tsx';
export { default as MajorDegreeCreate } from './MajorDegreeCreateScreen.tsx';
export { default as MajorDegrees } from './MajorDegreesScreen.tsx';
export { default as MajorDetail } from './MajorDetailScreen.tsx';
export { default as Majors } from './MajorsScreen.tsx';
export { default as Relationship } from './RelationshipScreen.tsx';
export { default as Report } from './ReportScreen.tsx';
export { default as SchoolDetail } from './SchoolDetailScreen.tsx';
export { default as Schools } from './SchoolsScreen.tsx';
