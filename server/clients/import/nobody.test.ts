// Lines of a file that are nobody, and numbers as programs write them.
import { expect, test } from 'vitest'
import { judged } from '../../testing/judged-clients.ts'

test.each(['Total: 45 socios', 'TOTAL CLIENTES 45', 'Total socios activos: 45', 'Suma', 'Gran total', 'Subtotales'])(
  'a line that counts is nobody: %s',
  async (line) => {
    const rows = [
      ['Nombre', 'Tel'],
      ['Ana', '809'],
      [line, null],
      [null, line],
    ]
    expect(await judged(rows)).toMatchObject({ ready: [{ name: 'Ana' }], rejected: [] })
    // Whoever has a phone is somebody.
    const named = [
      ['Nombre', 'Tel'],
      ['Suma: Luis', '809'],
    ]
    expect((await judged(named)).ready).toHaveLength(1)
  },
)

test('what stands above the rows, and comes again on each page, is nobody', async () => {
  const rows = [
    ['GIMNASIO QUISQUEYA', null],
    ['Nombre', 'Tel'],
    ['Ana', '809'],
    ['GIMNASIO QUISQUEYA', null],
    ['NOMBRE ', 'Tel'],
    ['Luis', '829'],
  ]
  expect(await judged(rows)).toMatchObject({ ready: [{ name: 'Ana' }, { row: 6, name: 'Luis' }], rejected: [] })
})

test('a number that a program read as one has no decimals', async () => {
  const rows = [
    ['Nombre', 'Tel', 'Tarjeta'],
    ['Ana', '8095550101.0', '0004711.0'],
    ['Luis', 8_095_550_102, 4712],
  ]
  expect((await judged(rows)).ready).toMatchObject([
    { phone_number: '8095550101', card_number: '0004711' },
    { phone_number: '8095550102', card_number: '4712' },
  ])
})
