import { createBrowserRouter, Navigate } from 'react-router';
import { base } from './base.ts';
import { Guard } from './layout/Guard.tsx';
import { Layout } from './layout/Layout.tsx';
import { Loader } from './layout/Loader.tsx';
import { ScreenError } from './layout/ScreenError.tsx';
import { paths } from './paths.ts';

/** Fetched when the first screen is shown, while it is asked who is there. */
const screens = () => import('./screens/screens.ts');
type Name = keyof Awaited<ReturnType<typeof screens>>;

const screen = (name: Name) => async () => ({ Component: (await screens())[name] });

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
            { path: paths.home, lazy: screen('Report') },
            { path: paths.report, lazy: screen('Report') },
            {
              element: <Guard permission="manage:data" />,
              children: [
                { path: paths.degrees, lazy: screen('Degrees') },
                {
                  path: `${paths.degrees}/:key`,
                  lazy: screen('DegreeDetail'),
                },
                { path: paths.departments, lazy: screen('Departments') },
                {
                  path: `${paths.departments}/:key`,
                  lazy: screen('DepartmentDetail'),
                },
                { path: paths.majors, lazy: screen('Majors') },
                {
                  path: `${paths.majors}/:key`,
                  lazy: screen('MajorDetail'),
                },
                { path: paths.majorDegrees, lazy: screen('MajorDegrees') },
                {
                  path: paths.majorDegreeCreate,
                  lazy: screen('MajorDegreeCreate'),
                },
                { path: paths.relationship, lazy: screen('Relationship') },
                { path: paths.schools, lazy: screen('Schools') },
                {
                  path: `${paths.schools}/:key`,
                  lazy: screen('SchoolDetail'),
                },
              ],
            },
            {
              element: <Guard permission="view:about" />,
              children: [{ path: paths.about, lazy: screen('About') }],
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
