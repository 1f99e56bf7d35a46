// The code of each screen: one file for its page, a second for its dialogs, loaded on demand.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { Screen } from './navigation/screens.ts'

/** A component's export name; `needs` hides it from users who may not make that call. */
type DialogName<Name extends string = string> = Name | readonly [name: Name, needs: EndpointName]

type FetchCode<Code = Record<string, unknown>> = () => Promise<Code>

/** A screen's page, and its dialogs by their path below it. */
export interface ScreenCode<Dialogs = Readonly<Record<`/${string}`, DialogName>>> {
  fetchPage: FetchCode
  page: string
  fetchDialogs: FetchCode
  dialogs: Dialogs
}

type Names<Code> = Extract<keyof Code, string>

function lazyCode<Page extends object>(fetchPage: FetchCode<Page>, page: Names<Page>): ScreenCode<Record<never, never>>
function lazyCode<
  Page extends object,
  Code extends object,
  const Dialogs extends Record<`/${string}`, DialogName<Names<Code>>>,
>(fetchPage: FetchCode<Page>, page: Names<Page>, fetchDialogs: FetchCode<Code>, dialogs: Dialogs): ScreenCode<Dialogs>
function lazyCode(
  fetchPage: FetchCode,
  page: string,
  fetchDialogs: FetchCode = fetchPage,
  dialogs: ScreenCode['dialogs'] = {},
): ScreenCode {
  return { fetchPage, page, fetchDialogs, dialogs }
}

export const screenCode = {
  dashboard: lazyCode(() => import('./screens/dashboard/DashboardPage.tsx'), 'DashboardPage'),
  attendance: lazyCode(
    () => import('./screens/attendance/AttendancePage.tsx'),
    'AttendancePage',
    () => import('./screens/attendance/dialogs.tsx'),
    {
      '/openings': ['OpeningsDialog', 'door.openings'],
      '/new': 'NoteVisit',
      '/undone': 'UndoneVisits',
    },
  ),
  inside: lazyCode(() => import('./screens/inside/InsidePage.tsx'), 'InsidePage'),
  clients: lazyCode(
    () => import('./screens/clients/ClientsPage.tsx'),
    'ClientsPage',
    () => import('./screens/clients/dialogs.tsx'),
    {
      '/new': 'NewClient',
      '/$id/edit': 'EditClient',
      '/import': ['ImportDialog', 'clients.import'],
      '/photos': ['PhotosDialog', 'clients.set-photos'],
      '/sell': 'SellToSomebody',
      '/deleted': ['DeletedClients', 'clients.restore'],
      '/visits/$id': 'AnonymousSold',
      '/$id/sell': 'SellToClient',
      '/$id/biometrics': 'BiometricsDialog',
      '/$id/pause': 'PauseDialog',
      '/$id/collect': 'CollectDialog',
      '/collections/$id': 'ShownCollection',
      '/$id/merge': ['MergeDialog', 'clients.merge'],
      '/$id/history': ['ClientHistory', 'history.list'],
      // For admins, who cannot open the settings.
      '/devices/$id/people': 'PeopleDialog',
    },
  ),
  billing: lazyCode(
    () => import('./screens/billing/BillingPage.tsx'),
    'BillingPage',
    () => import('./screens/billing/dialogs.tsx'),
    {
      '/sales/new': 'NewSale',
      '/memberships/new': 'NewMembershipSale',
      '/visits/$id': 'AnonymousSold',
    },
  ),
  cashShifts: lazyCode(
    () => import('./screens/cash-shifts/CashShiftsPage.tsx'),
    'CashShiftsPage',
    () => import('./screens/cash-shifts/dialogs.tsx'),
    {
      '/drawers/new': ['NewDrawer', 'cash-shifts.create-drawer'],
      '/drawers/$id/edit': ['EditDrawer', 'cash-shifts.update-drawer'],
      '/open/$id': 'OpenShift',
      '/$id/move': 'MoveCash',
      '/$id/expense': 'DrawerExpense',
      '/$id/close': 'CloseShift',
      '/$id/report': ['ShiftReport', 'cash-shifts.report'],
    },
  ),
  inventory: lazyCode(
    () => import('./screens/inventory/InventoryPage.tsx'),
    'InventoryPage',
    () => import('./screens/inventory/dialogs.tsx'),
    {
      '/import': ['ImportDialog', 'products.import'],
      '/new': 'NewProduct',
      '/deleted': 'DeletedProducts',
      '/$id/edit': 'EditProduct',
      '/suppliers/new': 'NewSupplier',
      '/suppliers/deleted': 'DeletedSuppliers',
      '/suppliers/$id/edit': 'EditSupplier',
      '/purchases/new': 'NewPurchase',
    },
  ),
  cashFlow: lazyCode(() => import('./screens/cash-flow/CashFlowPage.tsx'), 'CashFlowPage'),
  memberships: lazyCode(
    () => import('./screens/memberships/MembershipsPage.tsx'),
    'MembershipsPage',
    () => import('./screens/memberships/dialogs.tsx'),
    {
      '/new': 'NewPlan',
      '/deleted': 'DeletedPlans',
      '/$id/edit': 'EditPlan',
      '/schedules': 'SchedulesDialog',
      '/schedules/new': 'NewSchedule',
      '/schedules/$id/edit': 'EditSchedule',
    },
  ),
  ia: lazyCode(() => import('./screens/ia/IaPage.tsx'), 'IaPage'),
  settings: lazyCode(
    () => import('./screens/settings/SettingsPage.tsx'),
    'SettingsPage',
    () => import('./screens/settings/dialogs.tsx'),
    {
      '/users/new': 'NewUser',
      '/users/deleted': 'DeletedUsers',
      '/users/$id/edit': 'EditUser',
      '/users/$id/history': 'UserHistory',
      '/devices/new': 'NewDevice',
      '/devices/$id/edit': 'EditDevice',
      '/devices/$id/state': 'StateDialog',
      '/devices/$id/people': 'PeopleDialog',
    },
  ),
  support: lazyCode(() => import('./screens/support/SupportPage.tsx'), 'SupportPage'),
  adminGyms: lazyCode(
    () => import('./screens/gyms/GymsPage.tsx'),
    'GymsPage',
    () => import('./screens/gyms/dialogs.tsx'),
    {
      '/new': 'NewGym',
      '/deleted': 'DeletedGyms',
      '/$id/edit': 'EditGym',
    },
  ),
  adminStatus: lazyCode(() => import('./screens/status/StatusPage.tsx'), 'StatusPage'),
  dailyReport: lazyCode(() => import('./screens/daily-report/DailyReportPage.tsx'), 'DailyReportPage'),
  expenses: lazyCode(
    () => import('./screens/expenses/ExpensesPage.tsx'),
    'ExpensesPage',
    () => import('./screens/expenses/dialogs.tsx'),
    {
      '/new': 'NewExpense',
      '/$id/void': 'VoidExpense',
    },
  ),
  discounts: lazyCode(() => import('./screens/discounts/DiscountsPage.tsx'), 'DiscountsPage'),
  debts: lazyCode(() => import('./screens/debts/DebtsPage.tsx'), 'DebtsPage'),
  collections: lazyCode(
    () => import('./screens/collections/CollectionsPage.tsx'),
    'CollectionsPage',
    () => import('./features/collections/CollectionDialog.tsx'),
    {
      '/$id': 'ShownCollection',
    },
  ),
  stock: lazyCode(
    () => import('./screens/stock/StockPage.tsx'),
    'StockPage',
    () => import('./screens/stock/dialogs.tsx'),
    {
      '/$id/movements': ['Movements', 'movements.list'],
      '/$id/adjust': ['AdjustStock', 'stock.adjust'],
      '/counts/new': ['NewCount', 'stock.open-count'],
      '/counts/$id': 'CountDialog',
      '/counts/$id/differences': ['CountDifferencesDialog', 'stock.differences'],
    },
  ),
  paymentKinds: lazyCode(
    () => import('./screens/payment-kinds/PaymentKindsPage.tsx'),
    'PaymentKindsPage',
    () => import('./screens/payment-kinds/PaymentKindsPage.tsx'),
    {
      '/new': 'NewPaymentKind',
      '/$id/edit': 'EditPaymentKind',
    },
  ),
  help: lazyCode(() => import('./screens/help/HelpPage.tsx'), 'HelpPage'),
  adminHelp: lazyCode(() => import('./screens/help/HelpPage.tsx'), 'HelpPage'),
  profile: lazyCode(() => import('./screens/profile/ProfilePage.tsx'), 'ProfilePage'),
  adminProfile: lazyCode(() => import('./screens/profile/ProfilePage.tsx'), 'ProfilePage'),
} as const satisfies Record<Screen, ScreenCode>
