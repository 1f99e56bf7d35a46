// Lists the screens with path, name and roles. web/screen-code.ts has their components.

import {
  adminRoles,
  isRoleAllowed,
  masterOnly,
  type RoleName,
  staffRoles,
  superAdminOnly,
} from '@torniquete/contract/shared/roles.ts'
import {
  IconBuilding,
  IconCalendarCheck,
  IconCash,
  IconCashRegister,
  IconChartBar,
  IconClipboardList,
  IconCreditCard,
  IconDiscount,
  IconFileCheck,
  IconHelp,
  IconHourglassLow,
  IconId,
  IconInbox,
  IconLifebuoy,
  IconPackages,
  IconReceipt,
  IconReceiptDollar,
  IconReportAnalytics,
  IconReportMoney,
  IconSettings,
  IconSparkles,
  IconUserCircle,
  IconUsers,
} from '../kit/icons.ts'
import { readBillingSearch } from './billing-search.ts'
import { readCashFlowSearch } from './cash-flow-search.ts'
import { readInventorySearch } from './inventory-search.ts'
import type { ScreenDefinition } from './screen-definition.ts'
import {
  filterReaders,
  makeChoiceParam,
  makeSearchReader,
  pageReaders,
  type RawSearch,
  readChoice,
  readDay,
  readMonth,
  readPositiveInteger,
  readText,
} from './search-values.ts'
import { readSettingsSearch } from './settings-search.ts'

/** Which received receipts the list shows. */
export const receivedDocumentsFilter = makeChoiceParam({ open: 'Por registrar', all: 'Todos' }, 'open')

const profile = {
  label: 'Mi perfil',
  Icon: IconUserCircle,
  elsewhere: true,
  also: 'cuenta contraseña foto teléfono correo',
} as const

const help = {
  label: 'Ayuda',
  Icon: IconHelp,
  search: makeSearchReader({ page: readText }),
  elsewhere: true,
  also: 'manual instrucciones guía',
} as const

/** All screens, in the order of the menu. */
export const screens = {
  dashboard: {
    path: '/dashboard',
    label: 'Dashboard',
    Icon: IconChartBar,
    roles: staffRoles,
    search: makeSearchReader({ notifications: (value) => readChoice(value, ['all']), page: readPositiveInteger }),
  },
  attendance: {
    path: '/attendance',
    label: 'Asistencia',
    Icon: IconCalendarCheck,
    roles: staffRoles,
    search: makeSearchReader(filterReaders),
  },
  inside: {
    path: '/inside',
    label: 'Quién está dentro',
    Icon: IconUsers,
    roles: staffRoles,
    search: makeSearchReader({ name: readText, ...pageReaders, which: readText }),
    elsewhere: true,
    also: 'aforo presentes salida',
  },
  clients: {
    path: '/clients',
    label: 'Clientes',
    Icon: IconUsers,
    roles: staffRoles,
    search: makeSearchReader({ name: readText, ...pageReaders }),
  },
  billing: {
    path: '/billing',
    label: 'Facturación',
    Icon: IconReceipt,
    roles: staffRoles,
    search: readBillingSearch,
  },
  cashShifts: {
    path: '/cash-shifts',
    label: 'Caja',
    Icon: IconCashRegister,
    roles: staffRoles,
    search: makeSearchReader(pageReaders),
    elsewhere: 'paymentKinds',
    atDrawer: true,
    also: 'turno arqueo corte cierre apertura fondo',
  },
  inventory: {
    path: '/inventory',
    label: 'Inventario',
    Icon: IconPackages,
    roles: adminRoles,
    search: readInventorySearch,
  },
  cashFlow: {
    path: '/cash-flow',
    label: 'Flujo de Caja',
    Icon: IconCash,
    roles: adminRoles,
    search: readCashFlowSearch,
  },
  fiscalReports: {
    path: '/fiscal-reports',
    label: 'Reportes fiscales',
    Icon: IconReportMoney,
    roles: adminRoles,
    search: makeSearchReader({ month: readMonth, tab: (value) => readChoice(value, ['sales', 'voided']) }),
    elsewhere: true,
    withCountry: true,
    also: 'dgii 606 607 608 ncf itbis impuestos comprobantes mensual',
  },
  fiscalDocuments: {
    path: '/fiscal-documents',
    label: 'Comprobantes electrónicos',
    Icon: IconFileCheck,
    roles: adminRoles,
    search: makeSearchReader({
      status: (value) => readChoice(value, ['signed', 'sent', 'accepted', 'remarks', 'rejected', 'annulled']),
      ...pageReaders,
    }),
    elsewhere: true,
    withElectronic: true,
    also: 'dgii e-cf ncf enviados rechazados xml factura electrónica',
  },
  receivedDocuments: {
    path: '/received-documents',
    label: 'Comprobantes recibidos',
    Icon: IconInbox,
    roles: adminRoles,
    search: makeSearchReader({ show: receivedDocumentsFilter.read, ...pageReaders }),
    elsewhere: 'fiscalDocuments',
    also: 'dgii e-cf ncf proveedor aprobar rechazar factura electrónica',
  },
  memberships: {
    path: '/memberships',
    label: 'Membresías',
    Icon: IconId,
    roles: adminRoles,
  },
  ia: {
    path: '/ia',
    label: 'IA',
    Icon: IconSparkles,
    roles: adminRoles,
  },
  settings: {
    path: '/settings',
    label: 'Configuración',
    Icon: IconSettings,
    roles: superAdminOnly,
    search: readSettingsSearch,
    also: 'ajustes opciones',
  },
  support: {
    path: '/support',
    label: 'Soporte',
    Icon: IconLifebuoy,
    roles: staffRoles,
  },
  adminGyms: {
    path: '/admin/gyms',
    label: 'Gimnasios',
    Icon: IconBuilding,
    roles: masterOnly,
  },
  adminStatus: {
    path: '/admin/status',
    label: 'Estado del sistema',
    Icon: IconReportAnalytics,
    roles: masterOnly,
    elsewhere: 'adminGyms',
    also: 'servidor versión disco copias colas lento',
  },
  dailyReport: {
    path: '/daily-report',
    label: 'Informe del día',
    Icon: IconReportAnalytics,
    roles: adminRoles,
    search: makeSearchReader({ day: readDay }),
    elsewhere: 'cashFlow',
    also: 'reporte diario cierre resumen',
  },
  expenses: {
    path: '/expenses',
    label: 'Gastos',
    Icon: IconReceiptDollar,
    roles: adminRoles,
    search: makeSearchReader({ ...filterReaders, ...pageReaders }),
    elsewhere: 'cashFlow',
    also: 'egresos pagos alquiler luz nómina',
  },
  discounts: {
    path: '/discounts',
    label: 'Descuentos',
    Icon: IconDiscount,
    roles: adminRoles,
    search: makeSearchReader({ ...filterReaders, ...pageReaders }),
    elsewhere: 'cashFlow',
    also: 'rebajas quién dio',
  },
  /** If the gym allows debts, Facturación and Flujo de Caja link to this screen, and the command palette finds it. */
  debts: {
    path: '/debts',
    label: 'Deudas',
    Icon: IconHourglassLow,
    roles: staffRoles,
    search: makeSearchReader({ name: readText, ...pageReaders }),
    elsewhere: true,
    also: 'quién debe pendiente cobrar fiado crédito',
  },
  collections: {
    path: '/collections',
    label: 'Cobros',
    Icon: IconCash,
    roles: staffRoles,
    search: makeSearchReader({ ...filterReaders, ...pageReaders }),
    elsewhere: true,
  },
  /** A user who may only count stock opens this screen through the command palette. */
  stock: {
    path: '/stock',
    label: 'Existencias',
    Icon: IconClipboardList,
    roles: staffRoles,
    search: makeSearchReader({
      ...filterReaders,
      ...pageReaders,
      tab: (value) => readChoice(value, ['counts']),
      which: (value) => readChoice(value, ['best', 'still']),
    }),
    elsewhere: 'inventory',
    also: 'conteo inventario físico kardex movimientos margen merma ajuste costo',
  },
  paymentKinds: {
    path: '/payment-kinds',
    label: 'Formas de pago',
    Icon: IconCreditCard,
    roles: adminRoles,
    elsewhere: 'cashFlow',
    also: 'efectivo tarjeta transferencia cheque',
  },
  help: { path: '/ayuda', ...help, roles: staffRoles },
  adminHelp: { path: '/admin/ayuda', ...help, roles: masterOnly },
  profile: { path: '/profile', ...profile, roles: staffRoles },
  /** The platform administrator may open only pages below /admin. */
  adminProfile: { path: '/admin/profile', ...profile, roles: masterOnly },
} as const satisfies Record<string, ScreenDefinition>

export type ScreenName = keyof typeof screens
export type ScreenPath = (typeof screens)[ScreenName]['path']

export type ScreenSearch<Path extends ScreenPath> = {
  [Name in ScreenName]: (typeof screens)[Name] extends {
    path: Path
    search: (raw: RawSearch) => infer Search extends object
  }
    ? Search
    : never
}[ScreenName]

export const canSeeScreen = (role: RoleName, screen: ScreenName): boolean => isRoleAllowed(role, screens[screen].roles)

export interface VisibleScreen extends Omit<ScreenDefinition, 'path'> {
  screen: ScreenName
  path: ScreenPath
}

const rows: readonly VisibleScreen[] = Object.entries(screens).map(([screen, row]) => ({
  ...row,
  screen: screen as ScreenName, // Object.entries loses the key types.
}))

export const listVisibleScreens = (role: RoleName): VisibleScreen[] =>
  rows.filter(({ roles }) => isRoleAllowed(role, roles))

interface GymFeatures {
  hasDrawer: boolean
  hasCountry: boolean
  isElectronic: boolean
}

/** Screens of the role's menu. */
export const listMenuScreens = (
  role: RoleName,
  { hasDrawer, hasCountry, isElectronic }: GymFeatures,
): VisibleScreen[] =>
  listVisibleScreens(role).filter(
    ({ elsewhere, atDrawer, withCountry, withElectronic }) =>
      !elsewhere || (hasDrawer && atDrawer) || (hasCountry && withCountry) || (isElectronic && withElectronic),
  )

export const findHelpScreen = (role: RoleName): VisibleScreen | undefined =>
  listVisibleScreens(role).find(({ path }) => path === getHelpPath(role))

/** Screens listed below a screen in the menu, at any depth; on a phone they are buttons in its header. */
export const listSubscreens = (screen: ScreenName, role: RoleName): VisibleScreen[] =>
  listVisibleScreens(role).filter(({ elsewhere }) => {
    const parent = typeof elsewhere === 'string' ? screens[elsewhere as ScreenName] : undefined
    return elsewhere === screen || (parent && 'elsewhere' in parent && parent.elsewhere === screen)
  })

export const getProfilePath = (role: RoleName) =>
  canSeeScreen(role, 'adminProfile') ? screens.adminProfile.path : screens.profile.path

export const getHelpPath = (role: RoleName) =>
  canSeeScreen(role, 'adminHelp') ? screens.adminHelp.path : screens.help.path

export const findScreenByAddress = (address: string): ScreenName | null =>
  rows.find(({ path }) => address === path || address.startsWith(`${path}/`))?.screen ?? null
