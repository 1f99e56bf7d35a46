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
import { loginPath } from './login-path.ts'
import { useCloseDialog } from './opening.ts'
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
import { screens } from './screens.ts'
import type { RawSearch } from './search-values.ts'
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

const page = <Path extends string, Code extends Record<string, unknown>>(
  { path }: { path: Path },
  fetchCode: () => Promise<Code>,
  name: Extract<keyof Code, string>,
) => createRoute({ getParentRoute: () => shellRoute, path, component: lazyRouteComponent(fetchCode, name) })

/** The same, with what its address says beside its path. */
const searched = <Path extends string, Search extends object, Code extends Record<string, unknown>>(
  { path }: { path: Path },
  validateSearch: (raw: RawSearch) => Search,
  fetchCode: () => Promise<Code>,
  name: Extract<keyof Code, string>,
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch,
    component: lazyRouteComponent(fetchCode, name),
  })
const clientsRoute = searched(
  screens.clients,
  readClientsSearch,
  () => import('./screens/clients/ClientsPage.tsx'),
  'ClientsPage',
)
const dashboardRoute = searched(
  screens.dashboard,
  readDashboardSearch,
  () => import('./screens/dashboard/DashboardPage.tsx'),
  'DashboardPage',
)
const attendanceRoute = searched(
  screens.attendance,
  readAttendanceSearch,
  () => import('./screens/attendance/AttendancePage.tsx'),
  'AttendancePage',
)
const billingRoute = searched(
  screens.billing,
  readBillingSearch,
  () => import('./screens/billing/BillingPage.tsx'),
  'BillingPage',
)
const inventoryRoute = searched(
  screens.inventory,
  readInventorySearch,
  () => import('./screens/inventory/InventoryPage.tsx'),
  'InventoryPage',
)
const cashFlowRoute = searched(
  screens.cashFlow,
  readCashFlowSearch,
  () => import('./screens/cash-flow/CashFlowPage.tsx'),
  'CashFlowPage',
)
const dailyReportRoute = searched(
  screens.dailyReport,
  readDailyReportSearch,
  () => import('./screens/daily-report/DailyReportPage.tsx'),
  'DailyReportPage',
)
const settingsRoute = searched(
  screens.settings,
  readSettingsSearch,
  () => import('./screens/settings/SettingsPage.tsx'),
  'SettingsPage',
)

const fetchProfile = () => import('./screens/profile/ProfilePage.tsx')
const membershipsRoute = page(
  screens.memberships,
  () => import('./screens/memberships/MembershipsPage.tsx'),
  'MembershipsPage',
)

const gymsRoute = page(screens.adminGyms, () => import('./screens/gyms/GymsPage.tsx'), 'GymsPage')

const overClients = over(clientsRoute, () => import('./screens/clients/dialogs.tsx'))
const overAttendance = over(attendanceRoute, () => import('./screens/attendance/OpeningsDialog.tsx'))
const overBilling = over(billingRoute, () => import('./screens/billing/dialogs.tsx'))
const overInventory = over(inventoryRoute, () => import('./screens/inventory/dialogs.tsx'))
const overMemberships = over(membershipsRoute, () => import('./screens/memberships/dialogs.tsx'))
const overSettings = over(settingsRoute, () => import('./screens/settings/dialogs.tsx'))
const overGyms = over(gymsRoute, () => import('./screens/gyms/dialogs.tsx'))

const pages = [
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
  page(screens.ia, () => import('./screens/ia/IaPage.tsx'), 'IaPage'),
  settingsRoute.addChildren([
    overSettings('/users/new', 'NewUser'),
    overSettings('/users/deleted', 'DeletedUsers'),
    overSettings('/users/$id/edit', 'EditUser'),
    overSettings('/users/$id/history', 'UserHistory'),
    overSettings('/devices/new', 'NewDevice'),
    overSettings('/devices/$id/edit', 'EditDevice'),
  ]),
  page(screens.support, () => import('./screens/support/SupportPage.tsx'), 'SupportPage'),
  // Whatever else is asked for: who is signed in keeps the menu.
  createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage }),
  page(screens.profile, fetchProfile, 'ProfilePage'),
  page(screens.adminProfile, fetchProfile, 'ProfilePage'),
  gymsRoute.addChildren([
    overGyms('/new', 'NewGym'),
    overGyms('/deleted', 'DeletedGyms'),
    overGyms('/$id/edit', 'EditGym'),
  ]),
]

export const router = createRouter({
  routeTree: rootRoute.addChildren([loginRoute, shellRoute.addChildren(pages)]),
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
