import { expect, test } from 'vitest'
import { shownPlanName } from './memberships.ts'

test('shownPlanName: imported members have no plan', () => {
  expect(shownPlanName('Membresía Importada')).toBe('Sin plan')
  expect(shownPlanName('Membresía Diaria')).toBe('Membresía Diaria')
  expect([shownPlanName(null), shownPlanName(undefined)]).toEqual([null, undefined])
})
