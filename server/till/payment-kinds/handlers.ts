import { fail } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import {
  insertPaymentKind,
  listPaymentKinds,
  lockPaymentKinds,
  makeDefault,
  reorderPaymentKinds,
  updatePaymentKind,
} from './queries.ts'

const read = async (tx: Transaction, gym: number, id: number) =>
  (await listPaymentKinds(tx, gym)).find((kind) => kind.id === id) ?? fail('row.missing')

export const paymentKindsHandlers: AreaHandlers<'payment-kinds'> = {
  'payment-kinds.list': ({ tx, gym }) => listPaymentKinds(tx, gym),

  'payment-kinds.create': async ({ tx, gym, body }) => {
    const kinds = await lockPaymentKinds(tx, gym)
    return read(tx, gym, await insertPaymentKind(tx, gym, body, kinds.length))
  },

  'payment-kinds.update': async ({ tx, gym, params, body }) => {
    const { is_default, position, ...change } = body
    const ids = (await lockPaymentKinds(tx, gym)).map(({ id }) => id)
    const { id_kind: id } = params
    if (!ids.includes(id)) fail('row.missing')
    await updatePaymentKind(tx, gym, id, change)
    if (is_default) await makeDefault(tx, gym, id)
    if (position !== undefined) {
      const others = ids.filter((each) => each !== id)
      await reorderPaymentKinds(tx, gym, others.toSpliced(position, 0, id))
    }
    return read(tx, gym, id)
  },
}
