import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { usePreload } from './kit/lazy-component.tsx'
import { lazyDialog } from './kit/lazy-dialog.tsx'
import { Spinner } from './kit/Spinner.tsx'
import { loginPath } from './navigation/login-path.ts'
import { useCloseDialog } from './navigation/opening.ts'
import type { ScreenRow } from './navigation/screen-row.ts'
import { type Screen, type ScreenPath, screens } from './navigation/screens.ts'
import type { RawSearch } from './navigation/search-values.ts'
import { type ScreenCode, screenCode } from './screen-code.ts'
import { LoginPage } from './screens/login/LoginPage.tsx'
import { FailedPage, NotFoundPage } from './screens/MessagePages.tsx'
import { guardDialog, guardScreen } from './session/access-guard.ts'
import type { Session } from './session/session.tsx'
import { Shell } from './shell/Shell.tsx'

const rootRoute = createRootRouteWithContext<{ session: Session }>()({
  beforeLoad: ({ context: { session }, location }) => guardScreen(session, location),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: loginPath,
  component: LoginPage,
})

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
})

type FetchComponents = () => Promise<Record<string, FunctionComponent>>

/** Dialogs are preloaded once the page is idle, so that they open at once and receive the next key. */
function lazyComponents({ fetchPage, page, fetchDialogs, dialogs }: ScreenCode) {
  const Page = lazyRouteComponent(fetchPage as FetchComponents, page)
  const opened = Object.entries(dialogs).map(([path, dialog]) => {
    const [name, needs] = typeof dialog === 'string' ? [dialog] : dialog
    const fetchDialog = async () => (await (fetchDialogs as FetchComponents)())[name] as FunctionComponent
    return { path, needs, component: lazyDialog(fetchDialog, useCloseDialog) }
  })
  function PageWithDialog() {
    usePreload(...opened.map(({ component }) => component))
    return (
      <>
        <Page />
        <Outlet />
      </>
    )
  }
  return { component: Object.assign(PageWithDialog, { preload: async () => Page.preload?.() }), opened }
}

/** A dialog over a page, with a path below it. */
const dialogRoute = <Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  path: Path,
  { component, needs }: Omit<ReturnType<typeof lazyComponents>['opened'][number], 'path'>,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    beforeLoad: ({ context: { session } }) => needs && guardDialog(session, needs, parent.fullPath),
    // The dialog of another row starts anew.
    remountDeps: ({ params }) => params,
    component,
  })

type DialogRoutes<Parent extends AnyRoute, Path extends string> = {
  [Each in Path]: ReturnType<typeof dialogRoute<Parent, Each>>
}

/** A page with its dialogs. */
function screenRoute<Path extends ScreenPath, Search extends object, DialogPath extends string>(
  { path, search }: ScreenRow & { path: Path; search?: (raw: RawSearch) => Search },
  code: ScreenCode,
) {
  const { component, opened } = lazyComponents(code)
  const route = createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: search ?? (() => ({}) as Search),
    component,
  })
  const children = opened.map(({ path, ...dialog }) => [path, dialogRoute(route, path, dialog)])
  return route.addChildren(Object.fromEntries(children) as DialogRoutes<typeof route, DialogPath>)
}

type Rows = typeof screens
type DialogPaths<Code> = Code extends { dialogs: infer Dialogs } ? keyof Dialogs & string : never
type SearchOf<Row> = Row extends { search: (raw: RawSearch) => infer Search extends object } ? Search : object
type ScreenRoutes = {
  [Name in Screen]: ReturnType<
    typeof screenRoute<Rows[Name]['path'], SearchOf<Rows[Name]>, DialogPaths<(typeof screenCode)[Name]>>
  >
}

const pages = Object.fromEntries(
  Object.entries<ScreenRow & { path: ScreenPath }>(screens).map(([screen, row]) => [
    screen,
    screenRoute(row, screenCode[screen as Screen]), // Object.entries loses the key types.
  ]),
) as unknown as ScreenRoutes // Object.fromEntries loses the key types, and thus the paths.

// Unknown paths: a logged-in user keeps the menu.
const nowhere = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage })

export const router = createRouter({
  routeTree: rootRoute.addChildren([loginRoute, shellRoute.addChildren({ ...pages, nowhere })]),
  // Screens.tsx sets the real one before the first render.
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
