// THE table of screens: each says here once where it is, what it is called, who sees it, and what opens there. That code is
// fetched with its address; so pages may read the table.

import { admins, isAllowed, master, type RoleName, staff, superAdmin } from '@torniquete/contract/shared/roles.ts'
import {
  IconBuilding,
  IconCalendarCheck,
  IconCash,
  IconCashRegister,
  IconChartBar,
  IconClipboardList,
  IconCreditCard,
  IconDiscount,
  IconHelp,
  IconHourglassLow,
  IconId,
  IconLifebuoy,
  IconPackages,
  IconReceipt,
  IconReceiptDollar,
  IconReportAnalytics,
  IconSettings,
  IconSparkles,
  IconUserCircle,
  IconUsers,
} from '../kit/icons.ts'
import { readBillingSearch } from './billing-search.ts'
import { readCashFlowSearch } from './cash-flow-search.ts'
import { readInventorySearch } from './inventory-search.ts'
import { lazyCode, type ScreenRow } from './screen-row.ts'
import {
  filterFields,
  pageFields,
  type RawSearch,
  readDay,
  reading,
  readNumber,
  readOne,
  readText,
} from './search-values.ts'
import { readSettingsSearch } from './settings-search.ts'

const profile = {
  label: 'Mi perfil',
  Icon: IconUserCircle,
  elsewhere: true,
  also: 'cuenta contraseña foto teléfono correo',
  code: lazyCode(() => import('../screens/profile/ProfilePage.tsx'), 'ProfilePage'),
} as const

const help = {
  label: 'Ayuda',
  Icon: IconHelp,
  /** The page that is read; else their list. */
  search: reading({ page: readText }),
  elsewhere: true,
  also: 'manual instrucciones guía',
  code: lazyCode(() => import('../screens/help/HelpPage.tsx'), 'HelpPage'),
} as const

/** In the order of the menu. */
export const screens = {
  dashboard: {
    path: '/dashboard',
    label: 'Dashboard',
    Icon: IconChartBar,
    roles: staff,
    /** Where the panel of notifications stands: at the unread ones, if nothing is said. */
    search: reading({ notifications: (value) => readOne(value, ['all']), page: readNumber }),
    code: lazyCode(() => import('../screens/dashboard/DashboardPage.tsx'), 'DashboardPage'),
  },
  attendance: {
    path: '/attendance',
    label: 'Asistencia',
    Icon: IconCalendarCheck,
    roles: staff,
    search: reading(filterFields),
    code: lazyCode(
      () => import('../screens/attendance/AttendancePage.tsx'),
      'AttendancePage',
      () => import('../screens/attendance/dialogs.tsx'),
      {
        '/openings': ['OpeningsDialog', 'door.openings'],
        '/new': 'NoteVisit',
        '/undone': 'UndoneVisits',
      },
    ),
  },
  /** Dashboard and Asistencia lead there. */
  inside: {
    path: '/inside',
    label: 'Quién está dentro',
    Icon: IconUsers,
    roles: staff,
    search: reading({ name: readText, ...pageFields, which: readText }),
    elsewhere: true,
    also: 'aforo presentes salida',
    code: lazyCode(() => import('../screens/inside/InsidePage.tsx'), 'InsidePage'),
  },
  clients: {
    path: '/clients',
    label: 'Clientes',
    Icon: IconUsers,
    roles: staff,
    /** With the client whose card is open. */
    search: reading({ name: readText, ...pageFields, client: readNumber }),
    code: lazyCode(
      () => import('../screens/clients/ClientsPage.tsx'),
      'ClientsPage',
      () => import('../screens/clients/dialogs.tsx'),
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
        // For admins, who have no settings.
        '/devices/$id/people': 'PeopleDialog',
      },
    ),
  },
  billing: {
    path: '/billing',
    label: 'Facturación',
    Icon: IconReceipt,
    roles: staff,
    search: readBillingSearch,
    code: lazyCode(
      () => import('../screens/billing/BillingPage.tsx'),
      'BillingPage',
      () => import('../screens/billing/dialogs.tsx'),
      {
        '/sales/new': 'NewSale',
        '/memberships/new': 'NewMembershipSale',
        '/visits/$id': 'AnonymousSold',
      },
    ),
  },
  /** In the menu of gyms that count their drawers. */
  cashShifts: {
    path: '/cash-shifts',
    label: 'Caja',
    Icon: IconCashRegister,
    roles: staff,
    search: reading(pageFields),
    elsewhere: 'paymentKinds',
    atDrawer: true,
    also: 'turno arqueo corte cierre apertura fondo',
    code: lazyCode(
      () => import('../screens/cash-shifts/CashShiftsPage.tsx'),
      'CashShiftsPage',
      () => import('../screens/cash-shifts/dialogs.tsx'),
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
  },
  inventory: {
    path: '/inventory',
    label: 'Inventario',
    Icon: IconPackages,
    roles: admins,
    search: readInventorySearch,
    code: lazyCode(
      () => import('../screens/inventory/InventoryPage.tsx'),
      'InventoryPage',
      () => import('../screens/inventory/dialogs.tsx'),
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
  },
  cashFlow: {
    path: '/cash-flow',
    label: 'Flujo de Caja',
    Icon: IconCash,
    roles: admins,
    search: readCashFlowSearch,
    code: lazyCode(() => import('../screens/cash-flow/CashFlowPage.tsx'), 'CashFlowPage'),
  },
  memberships: {
    path: '/memberships',
    label: 'Membresías',
    Icon: IconId,
    roles: admins,
    code: lazyCode(
      () => import('../screens/memberships/MembershipsPage.tsx'),
      'MembershipsPage',
      () => import('../screens/memberships/dialogs.tsx'),
      {
        '/new': 'NewPlan',
        '/deleted': 'DeletedPlans',
        '/$id/edit': 'EditPlan',
        '/schedules': 'SchedulesDialog',
        '/schedules/new': 'NewSchedule',
        '/schedules/$id/edit': 'EditSchedule',
      },
    ),
  },
  ia: {
    path: '/ia',
    label: 'IA',
    Icon: IconSparkles,
    roles: admins,
    code: lazyCode(() => import('../screens/ia/IaPage.tsx'), 'IaPage'),
  },
  settings: {
    path: '/settings',
    label: 'Configuración',
    Icon: IconSettings,
    roles: superAdmin,
    search: readSettingsSearch,
    also: 'ajustes opciones',
    code: lazyCode(
      () => import('../screens/settings/SettingsPage.tsx'),
      'SettingsPage',
      () => import('../screens/settings/dialogs.tsx'),
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
  },
  support: {
    path: '/support',
    label: 'Soporte',
    Icon: IconLifebuoy,
    roles: staff,
    code: lazyCode(() => import('../screens/support/SupportPage.tsx'), 'SupportPage'),
  },
  adminGyms: {
    path: '/admin/gyms',
    label: 'Gimnasios',
    Icon: IconBuilding,
    roles: master,
    code: lazyCode(
      () => import('../screens/gyms/GymsPage.tsx'),
      'GymsPage',
      () => import('../screens/gyms/dialogs.tsx'),
      {
        '/new': 'NewGym',
        '/deleted': 'DeletedGyms',
        '/$id/edit': 'EditGym',
      },
    ),
  },
  adminStatus: {
    path: '/admin/status',
    label: 'Estado del sistema',
    Icon: IconReportAnalytics,
    roles: master,
    elsewhere: 'adminGyms',
    also: 'servidor versión disco copias colas lento',
    code: lazyCode(() => import('../screens/status/StatusPage.tsx'), 'StatusPage'),
  },
  dailyReport: {
    path: '/daily-report',
    label: 'Informe del día',
    Icon: IconReportAnalytics,
    roles: admins,
    search: reading({ day: readDay }),
    elsewhere: 'cashFlow',
    also: 'reporte diario cierre resumen',
    code: lazyCode(() => import('../screens/daily-report/DailyReportPage.tsx'), 'DailyReportPage'),
  },
  expenses: {
    path: '/expenses',
    label: 'Gastos',
    Icon: IconReceiptDollar,
    roles: admins,
    search: reading({ ...filterFields, ...pageFields }),
    elsewhere: 'cashFlow',
    also: 'egresos pagos alquiler luz nómina',
    code: lazyCode(
      () => import('../screens/expenses/ExpensesPage.tsx'),
      'ExpensesPage',
      () => import('../screens/expenses/dialogs.tsx'),
      {
        '/new': 'NewExpense',
        '/$id/void': 'VoidExpense',
      },
    ),
  },
  discounts: {
    path: '/discounts',
    label: 'Descuentos',
    Icon: IconDiscount,
    roles: admins,
    /** With the sale whose bill is open. */
    search: reading({ ...filterFields, ...pageFields, bill: readNumber }),
    elsewhere: 'cashFlow',
    also: 'rebajas quién dio',
    code: lazyCode(() => import('../screens/discounts/DiscountsPage.tsx'), 'DiscountsPage'),
  },
  /** Where somebody may owe Facturación and Flujo de Caja lead there, and the palette everywhere. */
  debts: {
    path: '/debts',
    label: 'Deudas',
    Icon: IconHourglassLow,
    roles: staff,
    search: reading({ name: readText, ...pageFields }),
    elsewhere: true,
    also: 'quién debe pendiente cobrar fiado crédito',
    code: lazyCode(() => import('../screens/debts/DebtsPage.tsx'), 'DebtsPage'),
  },
  /** Where the bills are, too. */
  collections: {
    path: '/collections',
    label: 'Cobros',
    Icon: IconCash,
    roles: staff,
    search: reading({ ...filterFields, ...pageFields }),
    elsewhere: true,
    code: lazyCode(
      () => import('../screens/collections/CollectionsPage.tsx'),
      'CollectionsPage',
      () => import('../features/collections/CollectionDialog.tsx'),
      {
        '/$id': 'ShownCollection',
      },
    ),
  },
  /** Whoever only counts finds it by the palette. */
  stock: {
    path: '/stock',
    label: 'Existencias',
    Icon: IconClipboardList,
    roles: staff,
    search: reading({
      ...filterFields,
      ...pageFields,
      tab: (value) => readOne(value, ['counts']),
      which: (value) => readOne(value, ['best', 'still']),
    }),
    elsewhere: 'inventory',
    also: 'conteo inventario físico kardex movimientos margen merma ajuste costo',
    code: lazyCode(
      () => import('../screens/stock/StockPage.tsx'),
      'StockPage',
      () => import('../screens/stock/dialogs.tsx'),
      {
        '/$id/movements': ['Movements', 'movements.list'],
        '/$id/adjust': ['AdjustStock', 'stock.adjust'],
        '/counts/new': ['NewCount', 'stock.open-count'],
        '/counts/$id': 'CountDialog',
        '/counts/$id/differences': ['CountDifferencesDialog', 'stock.differences'],
      },
    ),
  },
  paymentKinds: {
    path: '/payment-kinds',
    label: 'Formas de pago',
    Icon: IconCreditCard,
    roles: admins,
    elsewhere: 'cashFlow',
    also: 'efectivo tarjeta transferencia cheque',
    code: lazyCode(
      () => import('../screens/payment-kinds/PaymentKindsPage.tsx'),
      'PaymentKindsPage',
      () => import('../screens/payment-kinds/dialogs.tsx'),
      {
        '/new': 'NewPaymentKind',
        '/$id/edit': 'EditPaymentKind',
      },
    ),
  },
  /** A link below the menu leads there, and the screens that need it. */
  help: { path: '/ayuda', ...help, roles: staff },
  adminHelp: { path: '/admin/ayuda', ...help, roles: master },
  /** One's own name in the sidebar leads there. */
  profile: { path: '/profile', ...profile, roles: staff },
  /** The master's own: no other page than those of /admin is open to it. */
  adminProfile: { path: '/admin/profile', ...profile, roles: master },
} as const satisfies Record<string, ScreenRow>

export type Screen = keyof typeof screens
export type ScreenPath = (typeof screens)[Screen]['path']

/** What the address of the screen at a path says beside it. */
export type SearchAt<Path extends ScreenPath> = {
  [Name in Screen]: (typeof screens)[Name] extends {
    path: Path
    search: (raw: RawSearch) => infer Search extends object
  }
    ? Search
    : never
}[Screen]

const onlyScreensHaveButtons: Exclude<
  Extract<(typeof screens)[Screen], { elsewhere: string }>['elsewhere'],
  Screen
> extends never
  ? true
  : never = true
void onlyScreensHaveButtons

export const seesScreen = (role: RoleName, screen: Screen): boolean => isAllowed(role, screens[screen].roles)

export interface SeenScreen extends Omit<ScreenRow, 'path'> {
  screen: Screen
  path: ScreenPath
}

const rows: readonly SeenScreen[] = Object.entries(screens).map(([screen, row]) => ({
  ...row,
  screen: screen as Screen, // Object.entries forgets the names
}))

/** All that a role may go to: the menu, and what stands in no menu. */
export const screensFor = (role: RoleName): SeenScreen[] => rows.filter(({ roles }) => isAllowed(role, roles))

/** `drawer`: the gym counts one. */
export const menuFor = (role: RoleName, drawer: boolean): SeenScreen[] =>
  screensFor(role).filter(({ elsewhere, atDrawer }) => !elsewhere || (drawer && atDrawer))

/** The link to the pages of help, which follows the menu. */
export const helpScreen = (role: RoleName): SeenScreen | undefined =>
  screensFor(role).find(({ path }) => path === helpPath(role))

/** Those that a screen has a button to, by its address. */
export const listButtons = (path: string, role: RoleName): SeenScreen[] =>
  screensFor(role).filter(({ elsewhere }) => elsewhere !== undefined && elsewhere === screenAt(path))

/** The page of one's own user. */
export const profilePath = (role: RoleName) =>
  seesScreen(role, 'adminProfile') ? screens.adminProfile.path : screens.profile.path

/** The pages of help. */
export const helpPath = (role: RoleName) => (seesScreen(role, 'adminHelp') ? screens.adminHelp.path : screens.help.path)

/** The screen that an address belongs to, its sub-addresses included. */
export const screenAt = (address: string): Screen | null =>
  rows.find(({ path }) => address === path || address.startsWith(`${path}/`))?.screen ?? null
