/** Hotkeys for useKeyboardShortcuts; letters with Alt mean the physical key, whatever the keyboard layout. */
export const hotkeys = {
  palette: 'mod+K',
  shortcuts: '?',
  sidebar: 'mod+B',
  print: 'mod+P',
  newClient: 'Alt+N',
  noteVisit: 'Alt+N',
  sellToClient: 'Alt+V',
  sellProduct: 'Alt+P',
  sellMembership: 'Alt+M',
  showBill: 'Alt+F',
  sellAndPrint: 'Alt+I',
  dividePayment: 'Alt+0',
  leaveOwing: 'Alt+Q',
  creditReceipt: 'Alt+R',
  collect: 'Alt+Q',
  openDrawer: 'Alt+O',
  closeDrawer: 'Alt+C',
  moveCash: 'Alt+E',
  readDrawer: 'Alt+X',
  buy: 'Alt+C',
  newProduct: 'Alt+N',
  newSupplier: 'Alt+R',
  newUser: 'Alt+N',
  newDevice: 'Alt+N',
  undo: 'mod+Z',
  undoMark: 'Alt+Z',
  sellToRefused: 'Alt+A',
} as const

/** Hotkey of the payment method with this index, from 0; only the first nine have one. */
export const getPaymentMethodHotkey = (place: number) => `Alt+${place + 1}`
