import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { password } from './factories.ts'
import { onRow, plain } from './sample-call.ts'
import { masterPassword } from './test-app.ts'

const byPassword = plain((_world, _caller, role: RoleName) => ({
  body: { current_password: role === 'master' ? masterPassword : password },
}))

export const sessionSamples = {
  'session.list': plain(),
  'session.end': {
    ...onRow(
      ({ session }) => ({ params: { id_session: session } }),
      async (_world, caller) => {
        const sessions = await caller.call('session.list')
        return { params: { id_session: sessions.find(({ current }) => current)?.id ?? '' } }
      },
    ),
    endsSession: true,
  },
  'session.second-factor': plain(),
  'session.begin-second-factor': byPassword,
  // No code is right without an authenticator app.
  'session.confirm-second-factor': { ...plain(() => ({ body: { code: '000000' } })), otherValidStatus: 422 },
  'session.remove-second-factor': byPassword,
} as const
