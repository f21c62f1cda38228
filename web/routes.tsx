import { createBrowserRouter, Navigate } from 'react-router';
import { base } from './base.ts';
import { Guard } from './layout/Guard.tsx';
import { Layout } from './layout/Layout.tsx';
import { Loader } from './layout/Loader.tsx';
import { OneAddress } from './layout/OneAddress.tsx';
import { ScreenError } from './layout/ScreenError.tsx';
import { paths } from './paths.ts';

/** Fetched when the first screen is shown, while it is asked who is there. */
const screens = () => import('./screens/screens.ts');
type Name = keyof Awaited<ReturnType<typeof screens>>;

const screen = (name: Name) => async () => ({ Component: (await screens())[name] });

/** Exactly this path: the router would take it in any case. */
const route = (path: string, name: Name) => ({ path, lazy: screen(name), caseSensitive: true });

/** Spec 2: the routes and who may see them. */
export const router = createBrowserRouter(
  [
    {
      element: <Layout />,
      hydrateFallbackElement: <Loader />,
      errorElement: <ScreenError />,
      children: [
        {
          element: <OneAddress />,
          errorElement: <ScreenError />,
          children: [
            route(paths.home, 'Report'),
            route(paths.report, 'Report'),
            {
              element: <Guard permission="manage:data" />,
              children: [
                route(paths.degrees, 'Degrees'),
                route(`${paths.degrees}/:key`, 'DegreeDetail'),
                route(paths.departments, 'Departments'),
                route(`${paths.departments}/:key`, 'DepartmentDetail'),
                route(paths.majors, 'Majors'),
                route(`${paths.majors}/:key`, 'MajorDetail'),
                route(paths.majorDegrees, 'MajorDegrees'),
                route(paths.majorDegreeCreate, 'MajorDegreeCreate'),
                route(paths.relationship, 'Relationship'),
                route(paths.schools, 'Schools'),
                route(`${paths.schools}/:key`, 'SchoolDetail'),
              ],
            },
            {
              element: <Guard permission="view:about" />,
              children: [route(paths.about, 'About')],
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
