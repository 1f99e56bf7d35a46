import { Anchor, Button, Center, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { FunctionComponent } from 'react'
import { type ReactNode, useEffect } from 'react'
import { usePreload } from './kit/lazy-component.tsx'
import { makeLazyDialog } from './kit/lazy-dialog.tsx'
import { Spinner } from './kit/Spinner.tsx'
import { useCloseDialog } from './navigation/open-dialog.ts'
import type { ScreenDefinition } from './navigation/screen-definition.ts'
import { type ScreenName, type ScreenPath, screens } from './navigation/screens.ts'
import type { RawSearch } from './navigation/search-values.ts'
import { type DialogComponentNames, type ScreenCode, screenCode } from './screen-code.ts'
import { LoginPage } from './screens/login/LoginPage.tsx'
import { guardDialog, guardScreen } from './session/access-guard.ts'
import { loginPath } from './session/return-address.ts'
import type { Session } from './session/session.tsx'
import { useSession } from './session/session.tsx'
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

const dialogRoute = <Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  path: Path,
  Dialog: ReturnType<typeof makeLazyDialog<object>>,
  needs?: EndpointName,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    beforeLoad: ({ context: { session } }) => needs && guardDialog(session, needs, parent.fullPath),
    // Remounts the dialog when it opens another row, so that no state of the former row remains.
    remountDeps: ({ params }) => params,
    component: Object.assign(
      () => (
        <>
          <Dialog />
          <Outlet />
        </>
      ),
      { preload: Dialog.preload },
    ),
  })

type DialogRoute<Parent extends AnyRoute, Path extends string> = ReturnType<typeof dialogRoute<Parent, Path>>

const cardRoute = <Parent extends AnyRoute, Path extends string, Over extends Record<string, AnyRoute>>(
  card: DialogRoute<Parent, Path>,
  over: Over,
) => card.addChildren(over)

type DialogRoutes<Parent extends AnyRoute, Dialogs> = {
  [Path in keyof Dialogs & string]: Dialogs[Path] extends { dialogs: infer Over }
    ? ReturnType<
        typeof cardRoute<Parent, Path, { [Each in keyof Over & string]: DialogRoute<DialogRoute<Parent, Path>, Each> }>
      >
    : DialogRoute<Parent, Path>
}

/** Route of a page with its dialogs. Dialogs preload when the page is idle, so that they open at once. */
function screenRoute<Path extends ScreenPath, Search extends object, Dialogs extends object>(
  { path, search }: ScreenDefinition & { path: Path; search?: (raw: RawSearch) => Search },
  { fetchPage, page, fetchDialogs, dialogs }: ScreenCode,
) {
  const Page = lazyRouteComponent(fetchPage as FetchComponents, page)
  const preloaded: ReturnType<typeof makeLazyDialog<object>>[] = []
  function PageWithDialog() {
    usePreload(...preloaded)
    return (
      <>
        <Page />
        <Outlet />
      </>
    )
  }
  const route = createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: search ?? (() => ({}) as Search),
    component: Object.assign(PageWithDialog, { preload: async () => Page.preload?.() }),
  })
  const routesOver = (parent: AnyRoute, over: DialogComponentNames): Record<string, AnyRoute> =>
    Object.fromEntries(
      Object.entries(over).map(([path, dialog]) => {
        const isNamed = typeof dialog === 'string' || typeof dialog === 'function'
        const [name, needs] = isNamed ? [dialog] : 'card' in dialog ? [dialog.card] : dialog
        const fetchNamed = async () => (await (fetchDialogs as FetchComponents)())[String(name)] as FunctionComponent
        const Dialog = makeLazyDialog(typeof name === 'function' ? name : fetchNamed, useCloseDialog)
        preloaded.push(Dialog)
        const route = dialogRoute(parent, path, Dialog, needs)
        const isCard = typeof dialog === 'object' && 'card' in dialog
        return [path, isCard ? cardRoute(route, routesOver(route, dialog.dialogs)) : route]
      }),
    )
  return route.addChildren(routesOver(route, dialogs) as DialogRoutes<typeof route, Dialogs>)
}

type Rows = typeof screens
type SearchOf<Row> = Row extends { search: (raw: RawSearch) => infer Search extends object } ? Search : object
type ScreenRoutes = {
  [Name in ScreenName]: ReturnType<
    typeof screenRoute<Rows[Name]['path'], SearchOf<Rows[Name]>, (typeof screenCode)[Name]['dialogs']>
  >
}

const pages = Object.fromEntries(
  Object.entries<ScreenDefinition & { path: ScreenPath }>(screens).map(([screen, row]) => [
    screen,
    screenRoute(row, screenCode[screen as ScreenName]), // Object.entries loses the key types.
  ]),
) as unknown as ScreenRoutes // Object.fromEntries loses the key types, and thus the paths.

const nowhere = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage })

export const router = createRouter({
  routeTree: rootRoute.addChildren([loginRoute, shellRoute.addChildren({ ...pages, nowhere })]),
  // Initial value; GuardedRouter.tsx sets the real session before the first render.
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

export function NotFoundPage() {
  useDocumentTitle('Dirección desconocida · Torniquete')
  return (
    <PageMessage title="Esa dirección no existe.">
      <Anchor renderRoot={(props) => <Link to={loginPath} {...props} />}>Ir al inicio</Anchor>
    </PageMessage>
  )
}

function PageMessage({ title, children }: { title: string; children: ReactNode }) {
  const within = useSession().state === 'signed-in'
  return (
    <Center component={within ? 'div' : 'main'} mih="60dvh">
      <Stack align="center" p="md">
        <Title order={1} ta="center">
          {title}
        </Title>
        {children}
      </Stack>
    </Center>
  )
}

export function FailedPage({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error])
  return (
    <PageMessage title="No se pudo mostrar esta página">
      <Text c="dimmed">Vuelve a cargarla; lo guardado no se pierde.</Text>
      <Button onClick={() => window.location.reload()}>Volver a cargar</Button>
    </PageMessage>
  )
}
