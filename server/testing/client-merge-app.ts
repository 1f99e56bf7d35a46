// Fixture for merge tests: a gym whose clock shows noon, and a client Ana who exists twice.
import type { MergeableField } from '@torniquete/contract/members/client-merge.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Caller } from './api-caller.ts'
import { asOwner } from './database-digest.ts'
import { makeClient, makeGym, type TestGym } from './factories.ts'
import { startTestApp, type TestApp } from './test-app.ts'

export let app: TestApp
export let gym: TestGym
export let ana: Client
export let twin: Client
/** Test files call this once at the top. */
export function startMergeApp(): void {
  beforeAll(async () => {
    app = await startTestApp({ SESSION_HOURS: '8760' })
  })
  beforeEach(async () => {
    // Noon in Santo Domingo, the gym's time zone.
    app.clock.set('2026-06-15T16:00:00Z')
    gym = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
    ana = await makeClient(gym, {
      name: 'Ana Peña',
      phone_number: '809-555-0101',
      card_number: '111',
      notes: 'Rodilla',
    })
    twin = await makeClient(gym, { name: 'Ana Pena', email: 'ana@example.com', card_number: '222' })
  })
  afterAll(() => app.close())
}

export const makePairParams = (kept = ana, gone = twin) => ({ id_client: kept.id, id_other: gone.id })
export const compareClients = (params = makePairParams()) => gym.admin.call('clients.compare', { params })
export async function merge(take: MergeableField[] = [], params = makePairParams(), caller: Caller = gym.admin) {
  const { digest } = await compareClients(params)
  return caller.call('clients.merge', { params, body: { take, confirm: digest } })
}
export const undoMerge = (id: number) => gym.admin.try('clients.undo-merge', { params: { id_merge: id } })
export const read = (client: Client) => gym.admin.call('clients.read', { params: { id_client: client.id } })
export const listClients = async () => (await gym.admin.call('clients.list')).items.map(({ name }) => name)
export const makeVisit = (client: Client) => gym.admin.call('attendances.create', { body: { id_client: client.id } })
export const readHistory = async (client: Client) =>
  (await gym.admin.call('history.list', { query: { entity: 'clients', id: client.id } })).items.flatMap(({ changes }) =>
    changes.map(({ field, after }) => `${field}: ${after}`),
  )

export type Row = Record<string, unknown>
/** Reads all stored rows about people of the gym, and the daily sums, without document versions. */
export const readStoredRows = () =>
  asOwner(app, async (owner) => {
    await owner.query(`select set_config('app.gym_id', $1, false)`, [String(gym.gym.id)])
    const tables = ['sales', 'membership_payments', 'attendances', 'notifications', 'outbox', 'paid_until', 'pins']
    const found: Record<string, Row[]> = {}
    for (const table of tables) {
      const { rows } = await owner.query<{ row: Row }>(
        `select to_jsonb(t) - 'version' - 'typed' as row from ${table} t where gym_id = ${gym.gym.id} order by 1`,
      )
      found[table] = rows.map(({ row }) => row)
    }
    const { rows } = await owner.query<Row>(
      `select * from revenue_between(${gym.gym.id}, '-infinity', 'infinity') order by 1, 2, 3`,
    )
    found.revenue = rows
    return found
  })
