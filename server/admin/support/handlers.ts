import type { SupportRequest } from '@torniquete/contract/admin/support.ts'
import { fail } from '@torniquete/contract/shared/errors.ts'
import { roleLabels } from '@torniquete/contract/shared/roles.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import type { Services } from '../../services.ts'
import { readGymInfo } from '../gym-info/queries.ts'
import {
  canForwardRequests,
  insertSupportRequest,
  readSupportRequest,
  requireWithinQuota,
  type StoredRequest,
} from './queries.ts'

export function supportHandlers(services: Pick<Services, 'config' | 'channels'>): AreaHandlers<'support'> {
  const stateOf = async ({ sent, failed }: StoredRequest, gym: number) => {
    if (sent) return 'sent'
    if (failed) return 'failed'
    return (await canForwardRequests(services, gym)) ? 'waiting' : 'stored'
  }
  const answer = async (stored: StoredRequest, gym: number): Promise<SupportRequest> => {
    const { failed, ...request } = stored
    return { ...request, state: await stateOf(stored, gym) }
  }
  return {
    'support.create': async ({ tx, gym, user, body: { from_name, email, message }, now }) => {
      await requireWithinQuota(tx, gym, user.id, now)
      const { name } = await readGymInfo(tx, gym)
      const sender = { gym: name, user_role: roleLabels[user.role], id_user: user.id, created_at: now }
      const made = await insertSupportRequest(tx, { gym_id: gym, from_name, email, message, ...sender })
      return answer(made, gym)
    },

    'support.read': async ({ tx, gym, user, params }) =>
      answer((await readSupportRequest(tx, gym, user.id, params.id)) ?? fail('row.missing'), gym),
  }
}
