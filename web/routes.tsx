import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import { base } from './base.ts';
import { Guard } from './layout/Guard.tsx';
import { Layout } from './layout/Layout.tsx';
import { Loader } from './layout/Loader.tsx';
import { ScreenError } from './layout/ScreenError.tsx';
import { paths } from './paths.ts';

/** A screen's script is fetched when its route is first visited. */
const screen = (load: () => Promise<{ default: ComponentType }>) => async () => ({
  Component: (await load()).default,
});

const report = screen(() => import('./screens/ReportScreen.tsx'));

/** Spec 2: the routes and who may see them. */
export const router = createBrowserRouter(
  [
    {
      element: <Layout />,
      hydrateFallbackElement: <Loader />,
      errorElement: <ScreenError />,
      children: [
        {
          errorElement: <ScreenError />,
          children: [
            { path: paths.home, lazy: report },
            { path: paths.report, lazy: report },
            {
              element: <Guard permission="manage:data" />,
              children: [
                { path: paths.degrees, lazy: screen(() => import('./screens/DegreesScreen.tsx')) },
                {
                  path: `${paths.degrees}/:key`,
                  lazy: screen(() => import('./screens/DegreeDetailScreen.tsx')),
                },
                { path: paths.departments, lazy: screen(() => import('./screens/DepartmentsScreen.tsx')) },
                {
                  path: `${paths.departments}/:key`,
                  lazy: screen(() => import('./screens/DepartmentDetailScreen.tsx')),
                },
                { path: paths.majors, lazy: screen(() => import('./screens/MajorsScreen.tsx')) },
                {
                  path: `${paths.majors}/:key`,
                  lazy: screen(() => import('./screens/MajorDetailScreen.tsx')),
                },
                { path: paths.majorDegrees, lazy: screen(() => import('./screens/MajorDegreesScreen.tsx')) },
                {
                  path: paths.majorDegreeCreate,
                  lazy: screen(() => import('./screens/MajorDegreeCreateScreen.tsx')),
                },
                { path: paths.relationship, lazy: screen(() => import('./screens/RelationshipScreen.tsx')) },
                { path: paths.schools, lazy: screen(() => import('./screens/SchoolsScreen.tsx')) },
                {
                  path: `${paths.schools}/:key`,
                  lazy: screen(() => import('./screens/SchoolDetailScreen.tsx')),
                },
              ],
            },
            {
              element: <Guard permission="view:about" />,
              children: [{ path: paths.about, lazy: screen(() => import('./screens/AboutScreen.tsx')) }],
            },
            { path: '*', element: <Navigate to={paths.home} replace /> },
          ],
        },
      ],
    },
  ],
  // With its slash, or the first page would be at `/mdsd`.
  { basename: `${base}/` },
);
