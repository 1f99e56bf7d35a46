import { expect, test } from 'vitest'
import { findMember } from './use-sample-recipient.ts'

const client = (name: string, plan: string | null, end = '2026-12-01', is_active = true) => ({
  name,
  is_active,
  membership: plan === null ? null : { ...sold, name: plan, expire_membership: end },
})
const sold = {
  id_membership: 1,
  price: '1500.00',
  payment_date: '2026-11-01T12:00:00Z',
  start_date: '2026-11-01',
  duration_days: 30,
  payment_start_first: '2026-11-01',
}

test('sample recipient: a client who receives messages', () => {
  const imported = client('Imelda', 'Membresía Importada')
  const over = client('Olga', 'Mensual', '2026-11-23')
  const gone = client('Gil', 'Mensual', '2026-12-01', false)
  const running = client('Rosa', 'Mensual', '2026-11-24')
  const found = (...clients: ReturnType<typeof client>[]) => findMember(clients, '2026-11-23')?.nombre
  expect(found(imported, client('Nadia', null), gone, over, running)).toBe('Rosa')
  expect(found(imported, gone, over)).toBe('Olga')
  expect(found(imported)).toBeUndefined()
})
