// Import rows that are not people, such as totals, and numbers as other programs write them.
import { expect, test } from 'vitest'
import { validateClientRows } from '../../../testing/validate-clients.ts'

test.each([
  'Total: 45 socios',
  'TOTAL CLIENTES 45',
  'Total socios activos: 45',
  'TOTAL REGISTROS: 3',
  'Total del mes = 45',
  'Suma',
  'Gran total',
  'Subtotales',
])('import rows: a totals row is not imported as a client (%s)', async (line) => {
  const rows = [
    ['Nombre', 'Tel'],
    ['Ana', '809'],
    [line, null],
    [null, line],
  ]
  expect(await validateClientRows(rows)).toMatchObject({ ready: [{ name: 'Ana' }], rejected: [] })
  // A row with a phone number is a person, even if the name begins like a total.
  const named = [
    ['Nombre', 'Tel'],
    ['Suma: Luis', '809'],
  ]
  expect((await validateClientRows(named)).ready).toHaveLength(1)
})

test("import rows: a row with a person's name is imported, even if other cells say Total", async () => {
  const rows = [
    ['Nombre', 'Plan', 'Vence', 'Notas'],
    ['Ana', 'Total', '1/7/2026', null],
    ['Luis', 'Mensual', '1/7/2026', 'Total: 1500 en dos pagos'],
    ['Eva', null, '1/7/2026', 'Suma = 300'],
    [45, 'Total', null, null],
    ['45 socios', 'Total', null, null],
  ]
  const { ready, rejected } = await validateClientRows(rows)
  expect([ready.map(({ name }) => name), rejected]).toEqual([['Ana', 'Luis', 'Eva'], []])
})

test('import rows: phones and cards lose the decimals that other programs add', async () => {
  const rows = [
    ['Nombre', 'Tel', 'Tarjeta'],
    ['Ana', '8095550101.0', '0004711.0'],
    ['Luis', 8_095_550_102, 4712],
  ]
  expect((await validateClientRows(rows)).ready).toMatchObject([
    { phone_number: '8095550101', card_number: '0004711' },
    { phone_number: '8095550102', card_number: '4712' },
  ])
})

test('import rows: unknown plans are reported with their number of rows', async () => {
  const rows = [
    ['Nombre', 'Plan', 'Vence'],
    ['Ana', 'Anual', '1/7/2026'],
    ['Luis', 'ANUAL', '1/7/2026'],
    ['Eva', 'mensual', '1/7/2026'],
    ['Pía', 'VIP', '1/7/2026'],
    ['Noé', 'Membresía importada', '1/7/2026'],
    // Sara's row has no paid period and Rosa's names no plan, so neither counts as an unknown plan.
    ['Sara', 'Trimestral', null],
    ['Rosa', null, '1/7/2026'],
  ]
  const { ready, unplanned } = await validateClientRows(rows, {
    plans: [{ id: 7, name: 'Mensual', duration_days: 30 }],
  })
  expect(ready).toHaveLength(7)
  expect(unplanned).toEqual({
    count: 2,
    first: [
      { name: 'Anual', rows: 2 },
      { name: 'VIP', rows: 1 },
    ],
  })
})
