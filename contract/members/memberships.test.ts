import { expect, test } from 'vitest'
import { formatPlanName } from './memberships.ts'

test('formatPlanName: returns no name for the plan of imported members', () => {
  expect(formatPlanName('Membresía Importada')).toBe('Sin plan')
  expect(formatPlanName('Membresía Diaria')).toBe('Membresía Diaria')
  expect([formatPlanName(null), formatPlanName(undefined)]).toEqual([null, undefined])
})
