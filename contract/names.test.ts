import { expect, test } from 'vitest'
import { beginsWords, holdsWords } from './names.ts'

test('names are found by any of their words, without accents', () => {
  expect(holdsWords('José Núñez', 'nunez JOSE')).toBe(true)
  expect(holdsWords('José Núñez', ' ')).toBe(true)
  expect(holdsWords('José Núñez', 'josefa')).toBe(false)
})

test('what a word begins with finds it, what stands within it does not', () => {
  expect(beginsWords('Abrir puerta entrada torniquete', 'tor')).toBe(true)
  expect(beginsWords('Vender membresía', ' MEMB ven ')).toBe(true)
  expect(beginsWords('Vender membresía', '')).toBe(true)
  for (const [text, wanted] of [
    ['Abrir puerta entrada', 'rad'],
    ['Registrar producto inventario', 'ari'],
    ['Cerrar sesión salir', 'ali'],
    ['Vender membresía', 'vender torres'],
  ] as const)
    expect(beginsWords(text, wanted), wanted).toBe(false)
})
