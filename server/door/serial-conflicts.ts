import type { DeviceStatus } from '@torniquete/contract/door/devices.ts'
import type { Database } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { notifyIncidents } from './incidents.ts'
import { announceDoorChange, hasSerialConflictSql } from './queries.ts'
import { beginCensus } from './terminal-census.ts'
import type { Terminal } from './terminals.ts'

type ConflictReason = NonNullable<NonNullable<DeviceStatus['origin_conflict']>['lacks']>
export type CallHoldReason = Exclude<ConflictReason, 'mark'>

/** Stores a conflict, which is shown for a day after the last call of the other terminal. The first call notifies. */
export async function recordSerialConflict(
  tx: Transaction,
  terminal: Terminal,
  { address, mac, lacks }: { address: string; mac: string | null; lacks: ConflictReason | null },
  now: Date,
): Promise<void> {
  const { gym, id } = terminal
  await tx.run(sql`insert into terminal_states (gym_id, id_device) values (${gym}, ${id}) on conflict do nothing`)
  const known = await tx.maybe<{ lacks: ConflictReason | null }>(
    sql`select rival_lacks as lacks from terminal_states s where gym_id = ${gym} and id_device = ${id} and ${hasSerialConflictSql(now)} for update`,
  )
  // A warning about a duplicate behind one address must not replace a held call, which waits for a decision.
  if (lacks === 'mark' && known && known.lacks !== 'mark') return
  await tx.run(sql`
    update terminal_states set rival_address = ${address}, rival_mac = ${mac}, rival_at = ${now}, rival_lacks = ${lacks}
    where gym_id = ${gym} and id_device = ${id}`)
  // A conflict is an alarm, which every page shows.
  await announceDoorChange(tx, gym)
  if (known === null || (known.lacks === 'mark' && lacks !== 'mark'))
    await notifyIncidents(tx, terminal, [{ kind: 'rival', at: now, pin: null, address }], now)
}

/** Two terminals that call in turn change the address with each poll, while one terminal rarely switches to Wi-Fi. */
const minChanges = 4
const changeWindowMs = 120_000
const warnIntervalMs = 60_000

/** Detects two terminals behind one router by alternating LAN addresses. No call is held, since all look alike. */
export class LanAddressConflictDetector {
  readonly #database: Pick<Database, 'write'>
  readonly #known = new Map<string, { id: number; address: string; changes: number[]; warnedAt: number }>()

  constructor(database: Pick<Database, 'write'>) {
    this.#database = database
  }

  async recordAddress(terminal: Terminal, address: string, now: Date): Promise<void> {
    const at = now.getTime()
    const known = this.#known.get(terminal.sn)
    if (known?.id !== terminal.id) {
      this.#known.set(terminal.sn, { id: terminal.id, address, changes: [], warnedAt: 0 })
      return
    }
    if (known.address === address) return
    known.address = address
    known.changes = [...known.changes.filter((change) => at - change < changeWindowMs), at]
    if (known.changes.length < minChanges || at - known.warnedAt < warnIntervalMs) return
    known.warnedAt = at
    await this.#database.write({ gym: terminal.gym, user: null }, (tx) =>
      recordSerialConflict(tx, terminal, { address, mac: null, lacks: 'mark' }, now),
    )
  }
}

const macPattern = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/

/** Begins a census if a description contains another MAC address: it may come from another terminal. Once an hour. */
export async function detectReplacedTerminal(
  tx: Transaction,
  { gym, id }: Pick<Terminal, 'gym' | 'id'>,
  options: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const mac = options.get('MAC')?.trim().toLowerCase().replaceAll('-', ':') ?? ''
  if (!macPattern.test(mac) || /^[0:]+$/.test(mac)) return
  const state = sql`terminal_states where gym_id = ${gym} and id_device = ${id}`
  const before = await tx.maybe<{ network_card: string | null; lately: boolean; census_skipped: boolean }>(sql`
    select network_card, census_skipped, coalesce(network_card_changed_at > ${now}::timestamptz - interval '1 hour', false) as lately
    from ${state} and network_card is distinct from ${mac} for update`)
  if (before === null || before.lately) return
  const isChange = before.network_card !== null
  await tx.run(sql`
    update terminal_states set network_card = ${mac}, network_card_changed_at = ${isChange ? now : null}
    where gym_id = ${gym} and id_device = ${id}`)
  if (!isChange) return
  // If a census was skipped before, the terminal may refuse to list its users, and must not wait for an admin again.
  await beginCensus(tx, { gym, id }, now, before.census_skipped)
  await announceDoorChange(tx, gym)
}
