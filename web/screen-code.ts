// The code of each screen: one file for its page, a second for its dialogs, loaded on demand. The dialogs opened most
// have a file of their own, so that their address loads no other dialog.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { FunctionComponent } from 'react'
import type { ScreenName } from './navigation/screens.ts'

type DialogPath = `/${string}`

type FetchDialog = () => Promise<FunctionComponent>

/** Export name of a dialog component, or its own file. `needs` is a call: users who may not make it do not get the dialog. */
type DialogName<Name extends string = string> = Name | FetchDialog | readonly [name: Name, needs: EndpointName]

interface CardName<Name extends string = string> {
  card: Name
  dialogs: Readonly<Record<DialogPath, DialogName<Name>>>
}

export type DialogComponentNames<Name extends string = string> = Readonly<
  Record<DialogPath, DialogName<Name> | CardName<Name>>
>

type FetchCode<Code = Record<string, unknown>> = () => Promise<Code>

export interface ScreenCode<Dialogs = DialogComponentNames> {
  fetchPage: FetchCode
  page: string
  fetchDialogs: FetchCode
  dialogs: Dialogs
}

type Names<Code> = Extract<keyof Code, string>

function lazyCode<
  Page extends object,
  Code extends object = Page,
  const Dialogs extends DialogComponentNames<Names<Code>> = Record<never, never>,
>(
  fetchPage: FetchCode<Page>,
  page: Names<Page>,
  fetchDialogs?: FetchCode<Code>,
  dialogs = {} as Dialogs,
): ScreenCode<NoInfer<Dialogs>> {
  return { fetchPage: fetchPage as FetchCode, page, fetchDialogs: (fetchDialogs ?? fetchPage) as FetchCode, dialogs }
}

const bills = { '/bill/$kind/$id': 'BillDialogRoute' } as const

const clientDialogs = {
  '/edit': async () => (await import('./screens/clients/ClientForm.tsx')).EditClient,
  '/sell': 'SellMembershipToClient',
  '/biometrics': 'BiometricsDialog',
  '/pause': 'PauseMembershipDialog',
  '/collect': 'CollectDebtDialog',
  '/collections/$collection': 'CollectionDialogRoute',
  '/merge': ['MergeClientsDialog', 'clients.merge'],
  '/history': ['ClientHistory', 'history.list'],
} as const

type OverList<Dialogs> = { [Path in keyof Dialogs & DialogPath as `/$id${Path}`]: Dialogs[Path] }
const overList = Object.fromEntries(
  Object.entries(clientDialogs).map(([path, dialog]) => [`/$id${path}`, dialog]),
) as OverList<typeof clientDialogs> // Object.fromEntries loses the key types.

export const screenCode = {
  dashboard: lazyCode(() => import('./screens/dashboard/DashboardPage.tsx'), 'DashboardPage'),
  attendance: lazyCode(
    () => import('./screens/attendance/AttendancePage.tsx'),
    'AttendancePage',
    () => import('./screens/attendance/dialogs.tsx'),
    {
      '/openings': ['DoorOpeningsDialog', 'door.openings'],
      '/new': 'RecordVisit',
      '/undone': 'UndoneVisitsDialog',
    },
  ),
  inside: lazyCode(() => import('./screens/inside/InsidePage.tsx'), 'InsidePage'),
  clients: lazyCode(
    () => import('./screens/clients/ClientsPage.tsx'),
    'ClientsPage',
    () => import('./screens/clients/dialogs.tsx'),
    {
      '/new': async () => (await import('./screens/clients/ClientForm.tsx')).NewClient,
      '/$id/card': { card: 'ClientCard', dialogs: clientDialogs },
      ...overList,
      '/import': ['ClientImportDialog', 'clients.import'],
      '/photos': ['UploadPhotosDialog', 'clients.set-photos'],
      '/sell': 'SellMembership',
      '/deleted': ['DeletedClients', 'clients.restore'],
      '/visits/$id': 'DayPassSoldDialog',
      // For admins, who may manage people on the terminals but not open the settings.
      '/devices/$id/people': 'UndecidedTerminalUsersDialog',
    },
  ),
  billing: lazyCode(
    () => import('./screens/billing/BillingPage.tsx'),
    'BillingPage',
    () => import('./screens/billing/dialogs.tsx'),
    {
      '/sales/new': async () => (await import('./screens/billing/sell-product/SellProductDialog.tsx')).NewSale,
      '/memberships/new': 'NewMembershipSale',
      '/visits/$id': 'DayPassSoldDialog',
      ...bills,
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
      '/$id/move': 'NewCashMovement',
      '/$id/expense': 'NewDrawerExpense',
      '/$id/close': 'CloseShift',
      '/$id/report': ['ShiftReportRoute', 'cash-shifts.report'],
    },
  ),
  inventory: lazyCode(
    () => import('./screens/inventory/InventoryPage.tsx'),
    'InventoryPage',
    () => import('./screens/inventory/dialogs.tsx'),
    {
      '/import': ['ProductImportDialog', 'products.import'],
      '/new': 'NewProduct',
      '/deleted': 'DeletedProducts',
      '/$id/edit': 'EditProduct',
      '/suppliers/new': 'NewSupplier',
      '/suppliers/deleted': 'DeletedSuppliers',
      '/suppliers/$id/edit': 'EditSupplier',
      '/purchases/new': 'NewPurchase',
      ...bills,
    },
  ),
  cashFlow: lazyCode(
    () => import('./screens/cash-flow/CashFlowPage.tsx'),
    'CashFlowPage',
    () => import('./features/bills/BillDialog.tsx'),
    bills,
  ),
  fiscalReports: lazyCode(
    () => import('./screens/fiscal-reports/FiscalReportsPage.tsx'),
    'FiscalReportsPage',
    () => import('./screens/fiscal-reports/dialogs.tsx'),
    {
      '/purchases/$id/receipt': ['EditPurchaseReceipt', 'fiscal.edit-received'],
      '/expenses/$id/receipt': ['EditExpenseReceipt', 'fiscal.edit-received'],
      '/voided-numbers/new': ['NewVoidedNumber', 'fiscal.void-number'],
      ...bills,
    },
  ),
  fiscalDocuments: lazyCode(
    () => import('./screens/fiscal-documents/FiscalDocumentsPage.tsx'),
    'FiscalDocumentsPage',
    () => import('./screens/fiscal-documents/dialogs.tsx'),
    { '/$ncf': 'FiscalDocumentDialog', ...bills },
  ),
  receivedDocuments: lazyCode(
    () => import('./screens/received-documents/ReceivedDocumentsPage.tsx'),
    'ReceivedDocumentsPage',
    () => import('./screens/received-documents/dialogs.tsx'),
    {
      '/$id': 'ReceivedDetailsDialog',
      '/$id/approve': 'ApproveReceivedDocument',
      '/$id/reject': 'RejectReceivedDocument',
      '/$id/purchase': 'BookReceivedPurchase',
      '/$id/expense': 'BookReceivedExpense',
      ...bills,
    },
  ),
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
      '/devices/$id/state': 'DeviceStatusDialog',
      '/certificate': ['UploadCertificate', 'fiscal.upload-certificate'],
      '/ranges/new': 'NewRange',
      '/ranges/new/electronic': 'NewElectronicRange',
      '/ranges/$id/confirm': 'ConfirmRange',
      '/devices/$id/people': 'UndecidedTerminalUsersDialog',
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
      '/$id/receipt': ['EditExpenseReceipt', 'fiscal.edit-received'],
    },
  ),
  discounts: lazyCode(
    () => import('./screens/discounts/DiscountsPage.tsx'),
    'DiscountsPage',
    () => import('./features/bills/BillDialog.tsx'),
    bills,
  ),
  debts: lazyCode(() => import('./screens/debts/DebtsPage.tsx'), 'DebtsPage'),
  collections: lazyCode(
    () => import('./screens/collections/CollectionsPage.tsx'),
    'CollectionsPage',
    () => import('./features/collections/CollectionDialog.tsx'),
    { '/$collection': 'CollectionDialogRoute' },
  ),
  stock: lazyCode(
    () => import('./screens/stock/StockPage.tsx'),
    'StockPage',
    () => import('./screens/stock/dialogs.tsx'),
    {
      '/$id/movements': ['StockMovements', 'movements.list'],
      '/$id/adjust': ['AdjustStock', 'stock.adjust'],
      '/counts/new': ['NewStockCount', 'stock.open-count'],
      '/counts/$id': 'StockCountDialog',
      '/counts/$id/differences': ['StockCountDifferencesDialog', 'stock.differences'],
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
} as const satisfies Record<ScreenName, ScreenCode>
