import { addDays, lastValidDay, showDay } from '@torniquete/contract/dates.ts'
import type { Placeholder } from '@torniquete/contract/messages.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { useGymClock } from '../../../session/gym-clock.ts'

export interface SampleRecipient {
  /** False where the gym has nobody with a membership yet. */
  real: boolean
  /** What the placeholders stand for, but the days. */
  values: Record<Exclude<Placeholder, 'dias'>, string>
}

const newest = { page: 0, size_page: 50 }

/** Somebody whom the previews speak to: of the newest clients one with a running membership, else with any. */
export function useSampleRecipient(): SampleRecipient {
  const clock = useGymClock()
  const gym = useEndpoint('gym-info.read', {})
  const clients = useEndpoint('clients.list', { query: newest })
  const today = clock?.today ?? ''
  const members = (clients.data?.items ?? []).flatMap(({ name, membership }) =>
    membership
      ? [{ nombre: name, membresia: membership.name, lastDay: lastValidDay(membership.expire_membership) }]
      : [],
  )
  const member = members.find(({ lastDay }) => lastDay >= today) ?? members[0]
  const gimnasio = gym.data?.name ?? ''
  if (member) {
    const { lastDay, ...values } = member
    return { real: true, values: { ...values, gimnasio, vencimiento: showDay(lastDay) } }
  }
  const vencimiento = today ? showDay(addDays(today, 7)) : ''
  return { real: false, values: { nombre: 'Ana Pérez', membresia: 'Mensual', vencimiento, gimnasio } }
}
