import { expect, test } from 'vitest'
import { shownPlanName } from './memberships.ts'

test('shownPlanName: returns no name for the plan of imported members', () => {
  expect(shownPlanName('Membresía Importada')).toBe('Sin plan')
  expect(shownPlanName('Membresía Diaria')).toBe('Membresía Diaria')
  expect([shownPlanName(null), shownPlanName(undefined)]).toEqual([null, undefined])
})
