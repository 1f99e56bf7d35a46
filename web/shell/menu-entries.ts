import {
  IconBuilding,
  IconCalendarCheck,
  IconCash,
  IconChartBar,
  IconId,
  IconLifebuoy,
  IconPackages,
  IconReceipt,
  IconSettings,
  IconSparkles,
  IconUsers,
} from '@tabler/icons-react'
import { type RoleName, type Screen, seesScreen } from '@torniquete/contract/permissions.ts'

export interface MenuEntry {
  screen: Screen
  label: string
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
  { screen: 'settings', label: 'Configuración', Icon: IconSettings },
  { screen: 'support', label: 'Soporte', Icon: IconLifebuoy },
  { screen: 'adminGyms', label: 'Gimnasios', Icon: IconBuilding },
]

export const menuFor = (role: RoleName): MenuEntry[] => entries.filter(({ screen }) => seesScreen(role, screen))
