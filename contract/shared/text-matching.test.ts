import { expect, test } from 'vitest'
import { containsWords, findRowToSelect, foldCaseAndAccents, matchesWordStarts } from './text-matching.ts'

test('containsWords: finds each word of a name in any order, ignoring accents', () => {
  expect(containsWords('José Núñez', 'nunez JOSE')).toBe(true)
  expect(containsWords('José Núñez', ' ')).toBe(true)
  expect(containsWords('José Núñez', 'josefa')).toBe(false)
})

test.each([
  ...[...'’‘´`ʼ‛'].map((sign) => [`María D${sign}Oleo`, "maria d'oleo"]),
  ...[...'‐‑–—−'].map((sign) => [`Gil${sign}Robles`, 'gil-robles']),
  ['Jørgen', 'jorgen'],
  ['Łukasz', 'lukasz'],
  ['Œdipe', 'oedipe'],
  ['Mª', 'ma'],
  ['Straße', 'strasse'],
  ['Pe\u200bdro\u00a0Mota', 'pedro mota'],
])('foldName: turns %s into plain lower-case letters', (name, folded) => {
  expect(foldCaseAndAccents(name)).toBe(folded)
})

test('matchesWordStarts: finds beginnings of words, not parts within them', () => {
  expect(matchesWordStarts('Abrir puerta entrada torniquete', 'tor')).toBe(true)
  expect(matchesWordStarts('Vender membresía', ' MEMB ven ')).toBe(true)
  expect(matchesWordStarts('Vender membresía', '')).toBe(true)
  for (const [text, wanted] of [
    ['Abrir puerta entrada', 'rad'],
    ['Registrar producto inventario', 'ari'],
    ['Cerrar sesión salir', 'ali'],
    ['Vender membresía', 'vender torres'],
  ] as const)
    expect(matchesWordStarts(text, wanted), wanted).toBe(false)
})

test.each([
  ['the only one', ['Ana Torres'], 'tor', 'Ana Torres'],
  ['the one of just that name', ['Ana María', 'Ána'], ' ana ', 'Ána'],
  ['none of two with that name', ['Ana', 'Ana', 'Ana Rosa'], 'ana', undefined],
  ['none where it is in doubt', ['Ana María', 'Ana Rosa'], 'ana', undefined],
  ['none where there is none', [], 'ana', undefined],
])('findRowToSelect: Enter pressed before a row is chosen selects %s', (_, names, text, meant) => {
  expect(
    findRowToSelect(
      names.map((name) => ({ name })),
      text,
    )?.name,
  ).toBe(meant)
})
