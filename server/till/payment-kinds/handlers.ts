import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { PaymentKind } from '@torniquete/contract/till/payment-kinds.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { joinColumnsAndValues, makeUpdateStatement, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'

const listPaymentKinds = (tx: Transaction, gym: number): Promise<PaymentKind[]> =>
  tx.many(sql`
    select id, name, in_drawer, is_default, is_hidden, fiscal_form from payment_kinds where gym_id = ${gym} order by position, id`)

/** Locks all payment kinds until commit, because their order and the default concern all rows. */
const lockPaymentKinds = async (tx: Transaction, gym: number): Promise<PaymentKind[]> => {
  await tx.run(sql`select from payment_kinds where gym_id = ${gym} order by id for no key update`)
  return listPaymentKinds(tx, gym)
}

async function makeDefault(tx: Transaction, gym: number, id: number): Promise<void> {
  await tx.run(sql`update payment_kinds set is_default = false where gym_id = ${gym} and is_default and id <> ${id}`)
  await tx.run(
    sql`update payment_kinds set is_default = true, is_hidden = false where gym_id = ${gym} and id = ${id} and not is_default`,
  )
}

const read = async (tx: Transaction, gym: number, id: number) =>
  (await listPaymentKinds(tx, gym)).find((kind) => kind.id === id) ?? throwError('row.missing')

export const paymentKindsHandlers: AreaHandlers<'payment-kinds'> = {
  'payment-kinds.list': ({ tx, gym }) => listPaymentKinds(tx, gym),

  'payment-kinds.create': async ({ tx, gym, body }) => {
    const kinds = await lockPaymentKinds(tx, gym)
    const { id } = await tx.one<{ id: number }>(
      sql`insert into payment_kinds ${joinColumnsAndValues({ gym_id: gym, ...body, position: kinds.length })} returning id`,
    )
    return read(tx, gym, id)
  },

  'payment-kinds.update': async ({ tx, gym, params, body }) => {
    const { is_default, position, ...change } = body
    const ids = (await lockPaymentKinds(tx, gym)).map(({ id }) => id)
    const { id_kind: id } = params
    if (!ids.includes(id)) throwError('row.missing')
    await tx.run(makeUpdateStatement('payment_kinds', change, sql`gym_id = ${gym} and id = ${id}`))
    if (is_default) await makeDefault(tx, gym, id)
    if (position !== undefined) {
      const ordered = ids.filter((each) => each !== id).toSpliced(position, 0, id)
      await tx.run(sql`
        update payment_kinds k set position = o.place - 1
        from unnest(${ordered}::bigint[]) with ordinality as o (id, place)
        where k.gym_id = ${gym} and k.id = o.id and k.position <> o.place - 1`)
    }
    return read(tx, gym, id)
  },
}
