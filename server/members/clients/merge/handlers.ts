import { createHash } from 'node:crypto'
import { type MergeableField, type MovedRowCounts, mergeableFields } from '@torniquete/contract/members/client-merge.ts'
import type { ClientWithDoorStates } from '@torniquete/contract/members/clients.ts'
import { findPaidOverlap, mergePaidPeriods } from '@torniquete/contract/members/paid-periods.ts'
import { RejectedFieldsError, throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import { lockAgainstPassRecording, movePinBetweenClients, scheduleTemplateRemoval } from '../../../door/queries.ts'
import { rethrowPinTakenWithPin } from '../../../platform/db/constraints.ts'
import { markRowDeleted, restoreRow } from '../../../platform/db/deleted-rows.ts'
import type { Transaction } from '../../../platform/db/gym-statements.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { AreaHandlers } from '../../../platform/http/handler-types.ts'
import { insertClientHistoryNote } from '../../../reports/history/queries.ts'
import { findBuyer } from '../../../till/bills/queries.ts'
import { listPaidPeriods } from '../../../till/payments/queries.ts'
import { deleteTemplatesSince, hasTemplates } from '../../biometrics/queries.ts'
import { findPauseBlockingMerge } from '../../pauses/queries.ts'
import { type ClientCardContext, readClientCard, updateClient } from '../queries.ts'
import {
  type ColumnChanges,
  findMergeTarget,
  findSimilarClients,
  isPinTyped,
  lockClients,
  type MergeableFields,
  markPinGenerated,
  readLastUndoableMerge,
  readUndoableMerge,
  writeMerge,
} from './queries.ts'

type MergeCalls = 'clients.similar' | 'clients.last-merge' | 'clients.compare' | 'clients.merge' | 'clients.undo-merge'

function refuseSame(id: number, other: number): void {
  if (id === other)
    throw new RejectedFieldsError([{ type: 'value', msg: 'Elige a otro cliente', loc: ['path', 'id_other'] }])
}

async function compare(call: ClientCardContext, id: number, other: number) {
  refuseSame(id, other)
  const { tx, gym } = call
  // Reads both clients in one batch: what they have, and what the merge would move.
  const [kept, gone, moves, drops_biometrics, paid, paidByGone] = await Promise.all([
    readClientCard(call, id),
    readClientCard(call, other),
    tx.one<MovedRowCounts>(sql`
      select (select count(*)::integer from membership_payments where gym_id = ${gym} and id_client = ${other}) as payments,
        (select count(*)::integer from sales where gym_id = ${gym} and id_client = ${other}) as sales,
        (select count(*)::integer from attendances where gym_id = ${gym} and id_client = ${other} and undone_at is null) as visits,
        (select count(*)::integer from outbox where gym_id = ${gym} and id_client = ${other}) as messages`),
    hasTemplates(tx, gym, other),
    listPaidPeriods(tx, gym, id, null),
    listPaidPeriods(tx, gym, other, null),
  ])
  const overlap = mergePaidPeriods(mergePaidPeriods(paidByGone).flatMap((period) => findPaidOverlap(period, paid)))
  return { kept, gone, moves, overlap, drops_biometrics, digest: computeDigest(kept, gone, overlap) }
}

const listShownValues = (client: ClientWithDoorStates) => [
  client.id,
  ...mergeableFields.map((field) => client[field]),
  client.photo_path,
  client.door_blocked,
  client.door_removed,
]
const computeDigest = (kept: ClientWithDoorStates, gone: ClientWithDoorStates, overlap: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([listShownValues(kept), listShownValues(gone), overlap]))
    .digest('base64url')
    .slice(0, 32)

/** Fields that are always taken together with another field: photo path with photo, door removal with PIN. */
const followingFields: Partial<Record<MergeableField, keyof MergeableFields>> = {
  photo_url: 'photo_path',
  id_zkteco: 'door_removed',
}

/** New values of the kept client: the chosen fields of the other client, and a door block that either had. */
function computeChanges(kept: MergeableFields, gone: MergeableFields, take: readonly MergeableField[]): ColumnChanges {
  const columns = take.flatMap((field): (keyof MergeableFields)[] => [field, followingFields[field] ?? field])
  const taken = columns.map((column) => [column, [kept[column], gone[column]]])
  const blocked = ['door_blocked', [kept.door_blocked, kept.door_blocked || gone.door_blocked]] as const
  return Object.fromEntries([...taken, blocked].filter(([, [before, after]]) => before !== after)) as ColumnChanges // the entries are built from fields of the clients
}

const takeSide = (changed: ColumnChanges, side: 0 | 1): Partial<MergeableFields> =>
  Object.fromEntries(Object.entries(changed).map(([column, pair]) => [column, pair[side]]))

const takePhoto = (client: Pick<MergeableFields, 'photo_url' | 'photo_path'> | null) => ({
  photo_url: client?.photo_url ?? null,
  photo_path: client?.photo_path ?? null,
})

async function lockAndReadClients(tx: Transaction, gym: number, kept: number, gone: number) {
  const rows = await lockClients(tx, gym, [kept, gone])
  const of = (id: number) => rows.find((row) => row.id === id) ?? throwError('row.missing')
  // Locks the recording of passes, so that concurrent passes wait and are then assigned to the kept client.
  await lockAgainstPassRecording(tx, gym)
  return { kept: of(kept), gone: of(gone) }
}

export const mergeHandlers: Pick<AreaHandlers<'clients'>, MergeCalls> = {
  'clients.similar': ({ tx, gym, query }) => findSimilarClients(tx, gym, query),

  'clients.last-merge': async (call) => {
    const { tx, gym, params, now } = call
    const { id } = await readClientCard(call, params.id_client)
    return { last: await readLastUndoableMerge(tx, gym, id, now) }
  },

  'clients.compare': async (call) => {
    const { tx, gym, params } = call
    for (const id of [params.id_client, params.id_other]) {
      const client = (await findBuyer(tx, gym, id)) ?? throwError('row.missing')
      throwIfRefused(client.is_anonymous ? 'client.anonymous' : null)
    }
    return compare(call, params.id_client, params.id_other)
  },

  'clients.merge': async (call) => {
    const { tx, gym, params, body, user, today, clock } = call
    refuseSame(params.id_client, params.id_other)
    const { kept, gone } = await lockAndReadClients(tx, gym, params.id_client, params.id_other)
    if (kept.is_deleted || gone.is_deleted) throwError('row.missing')
    throwIfRefused(kept.is_anonymous || gone.is_anonymous ? 'client.anonymous' : null)
    const { digest } = await compare(call, kept.id, gone.id)
    if (digest !== body.confirm) throwError('merge.changed')
    // A pause of one client would bar the merged client, although the other client has paid days.
    const paused = await findPauseBlockingMerge(tx, gym, [kept.id, gone.id], today)
    if (paused) throwError('merge.paused', paused)
    const changed = computeChanges(kept, gone, body.take)
    // Reads the clock after waiting for both locks, so that the merge is not dated on a day already reported.
    const now = clock()
    const number = changed.id_zkteco?.[1]
    if (number && !(await isPinTyped(tx, gym, number))) await markPinGenerated(tx, number)
    const merged = await writeMerge(tx, gym, { kept: kept.id, gone: gone.id, user: user.id, now, changed })
    // Deletes the merged client first, which frees PIN and card. The photo not chosen stays there for an undo.
    if (changed.photo_path) await updateClient(tx, gym, gone.id, takePhoto(kept))
    await markRowDeleted(tx, gym, 'clients', gone.id, now)
    if (number) await movePinBetweenClients(tx, gym, { pin: number, from: gone.id, to: kept.id })
    if (Object.keys(changed).length > 0) await updateClient(tx, gym, kept.id, takeSide(changed, 1))
    await insertClientHistoryNote(tx, gym, kept.id, { merged: gone.name })
    await insertClientHistoryNote(tx, gym, gone.id, { merged: kept.name })
    return merged
  },

  'clients.undo-merge': async ({ tx, gym, params, now, clock }) => {
    const { id_kept, id_gone } = (await readUndoableMerge(tx, gym, params.id_merge, now)) ?? throwError('row.missing')
    const { kept, gone } = await lockAndReadClients(tx, gym, id_kept, id_gone)
    // Reads the merge again under the lock, because a concurrent call may have undone it.
    const stored = (await readUndoableMerge(tx, gym, params.id_merge, now)) ?? throwError('row.missing')
    const into = kept.is_deleted ? await findMergeTarget(tx, gym, kept.id) : null
    if (into) throwError('merge.undo-first', into)
    if (kept.is_deleted) throwError('merge.kept-gone', { name: kept.name })
    const later = await tx.maybe<{ gone_name: string }>(sql`
      select gone_name from client_merges
      where gym_id = ${gym} and id_kept = ${kept.id} and id > ${params.id_merge} and undone_at is null order by id desc limit 1`)
    if (later) throwError('merge.undo-first', { name: later.gone_name })
    // Restores fields of the kept client, except those edited after the merge.
    const back = Object.entries(stored.fields).filter(
      ([column, [, after]]) => kept[column as keyof MergeableFields] === after, // the merge stored only columns of clients
    )
    const changed = Object.fromEntries(back) as ColumnChanges // the merge stored only columns of clients
    const [former, number] = changed.id_zkteco ?? []
    if (former) await markPinGenerated(tx, former)
    if (Object.keys(changed).length > 0)
      await rethrowPinTakenWithPin(changed.id_zkteco?.[0], updateClient(tx, gym, kept.id, takeSide(changed, 0)))
    if (stored.fields.photo_path)
      await updateClient(tx, gym, gone.id, changed.photo_path ? takePhoto(kept) : takePhoto(null))
    if (number) await movePinBetweenClients(tx, gym, { pin: number, from: kept.id, to: gone.id })
    await rethrowPinTakenWithPin(gone.id_zkteco, restoreRow(tx, gym, 'clients', gone.id))
    // Deletes templates stored after the merge, since they may belong to either client.
    await deleteTemplatesSince(tx, gym, kept.id, new Date(stored.created_at))
    for (const [client, pin] of [
      [kept.id, former ?? kept.id_zkteco],
      [gone.id, gone.id_zkteco],
    ] as const)
      await scheduleTemplateRemoval(tx, gym, client, pin)
    await tx.run(sql`select undo_merge(${params.id_merge}::bigint, ${clock()}::timestamptz)`)
    const name = changed.name?.[0] ?? kept.name
    await insertClientHistoryNote(tx, gym, kept.id, { unmerged: gone.name })
    await insertClientHistoryNote(tx, gym, gone.id, { unmerged: name })
    return { kept: { id: kept.id, name }, gone: { id: gone.id, name: gone.name } }
  },
}
