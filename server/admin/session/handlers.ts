import { fail } from '@torniquete/contract/shared/errors.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import type { Services } from '../../services.ts'
import { endSession, removeSecondFactor } from './queries.ts'
import { beginSecondFactor, confirmSecondFactor, readSecondFactor } from './second-factor.ts'
import { listSessions, readSessionExpiry } from './sessions-table.ts'

export const sessionHandlers = ({
  sessions,
  channelSeal: seal,
}: Pick<Services, 'sessions' | 'channelSeal'>): AreaHandlers<'session'> => ({
  'session.list': ({ tx, gym, user, now }) =>
    listSessions(tx, gym, {
      user: user.id,
      now,
      idleSince: sessions.idleSince(user.role, now),
      current: user.session,
    }),

  'session.end': async ({ tx, gym, user, params: { id_session: session } }) => {
    const expires = (await readSessionExpiry(tx, gym, user.id, session)) ?? fail('row.missing')
    await endSession(tx, { ...user, session, expires })
    return undefined
  },

  'session.second-factor': async ({ tx, user }) => {
    const { enabled, recoveryCodes } = await readSecondFactor(tx, user)
    return { enabled, recovery_codes: recoveryCodes }
  },

  'session.begin-second-factor': ({ tx, user }) => beginSecondFactor(tx, user, seal),

  'session.confirm-second-factor': async ({ tx, user, body, now }) => ({
    recovery_codes: await confirmSecondFactor(tx, user, seal, body.code, now),
  }),

  'session.remove-second-factor': async ({ tx, user }) => {
    await removeSecondFactor(tx, user.gym, user.id)
    return undefined
  },

  'session.logout': async ({ tx, user }) => {
    await endSession(tx, user)
    return undefined
  },
})
