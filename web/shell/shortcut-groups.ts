// Hotkeys listed in the dialog that '?' opens.
import { findScreenByAddress, type ScreenName } from '../navigation/screens.ts'
import { getPaymentMethodHotkey, hotkeys } from '../navigation/shortcuts.ts'
import { paletteActions } from './palette/palette-entries.ts'

interface Shortcut {
  /** Keys pressed together, in useKeyboardShortcuts syntax. */
  keys: readonly string[]
  does: string
  /** The hotkey is listed only if the gym uses this screen; if missing, always. */
  screen?: ScreenName
  /** True to list the hotkey only if the gym issues fiscal receipts. */
  needsCountry?: boolean
}

interface ShortcutGroup {
  title: string
  /** The group is listed only for users of this screen; if missing, for all. */
  screen?: ScreenName
  shortcuts: readonly Shortcut[]
}

const on = (does: string, ...keys: string[]): Shortcut => ({ keys, does })

/** Actions of the command palette that have a hotkey on this screen. */
const actionsOn = (screen: ScreenName): Shortcut[] =>
  paletteActions.flatMap(({ label, key, to }) =>
    key && to && findScreenByAddress(to) === screen ? on(label, key) : [],
  )

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'En toda la aplicación',
    shortcuts: [
      on('Buscar clientes, pantallas y acciones', hotkeys.palette),
      on('Contraer o expandir el menú', hotkeys.sidebar),
      on('Vender o cobrar a quien la puerta no dejó entrar', hotkeys.sellToRefused),
      on('Deshacer lo último, durante cinco minutos', hotkeys.undo),
      on('Ver esta lista', hotkeys.shortcuts),
      on('Ir al aviso que se muestra', 'F8'),
    ],
  },
  {
    title: 'Formularios y ventanas',
    shortcuts: [
      on('Guardar', 'mod+Enter'),
      on('Cerrar', 'Esc'),
      on('Abrir el calendario de una fecha', 'Alt+↓'),
      on('Pasar al campo siguiente de una factura', 'Enter'),
      on('Imprimir la factura abierta', hotkeys.print),
    ],
  },
  {
    title: 'Listas',
    shortcuts: [
      on('Cambiar de fila', '↑', '↓'),
      on('Abrir la fila', 'Enter', 'Espacio'),
      on('Imprimir la lista', hotkeys.print),
    ],
  },
  { title: 'Dashboard', screen: 'dashboard', shortcuts: [on('Deshacer la última marca', hotkeys.undoMark)] },
  { title: 'Asistencia', screen: 'attendance', shortcuts: actionsOn('attendance') },
  {
    title: 'Clientes',
    screen: 'clients',
    shortcuts: [
      ...actionsOn('clients'),
      on('Vender membresía', hotkeys.sellToClient),
      { ...on('Cobrar lo que debe, en su ficha', hotkeys.collect), screen: 'debts' },
    ],
  },
  {
    title: 'Facturación',
    screen: 'billing',
    shortcuts: [
      ...actionsOn('billing'),
      on('Vender e imprimir', hotkeys.sellAndPrint),
      on('Elegir la forma de pago por su lugar', getPaymentMethodHotkey(0), getPaymentMethodHotkey(1)),
      on('Dividir el pago', hotkeys.dividePayment),
      { ...on('Dejar a deber, donde se puede', hotkeys.leaveOwing), screen: 'debts' },
      { ...on('Crédito fiscal', hotkeys.creditReceipt), needsCountry: true },
      on('Ver la factura de la venta recién hecha', hotkeys.showBill),
    ],
  },
  {
    title: 'Caja',
    screen: 'cashShifts',
    shortcuts: [
      on('Abrir la caja', hotkeys.openDrawer),
      on('Entrada o salida', hotkeys.moveCash),
      on('Corte X', hotkeys.readDrawer),
      on('Cerrar la caja', hotkeys.closeDrawer),
    ],
  },
  {
    title: 'Inventario',
    screen: 'inventory',
    shortcuts: actionsOn('inventory'),
  },
  {
    title: 'Configuración',
    screen: 'settings',
    shortcuts: [on('Nuevo usuario o nuevo dispositivo, según la pestaña', hotkeys.newUser)],
  },
]
