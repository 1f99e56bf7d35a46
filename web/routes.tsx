import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { dialogOnDemand } from './kit/on-demand.tsx'
import { Spinner } from './kit/Spinner.tsx'
import { useCloseDialog } from './opening.ts'
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
  <Parent extends AnyRoute, Dialogs extends Record<string, ComponentType>>(
    parent: Parent,
    fetchCode: () => Promise<Dialogs>,
  ) =>
  <Path extends string>(path: Path, name: keyof Dialogs) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: dialogOnDemand<object>(() => fetchCode().then((dialogs) => dialogs[name]), useCloseDialog),
    })

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

const overClients = over(clientsRoute, () => import('./screens/clients/dialogs.tsx'))
const overAttendance = over(attendanceRoute, () => import('./screens/attendance/OpeningsDialog.tsx'))
const overBilling = over(billingRoute, () => import('./screens/billing/dialogs.tsx'))
const overInventory = over(inventoryRoute, () => import('./screens/inventory/dialogs.tsx'))
const overMemberships = over(membershipsRoute, () => import('./screens/memberships/dialogs.tsx'))
const overSettings = over(settingsRoute, () => import('./screens/settings/dialogs.tsx'))
const overGyms = over(gymsRoute, () => import('./screens/gyms/dialogs.tsx'))

const screens = [
  clientsRoute.addChildren([
    overClients('/new', 'NewClient'),
    overClients('/sell', 'SellToSomebody'),
    overClients('/deleted', 'DeletedClients'),
    overClients('/visits/$id', 'AnonymousSold'),
    overClients('/$id/edit', 'EditClient'),
    overClients('/$id/sell', 'SellToClient'),
    overClients('/$id/history', 'ClientHistory'),
  ]),
  attendanceRoute.addChildren([overAttendance('/openings', 'OpeningsDialog')]),
  dashboardRoute,
  billingRoute.addChildren([
    overBilling('/sales/new', 'NewSale'),
    overBilling('/memberships/new', 'NewMembershipSale'),
    overBilling('/visits/$id', 'AnonymousSold'),
  ]),
  inventoryRoute.addChildren([
    overInventory('/new', 'NewProduct'),
    overInventory('/deleted', 'DeletedProducts'),
    overInventory('/$id/edit', 'EditProduct'),
    overInventory('/suppliers/new', 'NewSupplier'),
    overInventory('/suppliers/deleted', 'DeletedSuppliers'),
    overInventory('/suppliers/$id/edit', 'EditSupplier'),
    overInventory('/purchases/new', 'NewPurchase'),
  ]),
  cashFlowRoute,
  dailyReportRoute,
  membershipsRoute.addChildren([
    overMemberships('/new', 'NewPlan'),
    overMemberships('/deleted', 'DeletedPlans'),
    overMemberships('/$id/edit', 'EditPlan'),
  ]),
  inShell(
    screenPaths.ia,
    lazyRouteComponent(() => import('./screens/ia/IaPage.tsx'), 'IaPage'),
  ),
  settingsRoute.addChildren([
    overSettings('/users/new', 'NewUser'),
    overSettings('/users/deleted', 'DeletedUsers'),
    overSettings('/users/$id/edit', 'EditUser'),
    overSettings('/users/$id/history', 'UserHistory'),
    overSettings('/devices/new', 'NewDevice'),
    overSettings('/devices/$id/edit', 'EditDevice'),
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
    overGyms('/new', 'NewGym'),
    overGyms('/deleted', 'DeletedGyms'),
    overGyms('/$id/edit', 'EditGym'),
  ]),
]

export const router = createRouter({
  routeTree: rootRoute.addChildren([loginRoute, shellRoute.addChildren(screens)]),
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
