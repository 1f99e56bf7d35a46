import { needsCurrentPassword } from '@torniquete/contract/users.ts'
import type { Guards } from '../http/context.ts'
import { confirmPassword, type Doorkeeper } from './login.ts'

/** A new password of one's own asks for the present one. Outside the transaction: a hash takes its time, and a failure counts. */
export const sessionGuards = (doorkeeper: Doorkeeper): Guards => ({
  'users.update': async ({ user, params, body: { password, current_password: given }, address, now }) => {
    if (password && needsCurrentPassword(user, params.id_user, given))
      await confirmPassword(doorkeeper, user, [given, password], address, now)
  },
})
