import type { Client } from '@torniquete/contract/members/clients.ts'
import { importedPlanName } from '@torniquete/contract/members/memberships.ts'
import type { Placeholder } from '@torniquete/contract/messaging/messages.ts'
import { addDays, lastValidDay, showDay } from '@torniquete/contract/shared/dates.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { useGymClock } from '../../../session/gym-clock.ts'

export interface SampleRecipient {
  /** False if no client has a membership yet. */
  real: boolean
  /** Values of all placeholders except the days. */
  values: Record<Exclude<Placeholder, 'dias'>, string>
}

const newest = { page: 0, size_page: 10 }

/** A client with a running membership, else with any. Imported clients get no messages. */
export function findMember(clients: readonly Pick<Client, 'name' | 'is_active' | 'membership'>[], today: string) {
  const members = clients.flatMap(({ name, is_active, membership }) =>
    is_active && membership && membership.name !== importedPlanName
      ? [{ nombre: name, membresia: membership.name, lastDay: lastValidDay(membership.expire_membership) }]
      : [],
  )
  return members.find(({ lastDay }) => lastDay >= today) ?? members[0]
}

/** Sample recipient of previews: one of the newest clients, or an invented one. */
export function useSampleRecipient(): SampleRecipient {
  const clock = useGymClock()
  const gym = useEndpoint('gym-info.read', {})
  const clients = useEndpoint('clients.list', { query: newest }, { except: 'attendances' })
  const today = clock?.today ?? ''
  const member = findMember(clients.data?.items ?? [], today)
  const gimnasio = gym.data?.name ?? ''
  if (member) {
    const { lastDay, ...values } = member
    return { real: true, values: { ...values, gimnasio, vencimiento: showDay(lastDay) } }
  }
  const vencimiento = today ? showDay(addDays(today, 7)) : ''
  return { real: false, values: { nombre: 'Ana Pérez', membresia: 'Mensual', vencimiento, gimnasio } }
}
