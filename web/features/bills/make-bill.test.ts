import type { GymInfo, ReceiptFields } from '@torniquete/contract/admin/gym-info.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import { expect, test } from 'vitest'
import { makeIssuer, makePaymentBill } from './make-bill.ts'

const gym: GymInfo = {
  id: 1,
  name: 'Quisqueya',
  phone_number: '809',
  address: 'El Conde 12',
  email: 'hola@example.com',
  timeZone: 'America/Santo_Domingo',
  opening_hours: 'Lunes\nMartes',
  services: null,
  logo_url: '/logo.png',
  logo_path: 'images/gyms/logo.png',
  keep_attendances_years: null,
}
const none: ReceiptFields = {
  name: false,
  phone_number: false,
  address: false,
  email: false,
  opening_hours: false,
  services: false,
  logo_url: false,
}

test("bill header: shows only the gym's fields that the gym chose to print", () => {
  const shown = (show: Partial<ReceiptFields>) => Object.values(makeIssuer(gym, { ...none, ...show })).filter(Boolean)
  expect(shown({})).toEqual([])
  expect(shown({ name: true, opening_hours: true, services: true })).toEqual(['Quisqueya', 'Lunes\nMartes'])
  for (const field of Object.keys(none).filter((name) => name !== 'services'))
    expect(shown({ [field]: true })).toEqual([gym[field as keyof GymInfo]])
})

const payment: Payment = {
  id: 41,
  number: 7,
  client: { id: 1, name: 'Rosa' },
  user: { id: 2, name: 'Ana' },
  membership: {
    id_membership: 3,
    name: 'Mensual',
    price: '1500.00',
    payment_date: '2026-03-01T02:30:00.000Z',
    start_date: '2026-03-01',
    duration_days: 30,
    payment_start_first: '2026-03-01',
    expire_membership: '2026-03-31',
  },
  list_price: '1500.00',
  discount: 0,
  voided: { number: 2, at: '2026-03-02T04:00:00.000Z', reason: 'Error', user: { id: 2, name: 'Ana' } },
}

test('membership bill: shows the last valid day in the gym’s time zone', () => {
  const bill = makePaymentBill('America/Santo_Domingo', payment)
  expect(Object.fromEntries(bill.facts.map(({ label, value }) => [label, value]))).toEqual({
    Fecha: '28/02/2026 22:30',
    Cliente: 'Rosa',
    'Atendido por': 'Ana',
    'Primer día': '01/03/2026',
    'Último día': '30/03/2026',
    Duración: '30 días',
  })
  expect(bill).toMatchObject({ number: 7, total: '1500.00', lines: [{ name: 'Mensual', quantity: 1 }] })
  expect(bill.voided).toEqual({ number: 2, date: '02/03/2026 00:00', reason: 'Error', user: 'Ana' })
})

test('membership bill: shows the discount and the amount charged after it', () => {
  const membership = { ...payment.membership, price: '1350.00' }
  const bill = makePaymentBill('America/Santo_Domingo', { ...payment, membership, discount: 10 })
  expect(bill).toMatchObject({ total: '1350.00', lines: [{ unit_price: '1500.00', discount: 10 }] })
})

test('membership bill: the duration in days has thousands separators', () => {
  const membership = { ...payment.membership, duration_days: 1825 }
  const { facts } = makePaymentBill('America/Santo_Domingo', { ...payment, membership })
  expect(facts).toContainEqual({ label: 'Duración', value: '1,825 días' })
})
