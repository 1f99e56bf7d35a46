import { expect, test } from 'vitest'
import { decideEntry } from './decide-entry.ts'

const membership = {
  id_membership: 1,
  name: 'Mensual',
  price: '1500.00',
  payment_date: '2026-11-01T15:00:00Z',
  start_date: '2026-11-01',
  duration_days: 30,
  payment_start_first: '2026-11-01',
  expire_membership: '2026-12-01',
}
const client = { is_active: true, id_zkteco: 7, membership, paid_until: '2026-12-01' }

test('decideEntry: allows entry from the first to the last valid day, both inclusive', () => {
  const until = '2026-11-30'
  expect(decideEntry(client, '2026-11-01')).toEqual({ allowed: true, until })
  expect(decideEntry(client, '2026-11-30')).toEqual({ allowed: true, until })
  expect(decideEntry(client, '2026-10-31')).toEqual({ allowed: false, reason: 'not-begun', day: '2026-11-01' })
  expect(decideEntry(client, '2026-12-01')).toEqual({ allowed: false, reason: 'expired', day: until })
})

test('decideEntry: a visit pack counted by passes expires on the day of its last pass', () => {
  const used = { ...client, membership: { ...membership, expire_membership: '2026-11-16' }, paid_until: '2026-11-15' }
  expect(decideEntry(used, '2026-11-15')).toEqual({ allowed: false, reason: 'expired', day: '2026-11-14' })
  expect(decideEntry({ ...used, paid_until: '2026-11-16' }, '2026-11-15')).toMatchObject({ allowed: true })
})

test('mayEnter: returns the first reason when several forbid the entry', () => {
  const reasonOf = (change: object) => decideEntry({ ...client, ...change }, '2026-11-15')
  expect(reasonOf({ is_active: false, membership: null })).toEqual({ allowed: false, reason: 'inactive' })
  expect(reasonOf({ membership: null, id_zkteco: null })).toEqual({ allowed: false, reason: 'no-membership' })
  const door = { blocked: true, removed: false }
  expect(reasonOf({ door })).toEqual({ allowed: false, reason: 'blocked' })
  expect(reasonOf({ door: { blocked: true, removed: true } })).toEqual({ allowed: false, reason: 'removed' })
  expect(reasonOf({ door, is_active: false })).toEqual({ allowed: false, reason: 'inactive' })
  expect(reasonOf({ id_zkteco: null })).toEqual({ allowed: false, reason: 'no-number' })
})
