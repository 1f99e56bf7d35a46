// Rows of a name that several have, in the file or in the gym.
import type { RowChoices } from '@torniquete/contract/shared/file-import.ts'
import { expect, test } from 'vitest'
import { judged, known } from '../../../testing/judged-clients.ts'

const two = [
  ['Nombre', 'Tel', 'Correo', 'Vence'],
  ['Ana Peña', '8095550001', null, '1/7/2026'],
  ['Ana Peña', '8295550002', 'b@ejemplo.do', '1/8/2026'],
]
const severalText = 'Hay 2 de ese nombre, y no se sabe de cuál es: escribe su teléfono o su número'
const ends = (all: Awaited<ReturnType<typeof judged>>) => all.ready.map(({ row, periods }) => [row, periods.length])

test('import namesakes: the more similar client matches, ambiguous rows are rejected', async () => {
  const mailed = await judged([...two, ['Ana Peña', null, 'b@ejemplo.do', '31/12/2026']])
  expect(ends(mailed)).toEqual([
    [2, 1],
    [3, 2],
  ])
  expect(mailed.present).toMatchObject([{ row: 4, reasons: ['Se suma a la fila 3'] }])

  const doubtful = [...two, ['Ana Peña', null, null, '31/12/2026']]
  const left = await judged(doubtful)
  expect(ends(left)).toEqual([
    [2, 1],
    [3, 1],
  ])
  // In sight, and in the file of those to be mended.
  expect(left.rejected).toMatchObject([{ row: 4, reasons: [severalText] }])
  expect(left.present).toEqual([])
  expect(left.similar).toMatchObject({ repeated: 1, first: [{ row: 4, choice: 'skip' }] })
  // Not by a word for all, but by one for the row.
  const all = await judged(doubtful, { choices: { kinds: { repeated: 'complete' }, rows: {} } })
  expect(ends(all)).toEqual(ends(left))
  const one = await judged(doubtful, { choices: { kinds: {}, rows: { 4: 'complete' } } })
  expect(ends(one)).toEqual([
    [2, 2],
    [3, 1],
  ])
  // A row marked to skip is not reported again.
  const skips: RowChoices[] = [
    { kinds: {}, rows: { 4: 'skip' } },
    { kinds: { repeated: 'skip' }, rows: {} },
  ]
  for (const choices of skips) {
    const without = await judged(doubtful, { choices })
    expect(without.rejected).toEqual([])
    expect(without.present).toMatchObject([{ row: 4 }])
  }
})

test('import namesakes: a choice for the whole group completes neither of two', async () => {
  const clients = [
    known({ id: 7, name: 'Ana', phone_number: '8095550001' }),
    known({ id: 8, name: 'Ana', phone_number: '8295550002' }),
  ]
  const rows = [
    ['Nombre', 'Vence'],
    ['Ana', '31/12/2026'],
  ]
  const { ready, rejected } = await judged(rows, { clients, choices: { kinds: { named: 'complete' }, rows: {} } })
  expect(ready).toEqual([])
  expect(rejected).toMatchObject([{ reasons: [severalText] }])
  const without = await judged(rows, { clients, choices: { kinds: {}, rows: { 2: 'skip' } } })
  expect(without.rejected).toEqual([])
  expect(without.present).toMatchObject([{ row: 2 }])
})
