import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { dialogOnDemand } from './kit/on-demand.tsx'
import { Spinner } from './kit/Spinner.tsx'
import { loginPath } from './navigation/login-path.ts'
import { useCloseDialog } from './navigation/opening.ts'
import type { LazyComponent, ScreenRow } from './navigation/screen-row.ts'
import { type Screen, type ScreenPath, screens } from './navigation/screens.ts'
import type { RawSearch } from './navigation/search-values.ts'
import { FailedPage, NotFoundPage } from './screens/MessagePages.tsx'
import { guardDialog, guardScreen } from './session/access-guard.ts'
import type { Session } from './session/session.tsx'

const rootRoute = createRootRouteWithContext<{ session: Session }>()({
  beforeLoad: ({ context: { session }, location }) => guardScreen(session, location),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: loginPath,
  component: lazyRouteComponent(() => import('./screens/login/LoginPage.tsx'), 'LoginPage'),
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
})

type LazyCode = () => Promise<Record<string, FunctionComponent>>

/** A dialog over a page, with an address below the page's. */
const dialogRoute = <Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  path: Path,
  { fetchCode, name, needs }: LazyComponent,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    beforeLoad: ({ context: { session } }) => needs && guardDialog(session, needs, parent.fullPath),
    component: dialogOnDemand(fetchCode as LazyCode, name, useCloseDialog), // the table checks that it is one
  })

/** A page, and over it the dialog that the address has open. */
function withDialogs({ fetchCode, name }: LazyComponent) {
  const Page = lazyRouteComponent(fetchCode as LazyCode, name) // as above
  const drawn = () => (
    <>
      <Page />
      <Outlet />
    </>
  )
  return Object.assign(drawn, { preload: Page.preload })
}

type DialogRoutes<Parent extends AnyRoute, Path extends string> = {
  [Each in Path]: ReturnType<typeof dialogRoute<Parent, Each>>
}

/** Its page and what opens over it. */
function screenRoute<Path extends ScreenPath, Search extends object, DialogPath extends string>({
  path,
  search,
  page,
  dialogs = [],
}: ScreenRow & { path: Path; search?: (raw: RawSearch) => Search }) {
  const route = createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: search ?? (() => ({}) as Search), // of those that read nothing
    component: withDialogs(page),
  })
  const children = dialogs.flatMap(({ fetchCode, names }) =>
    Object.entries(names).map(([path, said]) => {
      const [name, needs] = typeof said === 'string' ? [said] : said
      return [path, dialogRoute(route, path, { fetchCode, name, needs })]
    }),
  )
  return route.addChildren(Object.fromEntries(children) as DialogRoutes<typeof route, DialogPath>) // it forgets the names
}

type Rows = typeof screens
type Names<Row> = Row extends { dialogs: readonly (infer Each)[] } ? Each : never
type PathsOf<Each> = Each extends { names: infer Names } ? keyof Names & string : never
type SearchOf<Row> = Row extends { search: (raw: RawSearch) => infer Search extends object } ? Search : object
type ScreenRoutes = {
  [Name in Screen]: ReturnType<typeof screenRoute<Rows[Name]['path'], SearchOf<Rows[Name]>, PathsOf<Names<Rows[Name]>>>>
}

const pages = Object.fromEntries(
  Object.entries<ScreenRow & { path: ScreenPath }>(screens).map(([screen, row]) => [screen, screenRoute(row)]),
) as unknown as ScreenRoutes // Object.fromEntries forgets the names, and with them the paths

// Whatever else is asked for: who is signed in keeps the menu.
const nowhere = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage })

export const router = createRouter({
  routeTree: rootRoute.addChildren([loginRoute, shellRoute.addChildren({ ...pages, nowhere })]),
  // Screens.tsx gives the real one before anything is shown.
  context: { session: { state: 'anonymous' } },
  defaultPendingComponent: Spinner,
  defaultErrorComponent: ({ error }) => <FailedPage error={error} />,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
