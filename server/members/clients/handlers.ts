import { isAnonymousName } from '@torniquete/contract/members/memberships.ts'
import { mergePaidPeriods } from '@torniquete/contract/members/paid-periods.ts'
import { throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import { convertPassesToAttendances } from '../../door/queries.ts'
import { rethrowPinTakenWithPin } from '../../platform/db/constraints.ts'
import { listDeletedRows, markRowDeleted, readStoredPin, restoreRow } from '../../platform/db/deleted-rows.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { makeListAnswer } from '../../platform/db/paged-lists.ts'
import { sql } from '../../platform/db/sql.ts'
import { makeImportUndoHandlers } from '../../platform/file-import/undo-import.ts'
import type { AreaHandlers, GymCall } from '../../platform/http/handler-types.ts'
import { JsonText } from '../../platform/http/json-text.ts'
import { refuseFutureDay } from '../../platform/http/parse-request.ts'
import { requireValidPictureUrl } from '../../platform/http/picture-addresses.ts'
import type { GymCache } from '../../platform/live/gym-cache.ts'
import { findBuyer } from '../../till/bills/queries.ts'
import { listPaidPeriods } from '../../till/payments/queries.ts'
import { bulkPhotoHandlers } from './bulk-photos/handlers.ts'
import { clientImportTable, readImportUndoEffects, undoClientImport } from './import/queries.ts'
import { mergeHandlers } from './merge/handlers.ts'
import { findMergeTarget, isClientMergedSql } from './merge/queries.ts'
import {
  type ClientCardContext,
  type ClientJsonText,
  countClients,
  findClientPageByName,
  insertClient,
  listClientPage,
  lockClient,
  readClient,
  readClientCard,
  readClientStatuses,
  searchClients,
  updateClient,
} from './queries.ts'

const pickerLimit = 100

function refuseAnonymousName(name: string | undefined): void {
  if (name !== undefined && isAnonymousName(name)) throwError('client.anonymous-name')
}

async function requireChangeable(tx: Transaction, gym: number, id: number): Promise<{ id_zkteco: number | null }> {
  const client = (await lockClient(tx, gym, id)) ?? throwError('row.missing')
  throwIfRefused(client.is_anonymous ? 'client.anonymous' : null)
  return client
}

/** Reads the saved client. If a person typed the PIN, earlier passes of the PIN become visits of the client. */
async function readSaved(call: ClientCardContext, id: number, typed: number | null) {
  const past_visits = typed === null ? 0 : await convertPassesToAttendances(call, [typed])
  return { ...(await readClientCard(call, id)), ...(past_visits > 0 && { past_visits }) }
}

async function readPage(call: GymCall<'clients.list'>, totals: GymCache<number>) {
  const { tx, gym, query } = call
  const [items, total] = await Promise.all([
    listClientPage(call, query),
    totals.of(gym, '', () => countClients(tx, gym)),
  ])
  return { items, total }
}

/** Makes the JSON array of listed clients, with their status if the query asks for it. */
async function joinClients(
  call: { tx: Transaction; gym: number; today: string; query: { include_status?: boolean | undefined } },
  clients: ClientJsonText[],
): Promise<string> {
  if (!call.query.include_status) return `[${clients.map(({ json }) => json).join()}]`
  const statusOf = await readClientStatuses(
    call,
    clients.map(({ id }) => id),
  )
  return `[${clients.map(({ id, json }) => `${json.slice(0, -1)},"status":${JSON.stringify(statusOf(id))}}`).join()}]`
}

const imports = makeImportUndoHandlers(clientImportTable, undoClientImport, readImportUndoEffects)

/** Handlers of clients. `totals` caches each gym's number of clients, because counting them makes a list slow. */
export const clientsHandlers = (totals: GymCache<number>): AreaHandlers<'clients'> => ({
  'clients.list': async (call) => {
    const { query } = call
    const { items, total } = await (query.client_name?.trim()
      ? findClientPageByName(call, query.client_name, query)
      : readPage(call, totals))
    const { items: _, ...counts } = makeListAnswer({ items, total }, query)
    return new JsonText(`{"items":${await joinClients(call, items)},${JSON.stringify(counts).slice(1)}`)
  },

  'clients.deleted': ({ tx, gym, query }) =>
    listDeletedRows(tx, gym, 'clients', query, sql`and not ${isClientMergedSql(sql`d`)}`),

  'clients.search': async (call) =>
    new JsonText(await joinClients(call, await searchClients(call, call.params.name, pickerLimit))),

  'clients.read': (call) => readClientCard(call, call.params.id_client),

  'clients.paid': async ({ tx, gym, params }) => {
    const client = (await findBuyer(tx, gym, params.id_client)) ?? throwError('row.missing')
    // Empty for the anonymous client, whose years of day passes no form needs.
    return client.is_anonymous ? [] : mergePaidPeriods(await listPaidPeriods(tx, gym, client.id, null))
  },

  'clients.create': async (call) => {
    const { tx, gym, body, today } = call
    refuseAnonymousName(body.name)
    refuseFutureDay('birth_date', body.birth_date, today)
    await requireValidPictureUrl('clients', 'photo', body)
    // A client without a PIN also gets the next free PIN, in order to pass the door.
    const id = await rethrowPinTakenWithPin(body.id_zkteco, insertClient(tx, gym, body))
    return readSaved(call, id, body.id_zkteco ?? null)
  },

  'clients.update': async (call) => {
    const { tx, gym, params, body, today } = call
    const before = await requireChangeable(tx, gym, params.id_client)
    refuseAnonymousName(body.name)
    refuseFutureDay('birth_date', body.birth_date, today)
    await requireValidPictureUrl('clients', 'photo', body, () => readClient(tx, gym, today, params.id_client))
    await rethrowPinTakenWithPin(body.id_zkteco, updateClient(tx, gym, params.id_client, body))
    const typed = body.id_zkteco === before.id_zkteco ? null : (body.id_zkteco ?? null)
    return readSaved(call, params.id_client, typed)
  },

  'clients.delete': async ({ tx, gym, params, now }) => {
    await requireChangeable(tx, gym, params.id_client)
    await markRowDeleted(tx, gym, 'clients', params.id_client, now)
  },

  'clients.restore': async ({ tx, gym, params, today }) => {
    const into = await findMergeTarget(tx, gym, params.id_client)
    if (into) throwError('merge.undo-first', into)
    const pin = await readStoredPin(tx, gym, 'clients', params.id_client)
    await rethrowPinTakenWithPin(pin, restoreRow(tx, gym, 'clients', params.id_client))
    return (await readClient(tx, gym, today, params.id_client)) ?? throwError('row.missing')
  },

  'clients.last-import': imports.last,
  'clients.undo-import': imports.undo,
  ...bulkPhotoHandlers,
  ...mergeHandlers,
})
