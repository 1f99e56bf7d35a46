import { throwError } from '@torniquete/contract/shared/errors.ts'
import { fromCents, roundToCents, toCents } from '@torniquete/contract/shared/money.ts'
import { adminRoles, isRoleAllowed, type RoleName } from '@torniquete/contract/shared/roles.ts'
import type { ShiftMovements } from '@torniquete/contract/till/cash-shifts.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { joinColumnsAndValues, makeSettingsUpsert, makeUpdateStatement, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { lockShiftAndReadCash, requireEnoughCash, selectExpectedCash } from '../bills/queries.ts'
import {
  listCashMovements,
  listClosedShifts,
  listDrawers,
  lockDrawer,
  readCashShiftReport,
  readDrawerRules,
  readShift,
  zReportNumberKind,
} from './queries.ts'

const readDrawer = async (tx: Transaction, gym: number, id: number) =>
  (await listDrawers(tx, gym, id))[0] ?? throwError('row.missing')

const isFar = (counted: number, expected: number) => 4 * Math.abs(counted - expected) > Math.abs(expected)

interface Reader {
  id: number
  role: RoleName
}

/** True for roles that see and void only the cash movements that they made. */
const readsOwn = ({ role }: Reader) => !isRoleAllowed(role, adminRoles)

async function readMoves(tx: Transaction, gym: number, user: Reader, id: number): Promise<ShiftMovements> {
  const { opened } = (await readShift(tx, gym, id)) ?? throwError('row.missing')
  return { opened, moves: await listCashMovements(tx, gym, id, readsOwn(user) ? user.id : undefined) }
}

const sumOf = (counts: readonly { value: string; pieces: number }[]) =>
  fromCents(counts.reduce((sum, { value, pieces }) => sum + (toCents(value) ?? 0) * pieces, 0))

export const cashShiftsHandlers: AreaHandlers<'cash-shifts'> = {
  'cash-shifts.drawers': ({ tx, gym }) => listDrawers(tx, gym),

  'cash-shifts.create-drawer': async ({ tx, gym, body: { name } }) => {
    const { id } = await tx.one<{ id: number }>(
      sql`insert into cash_drawers ${joinColumnsAndValues({ gym_id: gym, name })} returning id`,
    )
    return readDrawer(tx, gym, id)
  },

  'cash-shifts.update-drawer': async ({ tx, gym, params: { id }, body }) => {
    if (!(await lockDrawer(tx, gym, id))) throwError('row.missing')
    if (body.is_hidden && (await readDrawer(tx, gym, id)).shift) throwError('drawer.in-use')
    await tx.run(makeUpdateStatement('cash_drawers', body, sql`gym_id = ${gym} and id = ${id}`))
    return readDrawer(tx, gym, id)
  },

  'cash-shifts.rules': ({ tx, gym }) => readDrawerRules(tx, gym),

  'cash-shifts.set-rules': async ({ tx, gym, body }) => {
    await tx.run(makeSettingsUpsert('drawer_rules', gym, body))
    return readDrawerRules(tx, gym)
  },

  'cash-shifts.list': ({ tx, gym, query }) => listClosedShifts(tx, gym, query),

  'cash-shifts.report': async ({ tx, gym, params: { id } }) =>
    (await readCashShiftReport(tx, gym, id)) ?? throwError('row.missing'),

  'cash-shifts.open': async ({ tx, gym, user, body: { id_drawer, amount }, clock }) => {
    const drawer = (await lockDrawer(tx, gym, id_drawer)) ?? throwError('row.missing')
    if (drawer.is_hidden) throwError('drawer.hidden')
    const row = { gym_id: gym, id_drawer, opening: amount, opened_at: clock(), id_user: user.id, user_name: user.name }
    const { id } = await tx.one<{ id: number }>(sql`insert into cash_shifts ${joinColumnsAndValues(row)} returning id`)
    return (await readShift(tx, gym, id)) ?? throwError('row.missing')
  },

  'cash-shifts.move': async ({ tx, gym, user, params: { id }, body: { amount, out, reason, confirm }, clock }) => {
    const shift = (await readShift(tx, gym, id)) ?? throwError('row.missing')
    const by = { id_user: user.id, user_name: user.name }
    const row = { gym_id: gym, id_shift: id, amount: out ? `-${amount}` : amount, reason, created_at: clock(), ...by }
    await tx.run(sql`insert into cash_moves ${joinColumnsAndValues(row)}`)
    if (out && !confirm) await requireEnoughCash(tx, gym, id)
    return shift
  },

  'cash-shifts.moves': ({ tx, gym, user, params: { id } }) => readMoves(tx, gym, user, id),

  'cash-shifts.void-move': async ({ tx, gym, user, params, body, clock }) => {
    const { id, id_move } = params
    // Locks the movement, so that it cannot be voided twice.
    const move =
      (await tx.maybe<{ id_user: number; is_voided: boolean; out: boolean }>(sql`
        select id_user, voided_at is not null as is_voided, amount < 0 as out from cash_moves
        where gym_id = ${gym} and id_shift = ${id} and id = ${id_move} for no key update`)) ?? throwError('row.missing')
    if (readsOwn(user) && move.id_user !== user.id) throwError('move.of-other')
    if (move.is_voided) throwError('move.voided')
    const change = { voided_at: clock(), id_voider: user.id, voider_name: user.name }
    await tx.run(makeUpdateStatement('cash_moves', change, sql`gym_id = ${gym} and id = ${id_move}`))
    if (body.refuse_short && !move.out) await requireEnoughCash(tx, gym, id)
    return readMoves(tx, gym, user, id)
  },

  'cash-shifts.close': async ({ tx, gym, user, params: { id }, body: { counts, note, refuse_far }, clock }) => {
    // Locks the gym's drawers, so that shifts get consecutive numbers and no cash movement enters while closing.
    await tx.run(sql`select from cash_drawers where gym_id = ${gym} order by id for no key update`)
    const shift = await tx.maybe<{ open: boolean }>(
      sql`select closed_at is null as open from cash_shifts where gym_id = ${gym} and id = ${id} for update`,
    )
    if (!shift) throwError('row.missing')
    if (!shift.open) throwError('shift.closed')
    const counted = sumOf(counts)
    if (refuse_far && isFar(roundToCents(counted), roundToCents(await lockShiftAndReadCash(tx, gym, id))))
      throwError('shift.far')
    await tx.run(sql`
      update cash_shifts set
        number = 1 + greatest(
          (select max(number) from cash_shifts where gym_id = ${gym}),
          (select last from document_numbers where gym_id = ${gym} and kind = ${zReportNumberKind}), 0),
        expected = ${selectExpectedCash(gym, id)}, counts = ${JSON.stringify(counts)}::jsonb, counted = ${counted},
        note = ${note ?? null}, closed_at = ${clock()}, id_closer = ${user.id}, closer_name = ${user.name}
      where gym_id = ${gym} and id = ${id}`)
    return (await readCashShiftReport(tx, gym, id)) ?? throwError('row.missing')
  },
}
