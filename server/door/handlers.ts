import type { PinState } from '@torniquete/contract/door.ts'
import { verifyBlocked } from '@torniquete/contract/door.ts'
import { fail } from '@torniquete/contract/errors.ts'
import { may } from '@torniquete/contract/permissions.ts'
import type { Transaction } from '../db/gym-statements.ts'
import type { Actor, HandlersOf } from '../http/context.ts'
import { announceDoor, countPending, countWanted, overrideDoor, ownerOfPin, pinState, resendAll } from './queries.ts'

interface PinCall {
  tx: Transaction
  gym: number
  user: Actor
  today: string
}

/** Decides about a number of the gym and answers what holds. Staff's numbers are for those who may list staff. */
async function decide(
  { tx, gym, user, today }: PinCall,
  pin: number,
  change?: { blocked?: boolean; removed?: boolean },
): Promise<PinState> {
  const owner = (await ownerOfPin(tx, gym, pin)) ?? fail('pin.unknown')
  if (owner.id_user !== null && !may(user.role, 'users.list')) fail('role.forbidden')
  if (change) await overrideDoor(tx, gym, pin, change)
  else await announceDoor(tx, gym)
  return pinState(tx, gym, today, pin)
}

export const doorHandlers: Omit<HandlersOf<'door'>, 'door.open'> = {
  'door.add-user': (call) => decide(call, call.body.pin, { blocked: false, removed: false }),

  'door.edit-user-verify': (call) => decide(call, call.query.pin, { blocked: call.query.new_verify === verifyBlocked }),

  'door.edit-user-name': (call) => decide(call, call.query.pin),

  'door.delete-user': (call) => decide(call, call.query.pin, { removed: true }),

  'door.upload-users': async ({ tx, gym, today }) => {
    await resendAll(tx, gym)
    const [users, pending] = await Promise.all([countWanted(tx, gym, today), countPending(tx, gym, today)])
    return { users, pending }
  },
}
