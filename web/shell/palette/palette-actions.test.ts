import { expect, test } from 'vitest'
import { actionsFor } from './palette-actions.ts'

const labels = (...given: Parameters<typeof actionsFor>) => actionsFor(...given).map(({ label }) => label)

test('each role finds what it may do', () => {
  expect(labels('master', '')).toEqual(['Cambiar tema', 'Atajos de teclado', 'Cerrar sesión'])
  expect(labels('gym_worker', '')).toEqual([
    'Vender producto',
    'Vender membresía',
    'Nuevo cliente',
    'Abrir puerta',
    'Cambiar tema',
    'Atajos de teclado',
    'Cerrar sesión',
  ])
  expect(labels('gym_admin', '')).toContain('Comprar')
  expect(labels('gym_admin', '')).not.toContain('Nuevo usuario')
  expect(labels('gym_super_admin', '')).toContain('Nuevo usuario')
})

test('words count in any order and without accents, other words for the same thing too', () => {
  expect(labels('gym_worker', ' MEMBRESIA vender ')).toEqual(['Vender membresía'])
  expect(labels('gym_worker', 'inscribir')).toEqual(['Nuevo cliente'])
  expect(labels('gym_worker', 'comprar')).toEqual([])
})
