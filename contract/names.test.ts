import { expect, test } from 'vitest'
import { holdsWords } from './names.ts'

test('names are found by any of their words, without accents', () => {
  expect(holdsWords('José Núñez', 'nunez JOSE')).toBe(true)
  expect(holdsWords('José Núñez', ' ')).toBe(true)
  expect(holdsWords('José Núñez', 'josefa')).toBe(false)
})
