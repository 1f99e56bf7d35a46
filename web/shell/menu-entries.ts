import {
  IconBuilding,
  IconCalendarCheck,
  IconCash,
  IconChartBar,
  IconId,
  IconLifebuoy,
  IconPackages,
  IconReceipt,
  IconReportAnalytics,
  IconSettings,
  IconSparkles,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { type RoleName, type Screen, seesScreen } from '@torniquete/contract/permissions.ts'

export interface MenuEntry {
  screen: Screen
  label: string
  /** Other words that people look for it by. */
  also?: string
  Icon: typeof IconUsers
}

const entries: readonly MenuEntry[] = [
  { screen: 'dashboard', label: 'Dashboard', Icon: IconChartBar },
  { screen: 'attendance', label: 'Asistencia', Icon: IconCalendarCheck },
  { screen: 'clients', label: 'Clientes', Icon: IconUsers },
  { screen: 'billing', label: 'Facturación', Icon: IconReceipt },
  { screen: 'inventory', label: 'Inventario', Icon: IconPackages },
  { screen: 'cashFlow', label: 'Flujo de Caja', Icon: IconCash },
  { screen: 'memberships', label: 'Membresías', Icon: IconId },
  { screen: 'ia', label: 'IA', Icon: IconSparkles },
  { screen: 'settings', label: 'Configuración', also: 'ajustes opciones', Icon: IconSettings },
  { screen: 'support', label: 'Soporte', Icon: IconLifebuoy },
  { screen: 'adminGyms', label: 'Gimnasios', Icon: IconBuilding },
]

const profileWords = 'cuenta contraseña foto teléfono correo'

/** Screens that others lead to. */
const elsewhere: readonly MenuEntry[] = [
  { screen: 'dailyReport', label: 'Informe del día', also: 'reporte diario cierre resumen', Icon: IconReportAnalytics },
  { screen: 'profile', label: 'Mi perfil', also: profileWords, Icon: IconUserCircle },
  { screen: 'adminProfile', label: 'Mi perfil', also: profileWords, Icon: IconUserCircle },
]

export const menuFor = (role: RoleName): MenuEntry[] => entries.filter(({ screen }) => seesScreen(role, screen))

/** All that a role may go to: the menu, and what stands in no menu. */
export const screensFor = (role: RoleName): MenuEntry[] => [
  ...menuFor(role),
  ...elsewhere.filter(({ screen }) => seesScreen(role, screen)),
]

/** The page of one's own user. */
export const profileScreen = (role: RoleName) => (seesScreen(role, 'adminProfile') ? 'adminProfile' : 'profile')
