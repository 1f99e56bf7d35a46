// Somebody who stands in a file in several rows.
import { expect, test } from 'vitest'
import { judged, known } from '../../testing/judged-clients.ts'
import { isNew } from './rows.ts'

const repeated = [
  ['Nombre', 'Número', 'Tel', 'Nacimiento', 'Correo', 'Inicio', 'Vence'],
  ['Ana Peña', null, '8095550001', '24/7/1990', null, '1/5/2026', '31/5/2026'],
  ['ANA PENA', 15, null, null, 'ana@ejemplo.do', '1/6/2026', '30/6/2026'],
  ['Ana Peña', null, '8295559999', '24/7/1990', null, '1/7/2026', '31/7/2026'],
]

test('what later rows say more of somebody is theirs too, as where each row is a payment', async () => {
  const { ready, present, similar, members } = await judged(repeated)
  expect(ready).toMatchObject([
    {
      row: 2,
      id_zkteco: 15,
      phone_number: '8095550001',
      email: 'ana@ejemplo.do',
      period: { plan: null, start_date: '2026-06-01', duration_days: 61 },
    },
  ])
  expect(members).toBe(1)
  expect(present.map(({ row, reasons }) => [row, reasons])).toEqual([
    [3, ['Se suma a la fila 2']],
    [4, ['Se suma a la fila 2']],
  ])
  expect(similar).toMatchObject({
    repeated: 2,
    first: [
      {
        row: 3,
        kind: 'repeated',
        client: null,
        repeats: 2,
        choice: 'complete',
        adds: ['Número 15', 'Correo ana@ejemplo.do', 'Membresía Importada hasta 30/06/2026'],
      },
      { row: 4, by: ['birth_date', 'name'], keeps: ['Teléfono 8095550001'] },
    ],
  })
})

test.each([
  ['left out', { kinds: { repeated: 'skip' as const }, rows: {} }, [[2, null]]],
  [
    'other people',
    { kinds: { repeated: 'add' as const }, rows: {} },
    [
      [2, null],
      [3, 15],
      [4, null],
    ],
  ],
  [
    'one of them another person',
    { kinds: {}, rows: { 3: 'add' as const } },
    [
      [2, null],
      [3, 15],
    ],
  ],
])('rows that repeat others are %s where it is said so', async (_, choices, pins) => {
  const { ready } = await judged(repeated, { choices })
  expect(ready.filter(isNew).map(({ row, id_zkteco }) => [row, id_zkteco])).toEqual(pins)
})

test('days between two periods that nobody paid are not given away', async () => {
  const rows = (...periods: [string, string][]) => [
    ['Nombre', 'Inicio', 'Vence'],
    ...periods.map((days) => ['Ana', ...days]),
  ]
  const now: [string, string] = ['1/6/2026', '30/6/2026']
  const ahead = await judged(rows(now, ['1/8/2026', '31/8/2026']))
  expect(ahead.ready).toMatchObject([{ period: { start_date: '2026-06-01', duration_days: 30 } }])
  const apart = 'No sigue a lo de antes, y no se suma: Membresía Importada hasta 31/08/2026'
  expect(ahead.present).toMatchObject([{ reasons: [`Repite la fila 2. ${apart}`] }])
  // What is over is no loss; what is older than what is there adds nothing.
  const behind = await judged(rows(['1/1/2026', '31/1/2026'], now, ['1/3/2026', '31/3/2026']))
  expect(behind.ready).toMatchObject([{ period: { start_date: '2026-06-01', duration_days: 30 } }])
})

test('a client is completed by all rows of theirs', async () => {
  const choices = { kinds: { named: 'complete' as const }, rows: {} }
  const { ready, similar } = await judged(repeated.slice(0, 3), {
    clients: [known({ id: 7, name: 'Ana Peña', id_zkteco: 15 })],
    choices,
  })
  expect(ready).toMatchObject([
    {
      row: 2,
      into: { id: 7 },
      fields: { phone_number: '8095550001', email: 'ana@ejemplo.do', birth_date: '1990-07-24' },
      period: { start_date: '2026-06-01', duration_days: 30 },
    },
  ])
  expect(similar).toMatchObject({ named: 1, repeated: 1 })
})
