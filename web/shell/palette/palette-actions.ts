// What the search of the whole application can do besides showing a screen or a client.
import {
  IconDoorEnter,
  IconKeyboard,
  IconLogout,
  IconPackage,
  IconShoppingCart,
  IconSunMoon,
  IconTicket,
  IconTruck,
  IconTruckDelivery,
  IconUserCog,
  IconUserPlus,
} from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import { holdsWords } from '@torniquete/contract/names.ts'
import { may, type Permission, type RoleName } from '@torniquete/contract/permissions.ts'
import { hotkeys, written } from '../shortcuts.ts'

/** Dialogs of other screens, opened by their address. */
const dialogs = {
  'sell-product': linkOptions({ to: '/billing', search: { open: 'product' } }),
  'sell-membership': linkOptions({ to: '/billing', search: { open: 'membership' } }),
  'new-client': linkOptions({ to: '/clients', search: { open: 'new' } }),
  buy: linkOptions({ to: '/inventory', search: { open: 'buy' } }),
  'new-product': linkOptions({ to: '/inventory', search: { open: 'new-product' } }),
  'new-supplier': linkOptions({ to: '/inventory', search: { open: 'new-supplier' } }),
  'new-user': linkOptions({ to: '/settings', search: { open: 'user' } }),
} as const

export type DialogTarget = (typeof dialogs)[keyof typeof dialogs]
type ActionKey = keyof typeof dialogs | 'door' | 'theme' | 'shortcuts' | 'log-out'

export interface PaletteAction {
  key: ActionKey
  label: string
  Icon: typeof IconTicket
  /** Absent: for everyone. */
  permission?: Permission
  /** Other words that people look for it by. */
  also?: string
  /** The key on its own screen, or everywhere. */
  hotkey?: string
}

const actions: readonly PaletteAction[] = [
  {
    key: 'sell-product',
    label: 'Vender producto',
    Icon: IconShoppingCart,
    permission: 'sales.create',
    also: 'venta factura',
    hotkey: written(hotkeys.sellProduct),
  },
  {
    key: 'sell-membership',
    label: 'Vender membresía',
    Icon: IconTicket,
    permission: 'payments.create',
    also: 'venta plan pago renovar',
    hotkey: written(hotkeys.sellMembership),
  },
  {
    key: 'new-client',
    label: 'Nuevo cliente',
    Icon: IconUserPlus,
    permission: 'clients.create',
    also: 'registrar agregar inscribir',
    hotkey: written(hotkeys.newClient),
  },
  { key: 'door', label: 'Abrir puerta', Icon: IconDoorEnter, permission: 'door.open', also: 'entrada torniquete' },
  {
    key: 'buy',
    label: 'Comprar',
    Icon: IconTruckDelivery,
    permission: 'purchases.create',
    also: 'compra factura proveedor',
    hotkey: written(hotkeys.buy),
  },
  {
    key: 'new-product',
    label: 'Registrar producto',
    Icon: IconPackage,
    permission: 'products.create',
    also: 'nuevo agregar inventario',
    hotkey: written(hotkeys.newProduct),
  },
  {
    key: 'new-supplier',
    label: 'Registrar proveedor',
    Icon: IconTruck,
    permission: 'suppliers.create',
    also: 'nuevo agregar',
    hotkey: written(hotkeys.newSupplier),
  },
  {
    key: 'new-user',
    label: 'Nuevo usuario',
    Icon: IconUserCog,
    permission: 'users.create',
    also: 'agregar trabajador empleado',
    hotkey: written(hotkeys.newUser),
  },
  { key: 'theme', label: 'Cambiar tema', Icon: IconSunMoon, also: 'claro oscuro color' },
  {
    key: 'shortcuts',
    label: 'Atajos de teclado',
    Icon: IconKeyboard,
    also: 'ayuda teclas',
    hotkey: written(hotkeys.shortcuts),
  },
  { key: 'log-out', label: 'Cerrar sesión', Icon: IconLogout, also: 'salir' },
]

/** The actions that a role may do and that are meant by the text; all of them without one. */
export const actionsFor = (role: RoleName, text: string): PaletteAction[] =>
  actions.filter(
    ({ label, also = '', permission }) =>
      (!permission || may(role, permission)) && holdsWords(`${label} ${also}`, text.trim()),
  )

export const dialogOf = (key: ActionKey): DialogTarget | null => (key in dialogs ? dialogs[key as 'buy'] : null) // as `in` found it
