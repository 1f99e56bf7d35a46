import { decideEntry } from '@torniquete/contract/door/decide-entry.ts'
import type { TerminalUserDecision, UndecidedTerminalUser } from '@torniquete/contract/door/terminal-people.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { formatCountWithNoun, formatNumber } from '@torniquete/contract/shared/format-numbers.ts'

export type BulkUserDecision = 'create' | 'remove'

export const formatTerminalUserName = ({ name, pin }: Pick<UndecidedTerminalUser, 'name' | 'pin'>): string =>
  name || `Número ${pin}`

/** States how many past visits a client received together with a PIN; '' if none. */
export function formatAddedPastVisits(visits = 0): string {
  if (visits === 0) return ''
  return visits === 1 ? 'Se añadió 1 visita anterior' : `Se añadieron ${formatNumber(visits)} visitas anteriores`
}

/** Warns how many people a bulk decision about unknown users will lock out. */
export function formatEntryLossCount(
  act: BulkUserDecision,
  people: readonly Pick<UndecidedTerminalUser, 'opens'>[],
): string {
  const count = people.filter(({ opens }) => opens).length
  if (count === 0) return 'Nadie deja de entrar: el dispositivo ya no les abre.'
  const stop = formatCountWithNoun(count, 'persona dejará de entrar', 'personas dejarán de entrar')
  const them = count === 1 ? 'se le' : 'se les'
  return act === 'create'
    ? `${stop} hasta que ${them} venda una membresía.`
    : `${stop}: se quita${count === 1 ? '' : 'n'} del dispositivo, con las huellas y rostros que tenga${count === 1 ? '' : 'n'} allí.`
}

/** Warns that a terminal will no longer open for the user once linked to that client; null if access is not lost. */
export function formatLostAccessWarning(
  { opens }: Pick<UndecidedTerminalUser, 'opens'>,
  client: Client,
  today: string,
): string | null {
  const door = { blocked: client.door_blocked, removed: client.door_removed }
  const entry = decideEntry({ ...client, door, id_zkteco: client.id_zkteco ?? 0 }, today)
  return opens && !entry.allowed
    ? `${client.name} no tiene derecho a entrar hoy: el dispositivo dejará de abrirle hasta que lo tenga.`
    : null
}

export const formatUndecidedCount = (count: number): string => `${formatNumber(count)} por decidir`

export const formatProposal = ({ kind, card, name }: UndecidedTerminalUser, device: string): string =>
  kind === 'card'
    ? `Tarjeta ${card} leída en ${device} para ${name}: ¿guardar?`
    : `Administrador del dispositivo: ${name}`

const done: Record<TerminalUserDecision['act'], { one: string; many: string }> = {
  link: { one: 'Ya es el número del cliente', many: '' },
  staff: { one: 'Ya es el número de alguien del personal', many: '' },
  create: { one: '1 cliente creado', many: 'clientes creados' },
  remove: { one: '1 persona se quita del dispositivo', many: 'personas se quitan del dispositivo' },
  accept: { one: 'Guardado', many: '' },
  reject: { one: 'Rechazado', many: '' },
}

export function formatUserDecisionResult(act: TerminalUserDecision['act'], count: number): string {
  const { one, many } = done[act]
  return count === 1 ? one : `${formatNumber(count)} ${many}`
}
