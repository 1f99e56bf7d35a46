import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { Spinner } from './kit/Spinner.tsx'
import { loginPath, screenPaths } from './paths.ts'
import { readAttendanceSearch } from './screens/attendance/attendance-search.ts'
import { readBillingSearch } from './screens/billing/billing-search.ts'
import { readCashFlowSearch } from './screens/cash-flow/cash-flow-search.ts'
import { readClientsSearch } from './screens/clients/clients-search.ts'
import { readDailyReportSearch } from './screens/daily-report/daily-report-search.ts'
import { readDashboardSearch } from './screens/dashboard/dashboard-search.ts'
import { FailedPage } from './screens/FailedPage.tsx'
import { readInventorySearch } from './screens/inventory/inventory-search.ts'
import { NotFoundPage } from './screens/NotFoundPage.tsx'
import { readSettingsSearch } from './screens/settings/settings-search.ts'
import { guardScreen } from './session/access-guard.ts'
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

/** A dialog over a page, with an address below the page's. */
const over =
  <Parent extends AnyRoute>(parent: Parent) =>
  <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: () => parent, path, component })

const inShell = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => shellRoute, path, component })

const clientsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: screenPaths.clients,
  validateSearch: readClientsSearch,
  component: lazyRouteComponent(() => import('./screens/clients/ClientsPage.tsx'), 'ClientsPage'),
})

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: screenPaths.dashboard,
  validateSearch: readDashboardSearch,
  component: lazyRouteComponent(() => import('./screens/dashboard/DashboardPage.tsx'), 'DashboardPage'),
})

const attendanceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: screenPaths.attendance,
  validateSearch: readAttendanceSearch,
  component: lazyRouteComponent(() => import('./screens/attendance/AttendancePage.tsx'), 'AttendancePage'),
})

const billingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: screenPaths.billing,
  validateSearch: readBillingSearch,
  component: lazyRouteComponent(() => import('./screens/billing/BillingPage.tsx'), 'BillingPage'),
})

const inventoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: screenPaths.inventory,
  validateSearch: readInventorySearch,
  component: lazyRouteComponent(() => import('./screens/inventory/InventoryPage.tsx'), 'InventoryPage'),
})

const cashFlowRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: screenPaths.cashFlow,
  validateSearch: readCashFlowSearch,
  component: lazyRouteComponent(() => import('./screens/cash-flow/CashFlowPage.tsx'), 'CashFlowPage'),
})

const dailyReportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: screenPaths.dailyReport,
  validateSearch: readDailyReportSearch,
  component: lazyRouteComponent(() => import('./screens/daily-report/DailyReportPage.tsx'), 'DailyReportPage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: screenPaths.settings,
  validateSearch: readSettingsSearch,
  component: lazyRouteComponent(() => import('./screens/settings/SettingsPage.tsx'), 'SettingsPage'),
})

const profilePage = lazyRouteComponent(() => import('./screens/profile/ProfilePage.tsx'), 'ProfilePage')
const membershipsRoute = inShell(
  screenPaths.memberships,
  lazyRouteComponent(() => import('./screens/memberships/MembershipsPage.tsx'), 'MembershipsPage'),
)

const gymsRoute = inShell(
  screenPaths.adminGyms,
  lazyRouteComponent(() => import('./screens/gyms/GymsPage.tsx'), 'GymsPage'),
)

const overClients = over(clientsRoute)
const clientsDialogs = () => import('./screens/clients/dialogs.tsx')
const overInventory = over(inventoryRoute)
const inventoryDialogs = () => import('./screens/inventory/dialogs.tsx')
const overMemberships = over(membershipsRoute)
const membershipsDialogs = () => import('./screens/memberships/dialogs.tsx')
const overSettings = over(settingsRoute)
const settingsDialogs = () => import('./screens/settings/dialogs.tsx')
const overGyms = over(gymsRoute)
const gymsDialogs = () => import('./screens/gyms/dialogs.tsx')

const screens = [
  clientsRoute.addChildren([
    overClients('/new', lazyRouteComponent(clientsDialogs, 'NewClient')),
    overClients('/sell', lazyRouteComponent(clientsDialogs, 'SellToSomebody')),
    overClients('/deleted', lazyRouteComponent(clientsDialogs, 'DeletedClients')),
    overClients('/$id/edit', lazyRouteComponent(clientsDialogs, 'EditClient')),
    overClients('/$id/sell', lazyRouteComponent(clientsDialogs, 'SellToClient')),
    overClients('/$id/history', lazyRouteComponent(clientsDialogs, 'ClientHistory')),
  ]),
  attendanceRoute,
  dashboardRoute,
  billingRoute,
  inventoryRoute.addChildren([
    overInventory('/new', lazyRouteComponent(inventoryDialogs, 'NewProduct')),
    overInventory('/$id/edit', lazyRouteComponent(inventoryDialogs, 'EditProduct')),
    overInventory('/suppliers/new', lazyRouteComponent(inventoryDialogs, 'NewSupplier')),
    overInventory('/suppliers/$id/edit', lazyRouteComponent(inventoryDialogs, 'EditSupplier')),
    overInventory('/purchases/new', lazyRouteComponent(inventoryDialogs, 'NewPurchase')),
  ]),
  cashFlowRoute,
  dailyReportRoute,
  membershipsRoute.addChildren([
    overMemberships('/new', lazyRouteComponent(membershipsDialogs, 'NewPlan')),
    overMemberships('/$id/edit', lazyRouteComponent(membershipsDialogs, 'EditPlan')),
  ]),
  inShell(
    screenPaths.ia,
    lazyRouteComponent(() => import('./screens/ia/IaPage.tsx'), 'IaPage'),
  ),
  settingsRoute.addChildren([
    overSettings('/users/new', lazyRouteComponent(settingsDialogs, 'NewUser')),
    overSettings('/users/$id/edit', lazyRouteComponent(settingsDialogs, 'EditUser')),
    overSettings('/users/$id/history', lazyRouteComponent(settingsDialogs, 'UserHistory')),
    overSettings('/devices/new', lazyRouteComponent(settingsDialogs, 'NewDevice')),
    overSettings('/devices/$id/edit', lazyRouteComponent(settingsDialogs, 'EditDevice')),
  ]),
  inShell(
    screenPaths.support,
    lazyRouteComponent(() => import('./screens/support/SupportPage.tsx'), 'SupportPage'),
  ),
  // Whatever else is asked for: who is signed in keeps the menu.
  createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage }),
  inShell(screenPaths.profile, profilePage),
  inShell(screenPaths.adminProfile, profilePage),
  gymsRoute.addChildren([
    overGyms('/new', lazyRouteComponent(gymsDialogs, 'NewGym')),
    overGyms('/$id/edit', lazyRouteComponent(gymsDialogs, 'EditGym')),
  ]),
]

export const router = createRouter({
  routeTree: rootRoute.addChildren([loginRoute, shellRoute.addChildren(screens)]),
  // main.tsx gives the real one before anything is shown.
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
