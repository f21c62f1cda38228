import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import { type ItemKind, itemKinds } from '../contract/kinds.ts';
import { base } from './lib/base.ts';
import { listPath, paths, proposalPath } from './lib/paths.ts';
import { Guard } from './shell/Guard.tsx';
import { Layout } from './shell/Layout.tsx';
import { ScreenError } from './shell/ScreenError.tsx';
import { TrimTrailingSlash } from './shell/TrimTrailingSlash.tsx';
import { Loader } from './ui/Loader.tsx';
import { LatePartsContext } from './ui/lateParts.ts';

/** The screens in one chunk, loaded with the first route while the session is requested. */
const screens = () => import('./screens.tsx');
type Screens = Awaited<ReturnType<typeof screens>>;

/** Matches the path exactly; by default the router ignores case. */
const route = (path: string, elementOf: (from: Screens) => ReactNode) => ({
  path,
  lazy: async () => ({ element: elementOf(await screens()) }),
  caseSensitive: true,
});

type More = Awaited<ReturnType<Screens['more']>>;

/** The same for a screen of the second chunk, which is loaded when one of its screens is first opened. */
const moreRoute = (path: string, elementOf: (from: More) => ReactNode) => ({
  path,
  lazy: async () => ({ element: elementOf(await (await screens()).more()) }),
  caseSensitive: true,
});

const lateParts = async () => await (await screens()).dialogs();

const itemRoutes = (kind: ItemKind) => [
  route(listPath(kind), ({ ItemsOf }) => <ItemsOf kind={kind} />),
  route(`${listPath(kind)}/:key`, ({ ItemOf }) => <ItemOf kind={kind} />),
  moreRoute(`${proposalPath('end', kind)}/:key`, ({ EndOf }) => <EndOf kind={kind} />),
  moreRoute(`${proposalPath('copy', kind)}/:key`, ({ CopyOf }) => <CopyOf kind={kind} />),
  moreRoute(`${proposalPath('relate', kind)}/:key`, ({ RelateOf }) => <RelateOf kind={kind} />),
  moreRoute(proposalPath('change', kind), ({ ChangeAllOf }) => <ChangeAllOf kind={kind} />),
  moreRoute(proposalPath('set-inactive', kind), ({ SetInactiveOf }) => <SetInactiveOf kind={kind} />),
];

/** Spec 2: the routes and their permissions. */
export const router = createBrowserRouter(
  [
    {
      element: (
        <LatePartsContext value={lateParts}>
          <Layout />
        </LatePartsContext>
      ),
      hydrateFallbackElement: <Loader />,
      errorElement: <ScreenError />,
      children: [
        {
          element: <TrimTrailingSlash />,
          errorElement: <ScreenError />,
          children: [
            route(paths.home, ({ Report }) => <Report />),
            route(paths.report, ({ Report }) => <Report />),
            moreRoute(paths.programs, ({ Programs }) => <Programs />),
            {
              element: <Guard permission="manage:data" />,
              children: [
                ...(Object.keys(itemKinds) as ItemKind[]).flatMap(itemRoutes),
                route(paths.majorDegrees, ({ MajorDegrees }) => <MajorDegrees />),
                route(paths.majorDegreeCreate, ({ MajorDegreeCreate }) => <MajorDegreeCreate />),
                route(paths.relationship, ({ Relationship }) => <Relationship />),
                moreRoute(paths.changes, ({ Changes }) => <Changes />),
                moreRoute(paths.import, ({ Import }) => <Import />),
                moreRoute(paths.differences, ({ Differences }) => <Differences />),
                moreRoute(paths.quality, ({ Quality }) => <Quality />),
                moreRoute(`${paths.quality}/:rule`, ({ QualityRule }) => <QualityRule />),
                moreRoute('/proposal/fix/:rule', ({ Fix }) => <Fix />),
                moreRoute(paths.lookups, ({ Lookups }) => <Lookups />),
                moreRoute(paths.systems, ({ Systems }) => <Systems />),
                moreRoute(paths.addYear, ({ AddYear }) => <AddYear />),
              ],
            },
            {
              element: <Guard permission="view:about" />,
              children: [route(paths.about, ({ About }) => <About />)],
            },
            { path: '*', element: <Navigate to={paths.home} replace /> },
          ],
        },
      ],
    },
  ],
  // With the slash; otherwise the home page would be at `/mdsd`.
  { basename: `${base}/` },
);
