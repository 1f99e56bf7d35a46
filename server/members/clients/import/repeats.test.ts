// One person in several rows of a file.
import type { RowChoices } from '@torniquete/contract/shared/file-import.ts'
import { expect, test } from 'vitest'
import { judged, known } from '../../../testing/judged-clients.ts'
import { isNew } from './rows.ts'

const repeated = [
  ['Nombre', 'Número', 'Tel', 'Nacimiento', 'Correo', 'Inicio', 'Vence'],
  ['Ana Peña', null, '8095550001', '24/7/1990', null, '1/5/2026', '31/5/2026'],
  ['ANA PENA', 15, null, null, 'ana@ejemplo.do', '1/6/2026', '30/6/2026'],
  ['Ana Peña', null, '8295559999', '24/7/1990', null, '1/7/2026', '31/7/2026'],
]

test('import: later rows of a person add payments and data to the first', async () => {
  const { ready, present, similar, members } = await judged(repeated)
  expect(ready).toMatchObject([
    {
      row: 2,
      id_zkteco: 15,
      phone_number: '8095550001',
      email: 'ana@ejemplo.do',
      // Periods that ended before today are not needed.
      periods: [
        { plan: null, start_date: '2026-06-01', duration_days: 30 },
        { plan: null, start_date: '2026-07-01', duration_days: 31 },
      ],
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
        adds: ['Número 15', 'Correo ana@ejemplo.do', 'Pagado hasta 30/06/2026'],
      },
      { row: 4, by: ['birth_date', 'name'], keeps: ['Teléfono 8095550001'] },
    ],
  })
})

test('import: rows that repeat others are left out or another person, as chosen', async () => {
  const imported = async (kinds: RowChoices['kinds'], rows: RowChoices['rows'] = {}) => {
    const { ready } = await judged(repeated, { choices: { kinds, rows } })
    return ready.filter(isNew).map(({ row, id_zkteco }) => `${row} ${id_zkteco}`)
  }
  expect(await imported({ repeated: 'skip' })).toEqual(['2 null'])
  expect(await imported({ repeated: 'add' })).toEqual(['2 null', '3 15', '4 null'])
  expect(await imported({}, { 3: 'add' })).toEqual(['2 null', '3 15'])
})

const completing = { kinds: { named: 'complete' as const }, rows: {} }
const plans = [
  { id: 7, name: '8 visitas', duration_days: 30 },
  { id: 8, name: 'Anual', duration_days: 365 },
]
const may = ['', '1/5/2026', '31/5/2026']
const june = ['', '1/6/2026', '30/6/2026']
const july = ['', '1/7/2026', '31/7/2026']
const august = ['', '1/8/2026', '31/8/2026']
const year = ['Anual', '1/1/2026', '31/12/2026']
const [ofJune, ofJuly, ofAugust] = ['2026-06-01 30', '2026-07-01 31', '2026-08-01 31']

test.each([
  ['oldest first', [june, july], [ofJune, ofJuly]],
  ['newest first', [july, june], [ofJune, ofJuly]],
  ['behind days that nobody paid', [june, august], [ofJune, ofAugust]],
  ['in a gap', [august, june, july], [ofJune, ofJuly, ofAugust]],
  ['over, where one runs', [may, june], [ofJune]],
  ['over, all', [['', '1/3/2026', '31/3/2026'], may], ['2026-05-01 31']],
  [
    'a plan behind another',
    [year, ['8 visitas', '1/1/2027', '30/1/2027']],
    ['2026-01-01 365 Anual', '2027-01-01 30 8 visitas'],
  ],
  [
    'a plan within another',
    [['8 visitas', '1/6/2026', '30/6/2026'], year],
    ['2026-06-01 30 8 visitas', '2026-07-01 184 Anual'],
  ],
] as const)('each period is paid by itself, by its own plan, and no day twice: %s', async (_, periods, paid) => {
  const rows = [['Nombre', 'Plan', 'Inicio', 'Vence'], ...periods.map((days) => ['Ana', ...days])]
  const told = (all: Awaited<ReturnType<typeof judged>>) =>
    all.ready.map((row) =>
      row.periods.map(({ plan, start_date, duration_days }) =>
        [start_date, duration_days, ...(plan ? [plan.name] : [])].join(' '),
      ),
    )
  expect(told(await judged(rows, { plans }))).toEqual([paid])
  const choices = completing
  expect(told(await judged(rows, { plans, choices, clients: [known({ id: 7, name: 'Ana' })] }))).toEqual([paid])
})

test('import: new days go around paid future days', async () => {
  const rows = [
    ['Nombre', 'Vence'],
    ['Ana', '30/9/2026'],
  ]
  const paid = [
    { start: '0001-01-01', end: '2026-06-15' },
    { start: '2026-07-01', end: '2026-08-01' },
  ]
  const clients = [known({ id: 7, name: 'Ana', paid_until: '2026-08-01', paid })]
  const { ready, similar } = await judged(rows, { clients, choices: completing })
  expect(ready).toMatchObject([
    {
      periods: [
        { start_date: '2026-06-15', duration_days: 16 },
        { start_date: '2026-08-01', duration_days: 61 },
      ],
    },
  ])
  expect(similar.first[0]?.adds).toEqual(['Pagado hasta 30/06/2026', 'Pagado hasta 30/09/2026'])
})

test('a client is completed by all rows of theirs', async () => {
  const { ready, similar } = await judged(repeated.slice(0, 3), {
    clients: [known({ id: 7, name: 'Ana Peña', id_zkteco: 15 })],
    choices: completing,
  })
  expect(ready).toMatchObject([
    {
      row: 2,
      into: { id: 7 },
      fields: { phone_number: '8095550001', email: 'ana@ejemplo.do', birth_date: '1990-07-24' },
      periods: [{ start_date: '2026-06-01', duration_days: 30 }],
    },
  ])
  expect(similar).toMatchObject({ named: 1, repeated: 1 })
})
