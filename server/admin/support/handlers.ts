import type { SupportRequest } from '@torniquete/contract/admin/support.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import { roleLabels } from '@torniquete/contract/shared/roles.ts'
import { joinColumnsAndValues, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import type { Services } from '../../services.ts'
import { readGymInfo } from '../gym-info/queries.ts'
import {
  canForwardSupportRequests,
  requireSupportQuota,
  type StoredSupportRequest,
  supportRequestColumns,
} from './queries.ts'

export function supportHandlers(services: Pick<Services, 'config' | 'channels'>): AreaHandlers<'support'> {
  const answer = async ({ failed, ...request }: StoredSupportRequest, gym: number): Promise<SupportRequest> => {
    if (request.sent) return { ...request, state: 'sent' }
    if (failed) return { ...request, state: 'failed' }
    return { ...request, state: (await canForwardSupportRequests(services, gym)) ? 'waiting' : 'stored' }
  }
  return {
    'support.create': async ({ tx, gym, user, body: { from_name, email, message }, now }) => {
      await requireSupportQuota(tx, gym, user.id, now)
      const { name } = await readGymInfo(tx, gym)
      const sender = { gym: name, user_role: roleLabels[user.role], id_user: user.id, created_at: now }
      const row = joinColumnsAndValues({ gym_id: gym, from_name, email, message, ...sender })
      return answer(await tx.one(sql`insert into support_requests ${row} returning ${supportRequestColumns}`), gym)
    },

    'support.read': async ({ tx, gym, user, params: { id } }) => {
      const own = sql`gym_id = ${gym} and id_user = ${user.id} and id = ${id}`
      const found = await tx.maybe<StoredSupportRequest>(
        sql`select ${supportRequestColumns} from support_requests where ${own}`,
      )
      return answer(found ?? throwError('row.missing'), gym)
    },
  }
}
