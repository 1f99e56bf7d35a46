// Builds the search results of the command palette: clients, actions and screens.

import type { HelpEntry } from 'virtual:help'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { ListedClient } from '@torniquete/contract/members/clients.ts'
import { anonymousClientName, formatPlanName } from '@torniquete/contract/members/memberships.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { beginsWithText, foldCaseAndAccents, matchesWordStarts } from '@torniquete/contract/shared/text-matching.ts'
import { formatDebt } from '@torniquete/contract/till/debts.ts'
import {
  IconArrowBackUp,
  IconCalendarCheck,
  IconDoorEnter,
  IconFileImport,
  IconKeyboard,
  IconLifebuoy,
  IconLogout,
  IconPackage,
  IconPhotoUp,
  IconShoppingCart,
  IconSunMoon,
  IconTicket,
  IconTruck,
  IconTruckDelivery,
  IconUserCog,
  IconUserPlus,
} from '../../kit/icons.ts'
import type { DialogPath } from '../../navigation/open-dialog.ts'
import {
  findScreenByAddress,
  getHelpPath,
  listVisibleScreens,
  type ScreenName,
  type ScreenPath,
  screens,
} from '../../navigation/screens.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'

export interface PaletteEntry {
  id: string
  label: string
  /** Text at the end of the line: a hotkey, or a client's membership and debt. */
  hint?: string | undefined
  key?: string | undefined
  Icon?: typeof IconTicket
  /** Day on which a client's membership ends, `YYYY-MM-DD`. */
  expire?: string | undefined
  /** Address of a client's photo; null shows the default picture. */
  photo?: string | null
  /** True if Enter runs the entry only after the person has marked it with the arrows. */
  onlyMarked?: boolean
  to?: ScreenPath | DialogPath
  /** Id that replaces `$id` in the path. */
  id_row?: number
  search?: Record<string, string | number>
  /** Action that runs on the current page instead of opening a screen. */
  act?: 'door' | 'undo' | 'theme' | 'shortcuts' | 'log-out'
}

interface Action extends PaletteEntry {
  /** Call that the user must be permitted; if missing, every role finds the action. */
  permission?: EndpointName
  /** Synonyms that the search also finds. */
  also: string
}

/** Actions in the order of the list. */
export const paletteActions: readonly Action[] = (
  [
    {
      label: 'Vender producto',
      also: 'venta factura',
      Icon: IconShoppingCart,
      permission: 'sales.create',
      key: hotkeys.sellProduct,
      to: '/billing/sales/new',
    },
    {
      label: 'Vender membresía',
      also: 'venta plan pago renovar',
      Icon: IconTicket,
      permission: 'payments.create',
      key: hotkeys.sellMembership,
      to: '/billing/memberships/new',
    },
    {
      label: 'Nuevo cliente',
      also: 'registrar agregar inscribir',
      Icon: IconUserPlus,
      permission: 'clients.create',
      key: hotkeys.newClient,
      to: '/clients/new',
    },
    {
      label: 'Anotar entrada',
      also: 'asistencia visita llegó vino',
      Icon: IconCalendarCheck,
      permission: 'attendances.create',
      key: hotkeys.noteVisit,
      to: '/attendance/new',
    },
    {
      label: 'Importar clientes',
      also: 'excel csv archivo traer mudanza',
      Icon: IconFileImport,
      permission: 'clients.import',
      to: '/clients/import',
    },
    {
      label: 'Agregar fotos de clientes',
      also: 'importar imagenes carpeta zip',
      Icon: IconPhotoUp,
      permission: 'clients.set-photos',
      to: '/clients/photos',
    },
    {
      label: 'Comprar',
      also: 'compra factura proveedor',
      Icon: IconTruckDelivery,
      permission: 'purchases.create',
      key: hotkeys.buy,
      to: '/inventory/purchases/new',
    },
    {
      label: 'Importar productos',
      also: 'excel csv archivo traer mudanza inventario existencias',
      Icon: IconFileImport,
      permission: 'products.import',
      to: '/inventory/import',
    },
    {
      label: 'Registrar producto',
      also: 'nuevo agregar inventario',
      Icon: IconPackage,
      permission: 'products.create',
      key: hotkeys.newProduct,
      to: '/inventory/new',
    },
    {
      label: 'Registrar proveedor',
      also: 'nuevo agregar',
      Icon: IconTruck,
      permission: 'suppliers.create',
      key: hotkeys.newSupplier,
      to: '/inventory/suppliers/new',
    },
    {
      label: 'Nuevo usuario',
      also: 'agregar trabajador empleado',
      Icon: IconUserCog,
      permission: 'users.create',
      key: hotkeys.newUser,
      to: '/settings/users/new',
    },
    { label: 'Cambiar tema', also: 'claro oscuro color', Icon: IconSunMoon, act: 'theme' },
    {
      label: 'Atajos de teclado',
      also: 'ayuda teclas',
      Icon: IconKeyboard,
      key: hotkeys.shortcuts,
      act: 'shortcuts',
    },
    {
      label: 'Abrir puerta',
      also: 'entrada torniquete',
      Icon: IconDoorEnter,
      permission: 'door.open',
      onlyMarked: true,
      act: 'door',
    },
    { label: 'Cerrar sesión', also: 'salir', Icon: IconLogout, onlyMarked: true, act: 'log-out' },
  ] satisfies Omit<Action, 'id'>[]
).map((action, place) => ({ ...action, id: `action-${place}` }))

/** Entry that undoes the last action, described by `last`. */
const undoEntry = (last: string): Action => ({
  id: 'undo',
  label: `Deshacer: ${last}`,
  also: 'anular volver atrás',
  Icon: IconArrowBackUp,
  key: hotkeys.undo,
  onlyMarked: true,
  act: 'undo',
})

/** Maximum number of clients shown; if more match, a last entry opens the clients page. */
const clientsShown = 8

const clientEntry = ({ id, name, membership, is_active, photo_url, status }: ListedClient): PaletteEntry => ({
  id: `client-${id}`,
  label: name,
  hint: [
    formatPlanName(membership?.name) ?? 'Sin membresía',
    status?.debt && formatDebt(status.debt),
    !is_active && 'Inactivo',
  ]
    .filter(Boolean)
    .join(' · '),
  expire: membership?.expire_membership,
  photo: photo_url,
  to: '/clients/$id/card',
  id_row: id,
})

function clientEntries(clients: readonly ListedClient[], name: string): PaletteEntry[] {
  const people = clients
    .filter(({ name }) => name !== anonymousClientName)
    .toSorted((one, other) => nearness(one.name, name) - nearness(other.name, name))
  const shown = people.slice(0, clientsShown).map(clientEntry)
  if (people.length <= clientsShown) return shown
  const label = `Ver todos los que se llaman «${name}»`
  return [...shown, { id: 'all-clients', label, to: screens.clients.path, search: { name } }]
}

/** Maximum number of help pages if there are no other results, and after other results. */
const [helpAlone, helpBehind] = [5, 2]
/** Minimum number of letters that find a help page by its title, and by its text. Most searches are names. */
const [tellingWord, tellingText] = [3, 5]

/** Help pages that match, title matches first. After other results, Enter runs them only when marked. */
function helpEntries(role: RoleName, help: readonly HelpEntry[], text: string, alone: boolean): PaletteEntry[] {
  const said = foldCaseAndAccents(text).split(/\s+/)
  const wanted = said.filter((word) => word.length >= tellingWord).join(' ')
  const whole = said.filter((word) => word.length === tellingWord - 1)
  const isCalled = ({ title, also }: HelpEntry) =>
    wanted === ''
      ? whole.length > 0 && whole.every((word) => foldCaseAndAccents(also).split(' ').includes(word))
      : matchesWordStarts(`${title} ${also}`, wanted)
  const tells = ({ title, words }: HelpEntry) =>
    wanted.length >= tellingText && matchesWordStarts(`${title} ${words}`, wanted)
  return help
    .filter((page) => isCalled(page) || tells(page))
    .toSorted((one, other) => Number(isCalled(other)) - Number(isCalled(one)))
    .slice(0, alone ? helpAlone : helpBehind)
    .map(({ slug, title }) => ({
      id: `help-${slug}`,
      label: title,
      Icon: IconLifebuoy,
      onlyMarked: !alone,
      to: getHelpPath(role),
      search: { page: slug },
    }))
}

interface Group {
  title: string
  entries: PaletteEntry[]
}

/** Rank of a match, best first: start of the label (0), start of a word in it (1), synonym (2). */
function nearness(label: string, wanted: string): number {
  if (beginsWithText(label, wanted)) return 0
  return matchesWordStarts(label, wanted) ? 1 : 2
}

/** Sorts by rank, within and between groups; equal ranks keep their order. */
function nearestFirst(groups: Group[], wanted: string): Group[] {
  const near = ({ label }: PaletteEntry) => nearness(label, wanted)
  const least = ({ entries }: Group) => Math.min(...entries.map(near))
  return groups
    .map((group) => ({ ...group, entries: group.entries.toSorted((one, other) => near(one) - near(other)) }))
    .toSorted((one, other) => least(one) - least(other))
}

/** The settings' hotkey adds a user, so it works only on the users tab, which opens first. */
const otherTab = /^\/settings\/(?!users)/

/** True if the entry's hotkey works on the current screen: the one of its dialog, or any if it has no dialog. */
const isHeard = ({ to }: PaletteEntry, path: string) =>
  !to || (findScreenByAddress(to) === findScreenByAddress(path) && !otherTab.test(path))

/**
 * Entries that a role can find: matching clients first, then the best matching labels; all entries if the text is
 * empty. `path` is the current screen, whose hotkeys are shown.
 */
export function listPaletteEntries(
  role: RoleName,
  text: string,
  clients: readonly ListedClient[],
  path = '',
  help: readonly HelpEntry[] = [],
  undoable: string | null = null,
  /** Returns false for screens that the gym does not use. */
  isNeeded: (screen: ScreenName) => boolean = () => true,
) {
  const wanted = text.trim()
  const people: Group = { title: 'Clientes', entries: clientEntries(clients, wanted) }
  const others: Group[] = [
    {
      title: 'Acciones',
      entries: [...(undoable === null ? [] : [undoEntry(undoable)]), ...paletteActions]
        .filter(({ label, also, permission }) => {
          return (!permission || isCallAllowed(role, permission)) && matchesWordStarts(`${label} ${also}`, wanted)
        })
        .map(({ key, ...action }) => ({ ...action, key: key && isHeard(action, path) ? key : undefined })),
    },
    {
      title: 'Pantallas',
      entries: listVisibleScreens(role)
        .filter(({ screen, label, also = '' }) => matchesWordStarts(`${label} ${also}`, wanted) && isNeeded(screen))
        .map(({ screen, label, Icon, path }) => ({ id: screen, label, Icon, to: path })),
    },
  ]
  const found = [people, ...nearestFirst(others, wanted)].filter(({ entries }) => entries.length > 0)
  const pages = helpEntries(role, help, wanted, found.length === 0)
  return pages.length === 0 ? found : [...found, { title: 'Ayuda', entries: pages }]
}
