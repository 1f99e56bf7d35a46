import type { Client } from '@torniquete/contract/clients.ts'
import { holdsWords } from '@torniquete/contract/names.ts'
import type { RoleName, Screen } from '@torniquete/contract/permissions.ts'
import { type MenuEntry, screensFor } from '../menu-entries.ts'
import { actionsFor, type PaletteAction } from './palette-actions.ts'

/** What one line does. */
export type Deed =
  | { kind: 'action'; action: PaletteAction }
  | { kind: 'screen'; screen: Screen }
  | { kind: 'client'; client: Client }
  /** All the clients of that name, on their page. */
  | { kind: 'clients'; name: string }

export interface PaletteEntry {
  id: string
  label: string
  /** At the end of the line. */
  hint?: string
  Icon?: MenuEntry['Icon']
  /** Of a client; null is the default one. */
  photo?: string | null
  deed: Deed
}

export interface PaletteGroup {
  title: string
  entries: readonly PaletteEntry[]
}

/** Clients that are listed here; more are a matter of their page. */
const clientsShown = 8

const actionEntry = (action: PaletteAction): PaletteEntry => ({
  id: `action-${action.key}`,
  label: action.label,
  hint: action.hotkey,
  Icon: action.Icon,
  deed: { kind: 'action', action },
})

const screenEntry = ({ screen, label, Icon }: MenuEntry): PaletteEntry => ({
  id: `screen-${screen}`,
  label,
  Icon,
  deed: { kind: 'screen', screen },
})

const clientEntry = (client: Client): PaletteEntry => ({
  id: `client-${client.id}`,
  label: client.name,
  hint: [client.membership?.name ?? 'Sin membresía', !client.is_active && 'Inactivo'].filter(Boolean).join(' · '),
  photo: client.photo_url,
  deed: { kind: 'client', client },
})

function clientEntries(clients: readonly Client[], name: string): PaletteEntry[] {
  const entries = clients.slice(0, clientsShown).map(clientEntry)
  if (clients.length <= clientsShown) return entries
  return [
    ...entries,
    { id: 'all-clients', label: `Ver todos los que se llaman «${name}»`, deed: { kind: 'clients', name } },
  ]
}

/** What a role may find by a text. Clients come last: they arrive later, and nothing may move under the finger. */
export function entriesFor(role: RoleName, text: string, clients: readonly Client[]): PaletteGroup[] {
  const name = text.trim()
  const groups: PaletteGroup[] = [
    { title: 'Acciones', entries: actionsFor(role, name).map(actionEntry) },
    {
      title: 'Pantallas',
      entries: screensFor(role)
        .filter(({ label, also = '' }) => holdsWords(`${label} ${also}`, name))
        .map(screenEntry),
    },
    { title: 'Clientes', entries: clientEntries(clients, name) },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}
