// THE table of screens: each says here once where it is, what it is called and who sees it. Its page and the dialogs over
// it stand in routes.tsx.
import {
  IconBuilding,
  IconCalendarCheck,
  IconCash,
  IconChartBar,
  IconClipboardList,
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
} from '@tabler/icons-react'
import { admins, isAllowed, master, type RoleName, staff, superAdmin } from '@torniquete/contract/roles.ts'
import { readBillingSearch } from './billing-search.ts'
import { readCashFlowSearch } from './cash-flow-search.ts'
import { readInventorySearch } from './inventory-search.ts'
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

interface ScreenRow {
  path: `/${string}`
  label: string
  Icon: typeof IconUsers
  /** Who sees it (spec §6); the calls behind it decide for themselves. */
  roles: readonly RoleName[]
  /** What its address says beside its path: the state of its lists. */
  search?: (raw: RawSearch) => object
  /** In no menu: another screen leads to it. */
  elsewhere?: true
}

const profile = {
  label: 'Mi perfil',
  Icon: IconUserCircle,
  elsewhere: true,
} as const

const help = {
  label: 'Ayuda',
  Icon: IconLifebuoy,
  /** The page that is read; else their list. */
  search: reading({ page: readText }),
  elsewhere: true,
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
  },
  attendance: {
    path: '/attendance',
    label: 'Asistencia',
    Icon: IconCalendarCheck,
    roles: staff,
    search: reading(filterFields),
  },
  /** Dashboard and Asistencia lead there. */
  inside: {
    path: '/inside',
    label: 'Quién está dentro',
    Icon: IconUsers,
    roles: staff,
    search: reading({ name: readText, ...pageFields, which: readText }),
    elsewhere: true,
  },
  clients: {
    path: '/clients',
    label: 'Clientes',
    Icon: IconUsers,
    roles: staff,
    /** With the client whose card is open. */
    search: reading({ name: readText, ...pageFields, client: readNumber }),
  },
  billing: { path: '/billing', label: 'Facturación', Icon: IconReceipt, roles: staff, search: readBillingSearch },
  inventory: {
    path: '/inventory',
    label: 'Inventario',
    Icon: IconPackages,
    roles: admins,
    search: readInventorySearch,
  },
  cashFlow: { path: '/cash-flow', label: 'Flujo de Caja', Icon: IconCash, roles: admins, search: readCashFlowSearch },
  memberships: { path: '/memberships', label: 'Membresías', Icon: IconId, roles: admins },
  ia: { path: '/ia', label: 'IA', Icon: IconSparkles, roles: admins },
  settings: {
    path: '/settings',
    label: 'Configuración',
    Icon: IconSettings,
    roles: superAdmin,
    search: readSettingsSearch,
  },
  support: { path: '/support', label: 'Soporte', Icon: IconLifebuoy, roles: staff },
  adminGyms: { path: '/admin/gyms', label: 'Gimnasios', Icon: IconBuilding, roles: master },
  /** Gimnasios leads there. */
  adminStatus: {
    path: '/admin/status',
    label: 'Estado del sistema',
    Icon: IconReportAnalytics,
    roles: master,
    elsewhere: true,
  },
  /** Flujo de Caja leads there. */
  expenses: {
    path: '/expenses',
    label: 'Gastos',
    Icon: IconReceiptDollar,
    roles: admins,
    search: reading({ ...filterFields, ...pageFields }),
    elsewhere: true,
  },
  /** Inventario leads there; whoever only counts finds it by the palette. */
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
    elsewhere: true,
  },
  /** As above. */
  dailyReport: {
    path: '/daily-report',
    label: 'Informe del día',
    Icon: IconReportAnalytics,
    roles: admins,
    elsewhere: true,
    search: reading({ day: readDay }),
  },
  /** The palette leads there, and the screens that need it. */
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

export const menuFor = (role: RoleName): SeenScreen[] => screensFor(role).filter(({ elsewhere }) => !elsewhere)

/** The page of one's own user. */
export const profilePath = (role: RoleName) =>
  seesScreen(role, 'adminProfile') ? screens.adminProfile.path : screens.profile.path

/** The pages of help. */
export const helpPath = (role: RoleName) => (seesScreen(role, 'adminHelp') ? screens.adminHelp.path : screens.help.path)

/** The screen that an address belongs to, its sub-addresses included. */
export const screenAt = (address: string): Screen | null =>
  rows.find(({ path }) => address === path || address.startsWith(`${path}/`))?.screen ?? null
