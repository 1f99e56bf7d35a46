import { throwError } from '@torniquete/contract/shared/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import type { Services } from '../../services.ts'
import { endSession, removeSecondFactor } from './queries.ts'
import { beginSecondFactor, confirmSecondFactor, readSecondFactor } from './second-factor.ts'

export const sessionHandlers = ({
  sessions,
  channelSeal: seal,
}: Pick<Services, 'sessions' | 'channelSeal'>): AreaHandlers<'session'> => ({
  // The user's own active sessions, latest activity first.
  'session.list': ({ tx, gym, user, now }) => {
    const idleSince = sessions.idleSince(user.role, now)
    return tx.many(sql`
    select s.id, s.created_at, s.last_seen_at, s.address, s.browser, s.id = ${user.session} as current
    from sessions s join users u on u.gym_id = s.gym_id and u.id = s.id_user
    where s.gym_id = ${gym} and s.id_user = ${user.id} and s.expires > ${now}
      and (s.epoch = u.session_epoch or s.id = u.kept_session)
      and (${idleSince}::timestamptz is null or s.last_seen_at > ${idleSince} or s.id = ${user.session})
      and not exists (select from ended_sessions e where e.gym_id = s.gym_id and e.session = s.id)
    order by s.last_seen_at desc, s.id`)
  },

  'session.end': async ({ tx, gym, user, params: { id_session: session } }) => {
    const row = await tx.maybe<{ expires: string }>(
      sql`select expires from sessions where gym_id = ${gym} and id_user = ${user.id} and id = ${session}`,
    )
    if (!row) throwError('row.missing')
    await endSession(tx, { ...user, session, expires: new Date(row.expires) })
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
  },

  'session.logout': async ({ tx, user }) => {
    await endSession(tx, user)
  },
})
