import type { Client } from '@torniquete/contract/members/clients.ts'
import { expect, test } from 'vitest'
import { listPaletteEntries } from './palette-entries.ts'

type Given = Parameters<typeof listPaletteEntries>

const labels = (role: Given[0], text: string, clients: Given[2] = []) =>
  listPaletteEntries(role, text, clients).flatMap(({ entries }) => entries.map(({ label }) => label))
const actions = (role: Given[0], text: string) =>
  listPaletteEntries(role, text, [])
    .filter(({ title }) => title === 'Acciones')
    .flatMap(({ entries }) => entries.map(({ label }) => label))

test('palette: each role finds the actions that its permissions allow', () => {
  expect(actions('master', '')).toEqual(['Cambiar tema', 'Atajos de teclado', 'Cerrar sesión'])
  expect(actions('gym_worker', '')).toEqual([
    'Vender producto',
    'Vender membresía',
    'Nuevo cliente',
    'Anotar entrada',
    'Cambiar tema',
    'Atajos de teclado',
    'Abrir puerta',
    'Cerrar sesión',
  ])
  expect(actions('gym_admin', '')).toContain('Comprar')
  expect(actions('gym_admin', '')).not.toContain('Nuevo usuario')
  expect(actions('gym_super_admin', '')).toContain('Nuevo usuario')
})

test('palette: words match in any order, without accents, and as synonyms', () => {
  expect(labels('gym_worker', ' MEMBRESIA vender ')).toEqual(['Vender membresía'])
  expect(labels('gym_worker', 'inscribir')).toEqual(['Nuevo cliente'])
  expect(labels('gym_worker', 'comprar')).toEqual([])
})

test('palette: text in the middle of a word finds no action', () => {
  const names = { rad: 'Radhamés', ada: 'Adalberto', ali: 'Alicia', ari: 'Ariel', lar: 'Lara', esi: 'Yésica' }
  for (const text of Object.keys(names)) expect(labels('gym_super_admin', text), text).toEqual([])
  const torres = { id: 7, name: 'Ana Torres', membership: null, is_active: true, photo_url: null } as Client
  expect(labels('gym_worker', 'tor', [torres])).toEqual(['Ana Torres', 'Abrir puerta'])
})

test('palette: clients whose name begins with the typed text come first', () => {
  const people = ['Altagracia Santana', 'Berta Ana Soto', 'Ana Zorrilla'].map(
    (name, id) => ({ id, name, membership: null, is_active: true, photo_url: null }) as Client,
  )
  expect(labels('gym_worker', 'ana', people).slice(0, 3)).toEqual([
    'Ana Zorrilla',
    'Berta Ana Soto',
    'Altagracia Santana',
  ])
})

test('palette: matches of a name come before matches of a synonym', () => {
  const anonymous = { id: 1, name: 'Cliente Anónimo', membership: null, is_active: true, photo_url: null } as Client
  expect(labels('gym_super_admin', 'fact')[0]).toBe('Facturación')
  expect(labels('gym_worker', 'client', [anonymous])).toEqual(['Clientes', 'Nuevo cliente'])
  expect(labels('gym_worker', 'ven').slice(0, 2)).toEqual(['Vender producto', 'Vender membresía'])
  expect(labels('gym_super_admin', 'ajustes')).toEqual(['Configuración'])
})

test('palette: shows a hotkey only on screens that handle it', () => {
  const told = (path: string) =>
    listPaletteEntries('gym_super_admin', '', [], path).flatMap(({ entries }) =>
      entries.flatMap(({ key }) => key ?? []),
    )
  expect(told('/dashboard')).toEqual(['?'])
  expect(told('/billing')).toEqual(['Alt+P', 'Alt+M', '?'])
  expect(told('/settings')).toEqual(['Alt+N', '?'])
  expect(told('/settings/gym')).toEqual(['?'])
})

test('palette: omits screens that the gym does not use', () => {
  const found = (text: string, needed: boolean) =>
    listPaletteEntries('gym_worker', text, [], '', [], null, () => needed)
      .filter(({ title }) => title === 'Pantallas')
      .flatMap(({ entries }) => entries.map(({ label }) => label))
  expect([found('caja', true), found('deudas', true)]).toEqual([['Caja'], ['Deudas']])
  expect([found('caja', false), found('deudas', false)]).toEqual([[], []])
})
