import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { ComponentType } from 'react'
import { dialogOnDemand } from './kit/on-demand.tsx'
import { Spinner } from './kit/Spinner.tsx'
import { loginPath } from './navigation/login-path.ts'
import { useCloseDialog } from './navigation/opening.ts'
import { screens } from './navigation/screens.ts'
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

/** A dialog over a page, with an address below the page's. `needs`: who may not make this call does not see it, though the page. */
const over =
  <Parent extends AnyRoute, Dialogs extends Record<string, ComponentType>>(
    parent: Parent,
    fetchCode: () => Promise<Dialogs>,
  ) =>
  <Path extends string>(path: Path, name: keyof Dialogs, needs?: EndpointName) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      beforeLoad: ({ context: { session } }) => needs && guardDialog(session, needs, parent.fullPath),
      component: dialogOnDemand<object>(() => fetchCode().then((dialogs) => dialogs[name]), useCloseDialog),
    })

const page = <Path extends string, Code extends Record<string, unknown>, Search extends object = object>(
  { path, search }: { path: Path; search?: (raw: RawSearch) => Search },
  fetchCode: () => Promise<Code>,
  name: Extract<keyof Code, string>,
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: search ?? (() => ({}) as Search), // of those that read nothing
    component: lazyRouteComponent(fetchCode, name),
  })

const clientsRoute = page(screens.clients, () => import('./screens/clients/ClientsPage.tsx'), 'ClientsPage')
const dashboardRoute = page(screens.dashboard, () => import('./screens/dashboard/DashboardPage.tsx'), 'DashboardPage')
const attendanceRoute = page(
  screens.attendance,
  () => import('./screens/attendance/AttendancePage.tsx'),
  'AttendancePage',
)
const insideRoute = page(screens.inside, () => import('./screens/inside/InsidePage.tsx'), 'InsidePage')
const billingRoute = page(screens.billing, () => import('./screens/billing/BillingPage.tsx'), 'BillingPage')
const inventoryRoute = page(screens.inventory, () => import('./screens/inventory/InventoryPage.tsx'), 'InventoryPage')
const cashFlowRoute = page(screens.cashFlow, () => import('./screens/cash-flow/CashFlowPage.tsx'), 'CashFlowPage')
const expensesRoute = page(screens.expenses, () => import('./screens/expenses/ExpensesPage.tsx'), 'ExpensesPage')
const dailyReportRoute = page(
  screens.dailyReport,
  () => import('./screens/daily-report/DailyReportPage.tsx'),
  'DailyReportPage',
)
const settingsRoute = page(screens.settings, () => import('./screens/settings/SettingsPage.tsx'), 'SettingsPage')
const membershipsRoute = page(
  screens.memberships,
  () => import('./screens/memberships/MembershipsPage.tsx'),
  'MembershipsPage',
)
const gymsRoute = page(screens.adminGyms, () => import('./screens/gyms/GymsPage.tsx'), 'GymsPage')
const fetchHelp = () => import('./screens/help/HelpPage.tsx')
const fetchProfile = () => import('./screens/profile/ProfilePage.tsx')

const overClientsForm = over(clientsRoute, () => import('./screens/clients/form-dialogs.tsx'))
const overClients = over(clientsRoute, () => import('./screens/clients/dialogs.tsx'))
const overClientsImport = over(clientsRoute, () => import('./screens/clients/import/ImportDialog.tsx'))
const overClientsPhotos = over(clientsRoute, () => import('./screens/clients/photos/PhotosDialog.tsx'))
const overAttendance = over(attendanceRoute, () => import('./screens/attendance/OpeningsDialog.tsx'))
const overBillingSale = over(billingRoute, () => import('./screens/billing/sale-dialog.tsx'))
const overBilling = over(billingRoute, () => import('./screens/billing/dialogs.tsx'))
const overInventory = over(inventoryRoute, () => import('./screens/inventory/dialogs.tsx'))
const overInventoryImport = over(inventoryRoute, () => import('./screens/inventory/import/ImportDialog.tsx'))
const overMemberships = over(membershipsRoute, () => import('./screens/memberships/dialogs.tsx'))
const overExpenses = over(expensesRoute, () => import('./screens/expenses/dialogs.tsx'))
const overSettings = over(settingsRoute, () => import('./screens/settings/dialogs.tsx'))
const overGyms = over(gymsRoute, () => import('./screens/gyms/dialogs.tsx'))

const pages = [
  clientsRoute.addChildren([
    overClientsForm('/new', 'NewClient'),
    overClientsImport('/import', 'ImportDialog', 'clients.import'),
    overClientsPhotos('/photos', 'PhotosDialog', 'clients.set-photos'),
    overClients('/sell', 'SellToSomebody'),
    overClients('/deleted', 'DeletedClients', 'clients.restore'),
    overClients('/visits/$id', 'AnonymousSold'),
    overClientsForm('/$id/edit', 'EditClient'),
    overClients('/$id/sell', 'SellToClient'),
    overClients('/$id/biometrics', 'ClientBiometrics'),
    overClients('/$id/pause', 'PauseMembership'),
    overClients('/$id/merge', 'MergeClients', 'clients.merge'),
    overClients('/$id/history', 'ClientHistory', 'history.list'),
    // For admins, who have no settings.
    overClients('/devices/$id/people', 'PeopleDialog'),
  ]),
  attendanceRoute.addChildren([overAttendance('/openings', 'OpeningsDialog', 'door.openings')]),
  dashboardRoute,
  insideRoute,
  billingRoute.addChildren([
    overBillingSale('/sales/new', 'NewSale'),
    overBilling('/memberships/new', 'NewMembershipSale'),
    overBilling('/visits/$id', 'AnonymousSold'),
  ]),
  inventoryRoute.addChildren([
    overInventory('/new', 'NewProduct'),
    overInventoryImport('/import', 'ImportDialog', 'products.import'),
    overInventory('/deleted', 'DeletedProducts'),
    overInventory('/$id/edit', 'EditProduct'),
    overInventory('/suppliers/new', 'NewSupplier'),
    overInventory('/suppliers/deleted', 'DeletedSuppliers'),
    overInventory('/suppliers/$id/edit', 'EditSupplier'),
    overInventory('/purchases/new', 'NewPurchase'),
  ]),
  cashFlowRoute,
  expensesRoute.addChildren([overExpenses('/new', 'NewExpense'), overExpenses('/$id/void', 'VoidExpense')]),
  dailyReportRoute,
  membershipsRoute.addChildren([
    overMemberships('/new', 'NewPlan'),
    overMemberships('/deleted', 'DeletedPlans'),
    overMemberships('/$id/edit', 'EditPlan'),
    overMemberships('/schedules', 'SchedulesDialog'),
    overMemberships('/schedules/new', 'NewSchedule'),
    overMemberships('/schedules/$id/edit', 'EditSchedule'),
  ]),
  page(screens.ia, () => import('./screens/ia/IaPage.tsx'), 'IaPage'),
  settingsRoute.addChildren([
    overSettings('/users/new', 'NewUser'),
    overSettings('/users/deleted', 'DeletedUsers'),
    overSettings('/users/$id/edit', 'EditUser'),
    overSettings('/users/$id/history', 'UserHistory'),
    overSettings('/devices/new', 'NewDevice'),
    overSettings('/devices/$id/edit', 'EditDevice'),
    overSettings('/devices/$id/state', 'StateDialog'),
    overSettings('/devices/$id/people', 'PeopleDialog'),
  ]),
  page(screens.support, () => import('./screens/support/SupportPage.tsx'), 'SupportPage'),
  // Whatever else is asked for: who is signed in keeps the menu.
  createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage }),
  page(screens.help, fetchHelp, 'HelpPage'),
  page(screens.adminHelp, fetchHelp, 'HelpPage'),
  page(screens.profile, fetchProfile, 'ProfilePage'),
  page(screens.adminProfile, fetchProfile, 'ProfilePage'),
  page(screens.adminStatus, () => import('./screens/status/StatusPage.tsx'), 'StatusPage'),
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
