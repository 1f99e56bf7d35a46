import { expect, test } from 'vitest'
import { shownPlanName } from './memberships.ts'

test('who was imported has days, and no plan that somebody sold', () => {
  expect(shownPlanName('Membresía Importada')).toBe('Sin plan')
  expect(shownPlanName('Membresía Diaria')).toBe('Membresía Diaria')
  expect([shownPlanName(null), shownPlanName(undefined)]).toEqual([null, undefined])
})
