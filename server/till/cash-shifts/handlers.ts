import { fail } from '@torniquete/contract/shared/errors.ts'
import { fromCents, sumToCents, toCents } from '@torniquete/contract/shared/money.ts'
import { admins, isAllowed, type RoleName } from '@torniquete/contract/shared/roles.ts'
import type { ShiftMoves } from '@torniquete/contract/till/cash-shifts.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { makeListAnswer } from '../../platform/db/lists.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import { lockExpectedCash, refuseOverdraw } from '../bills/queries.ts'
import {
  closeShift,
  insertDrawer,
  insertMove,
  insertShift,
  listClosed,
  listDrawers,
  listMoves,
  lockDrawer,
  lockMove,
  lockToClose,
  readReport,
  readRules,
  readShift,
  updateDrawer,
  voidMove,
  writeRules,
} from './queries.ts'

const readDrawer = async (tx: Transaction, gym: number, id: number) =>
  (await listDrawers(tx, gym, id))[0] ?? fail('row.missing')

const isFar = (counted: number, expected: number) => 4 * Math.abs(counted - expected) > Math.abs(expected)

interface Reader {
  id: number
  role: RoleName
}

/** A worker sees and voids only her own movements. */
const readsOwn = ({ role }: Reader) => !isAllowed(role, admins)

async function readMoves(tx: Transaction, gym: number, user: Reader, id: number): Promise<ShiftMoves> {
  const { opened } = (await readShift(tx, gym, id)) ?? fail('row.missing')
  return { opened, moves: await listMoves(tx, gym, id, readsOwn(user) ? user.id : undefined) }
}

const sumOf = (counts: readonly { value: string; pieces: number }[]) =>
  fromCents(counts.reduce((sum, { value, pieces }) => sum + (toCents(value) ?? 0) * pieces, 0))

export const cashShiftsHandlers: AreaHandlers<'cash-shifts'> = {
  'cash-shifts.drawers': ({ tx, gym }) => listDrawers(tx, gym),

  'cash-shifts.create-drawer': async ({ tx, gym, body }) =>
    readDrawer(tx, gym, await insertDrawer(tx, { gym_id: gym, name: body.name })),

  'cash-shifts.update-drawer': async ({ tx, gym, params: { id }, body }) => {
    if (!(await lockDrawer(tx, gym, id))) fail('row.missing')
    if (body.is_hidden && (await readDrawer(tx, gym, id)).shift) fail('drawer.in-use')
    await updateDrawer(tx, gym, id, body)
    return readDrawer(tx, gym, id)
  },

  'cash-shifts.rules': ({ tx, gym }) => readRules(tx, gym),

  'cash-shifts.set-rules': async ({ tx, gym, body }) => {
    await writeRules(tx, gym, body)
    return readRules(tx, gym)
  },

  'cash-shifts.list': async ({ tx, gym, query }) => makeListAnswer(await listClosed(tx, gym, query), query),

  'cash-shifts.report': async ({ tx, gym, params: { id } }) => (await readReport(tx, gym, id)) ?? fail('row.missing'),

  'cash-shifts.open': async ({ tx, gym, user, body: { id_drawer, amount }, clock }) => {
    const drawer = (await lockDrawer(tx, gym, id_drawer)) ?? fail('row.missing')
    if (drawer.is_hidden) fail('drawer.hidden')
    const by = { id_user: user.id, user_name: user.name }
    const id = await insertShift(tx, { gym_id: gym, id_drawer, opening: amount, opened_at: clock(), ...by })
    return (await readShift(tx, gym, id)) ?? fail('row.missing')
  },

  'cash-shifts.move': async ({ tx, gym, user, params: { id }, body: { amount, out, reason, confirm }, clock }) => {
    const shift = (await readShift(tx, gym, id)) ?? fail('row.missing')
    const by = { id_user: user.id, user_name: user.name }
    const signed = out ? `-${amount}` : amount
    await insertMove(tx, { gym_id: gym, id_shift: id, amount: signed, reason, created_at: clock(), ...by })
    if (out && !confirm) await refuseOverdraw(tx, gym, id)
    return shift
  },

  'cash-shifts.moves': ({ tx, gym, user, params: { id } }) => readMoves(tx, gym, user, id),

  'cash-shifts.void-move': async ({ tx, gym, user, params, body, clock }) => {
    const { id, id_move } = params
    const move = (await lockMove(tx, gym, params)) ?? fail('row.missing')
    if (readsOwn(user) && move.id_user !== user.id) fail('move.of-other')
    if (move.is_voided) fail('move.voided')
    await voidMove(tx, gym, id_move, { voided_at: clock(), id_voider: user.id, voider_name: user.name })
    if (body.refuse_short && !move.out) await refuseOverdraw(tx, gym, id)
    return readMoves(tx, gym, user, id)
  },

  'cash-shifts.close': async ({ tx, gym, user, params: { id }, body: { counts, note, refuse_far }, clock }) => {
    const shift = (await lockToClose(tx, gym, id)) ?? fail('row.missing')
    if (!shift.open) fail('shift.closed')
    const counted = sumOf(counts)
    if (refuse_far && isFar(sumToCents(counted), sumToCents(await lockExpectedCash(tx, gym, id)))) fail('shift.far')
    const by = { id_closer: user.id, closer_name: user.name }
    await closeShift(tx, gym, id, { counts, counted, note: note ?? null, closed_at: clock(), ...by })
    return (await readReport(tx, gym, id)) ?? fail('row.missing')
  },
}
