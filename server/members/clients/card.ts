import type { ClientCard } from '@torniquete/contract/members/clients.ts'
import { fail } from '@torniquete/contract/shared/errors.ts'
import { listTerminalStates } from '../../door/queries.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { readClient, readStatuses } from './queries.ts'

export interface CardCall {
  tx: Transaction
  gym: number
  zone: string
  today: string
  now: Date
}

export async function readCard({ tx, gym, today, now }: CardCall, id: number): Promise<ClientCard> {
  const [client, statusOf] = await Promise.all([readClient(tx, gym, today, id), readStatuses({ tx, gym, today }, [id])])
  if (!client) fail('row.missing')
  const door = client.id_zkteco === null ? [] : await listTerminalStates(tx, { gym, today, pin: client.id_zkteco, now })
  return { ...client, door, status: statusOf(id) }
}
