import { expect, test } from 'vitest'
import { findMunicipality, findProvince, provinces } from './places.ts'

test('places: names in any case and without accents lead to the codes of DGII', () => {
  const santiago = findProvince('SANTIAGO')
  expect(santiago?.code).toBe('250000')
  expect(santiago && findMunicipality(santiago, 'janico')?.code).toBe('250300')
  expect(santiago && findMunicipality(santiago, 'Moca')).toBeUndefined()
  expect(findProvince('Madrid')).toBeUndefined()
})

test('places: every code is unique, 32 provinces and 157 municipalities', () => {
  const codes = provinces.flatMap(({ code, municipalities }) => [code, ...municipalities.map((each) => each.code)])
  expect([provinces.length, new Set(codes).size]).toEqual([32, 32 + 157])
  expect(codes).toContain('030001')
})
