import { addDays } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { makeExistingClient, validateClientRows } from '../../../testing/validate-clients.ts'

test.each([
  // An expiry still to come is paid from today on; an expiry in the past is paid for that day only.
  [{ Vence: '30/06/2026' }, ['2026-06-15 16']],
  [{ Vence: '15/06/2026' }, ['2026-06-15 1']],
  [{ Vence: '01/03/2026' }, ['2026-03-01 1']],
  [{ Inicio: '1/6/2026', Vence: '30/6/2026' }, ['2026-06-01 30']],
  [{ Plan: 'mensual', Inicio: '1/6/2026', Vence: '5/7/2026' }, ['2026-06-01 35 Mensual']],
  [{ Plan: 'MENSUAL', Inicio: '1/6/2026' }, ['2026-06-01 30 Mensual']],
  [{ Plan: 'Otro', Vence: '30/6/2026' }, ['2026-06-15 16']],
  [{ Plan: 'Mensual' }, []],
  [{ Inicio: '1/6/2026' }, []],
  [{}, []],
])('import rows: the paid period is read from cells %j', async (cells, expected) => {
  const rows = [
    ['Nombre', ...Object.keys(cells)],
    ['Ana', ...Object.values(cells)],
  ]
  const { ready, rejected } = await validateClientRows(rows, { plans: [{ id: 7, name: 'Mensual', duration_days: 30 }] })
  expect(rejected).toEqual([])
  const periods = ready.flatMap((row) => row.periods)
  expect(
    periods.map(({ plan, start_date, duration_days }) => [start_date, duration_days, plan?.name].join(' ').trim()),
  ).toEqual(expected)
})

test.each([
  [{ Nombre: '', Tel: '809' }, ['Nombre: Este campo es requerido']],
  [{ Nombre: 'Ana', Correo: 'nadie' }, ['Correo: Debe ser un correo válido']],
  [{ Nombre: 'Ana', Tel: '1'.repeat(21) }, ['Teléfono: Como máximo 20 caracteres']],
  [{ Nombre: 'Ana', Nacimiento: '31/2/1990' }, ['Nacimiento: Esa fecha no existe']],
  [{ Nombre: 'Ana', Nacimiento: '1/1/2027' }, ['Nacimiento: No puede estar en el futuro']],
  [{ Nombre: 'Ana', Número: 'A7' }, ['Número: Debe tener de 1 a 9 dígitos']],
  [{ Nombre: 'Ana', Inicio: '2/1/2026', Vence: '1/1/2026' }, ['Vencimiento: Es antes del inicio, 02/01/2026']],
  [{ Nombre: 'Ana', Vence: 'pronto' }, ['Vencimiento: Debe ser una fecha como 24/07/2026']],
  [{ Nombre: 'Ana', Vence: '1/1/2927' }, ['Vencimiento: Debe ser antes del 22/05/2126']],
  [{ Nombre: 'Cliente Anónimo' }, ['Nombre: ']],
  [
    { Nombre: 'Ana', Correo: 'x', Vence: 'y' },
    ['Vencimiento: Debe ser una fecha como 24/07/2026', 'Correo: Debe ser un correo válido'],
  ],
])('import rows: a row with an invalid value is refused with a reason (%j)', async (cells, reasons) => {
  const { ready, rejected } = await validateClientRows([Object.keys(cells), Object.values(cells)])
  expect(ready).toEqual([])
  expect(rejected[0]?.reasons.length).toBe(reasons.length)
  for (const reason of reasons) expect(rejected[0]?.reasons).toContainEqual(expect.stringContaining(reason))
})

test.each([
  ['101-85004-3', '101850043', []],
  ['001-1391820-5', '00113918205', []],
  // Excel drops the leading zeros of a number.
  [113_918_205, '00113918205', []],
  ['101850042', '101850042', ['RNC o cédula: 101850042. El dígito verificador no coincide']],
  ['RD1234567', null, ['RNC o cédula: dice RD1234567, y no se importa']],
  ['', null, []],
])('import rows: identity number %j is read as %j', async (cell, tax_id, remarks) => {
  const { ready, adjusted } = await validateClientRows([
    ['Nombre', 'RNC / Cédula', 'Razón social'],
    ['Ana Peña', cell, 'Comercial SRL'],
  ])
  expect(ready).toMatchObject([{ tax_id, legal_name: 'Comercial SRL' }])
  expect(adjusted.flatMap(({ reasons }) => reasons)).toEqual(remarks)
})

test('import rows: name parts are joined, and empty lines, totals and page headers skipped', async () => {
  const rows = [
    ['Socios de junio', null, null],
    ['Nombre', 'Apellido', 'Monto'],
    ['Ana', 'Peña', 500],
    [null, null, null],
    ['José', null, 700],
    ['Total', null, 1200],
    [null, 'TOTAL GENERAL:', 1200],
  ]
  expect((await validateClientRows(rows)).ready.map(({ row, name }) => [row, name])).toEqual([
    [3, 'Ana Peña'],
    [5, 'José'],
  ])
  expect((await validateClientRows(rows)).rejected).toEqual([])
})

test('import rows: month-first dates are read if a column contains no contradiction', async () => {
  const rows = (...days: string[]) => [['Nombre', 'Vence'], ...days.map((day, at) => [`Socio ${at}`, day])]
  const { ready } = await validateClientRows(rows('07/04/2026', '12/25/2026', '1/2/2027'))
  expect(
    ready.flatMap(({ periods }) => periods.map((each) => addDays(each.start_date, each.duration_days - 1))),
  ).toEqual(['2026-07-04', '2026-12-25', '2027-01-02'])
  const mixed = await validateClientRows(rows('25/12/2026', '12/25/2026', '1/2/2027'))
  expect(mixed.ready.map(({ row }) => row)).toEqual([2, 4])
  expect(mixed.rejected).toMatchObject([{ row: 3, reasons: ['Vencimiento: Esa fecha no existe'] }])
})

test('import rows: placeholders count as empty, and numbers shortened by Excel are refused', async () => {
  const rows = [
    ['Nombre', 'Segundo nombre', 'Apellido', 'Segundo apellido', 'Correo', 'Tel', 'Vence'],
    ['Ana', 'María', 'Peña', 'Núñez', '-', 'N/A', '—'],
    ['Luz', '', 'Marte', 'ninguno', '#N/A', 's/n', '.'],
    ['Eva', '', '', '', '', '8.09555E+09', ''],
  ]
  const { ready, rejected } = await validateClientRows(rows)
  expect(ready).toMatchObject([
    { name: 'Ana María Peña Núñez', email: null, phone_number: null, periods: [] },
    { name: 'Luz Marte', email: null, phone_number: null, periods: [] },
  ])
  expect(rejected).toMatchObject([
    { row: 4, reasons: ['Teléfono: Excel lo guardó abreviado: hay que escribirlo entero'] },
  ])
})

test.each([
  ['the same phone, written otherwise', '+1 (809) 555-1234', { name: 'José Núñez', phone_number: '8095551234' }],
  ['the name of a merged client', null, { name: 'Pepe', former: [makeExistingClient({ name: 'JOSE NUÑEZ' })] }],
])('import rows: an existing client is recognized by %s', async (_, phone, client) => {
  const rows = [
    ['Nombre', 'Tel'],
    ['José Núñez', phone],
  ]
  const { ready, present } = await validateClientRows(rows, { clients: [makeExistingClient(client)] })
  expect([ready, present.map(({ reasons }) => reasons)]).toEqual([[], [['Ya es cliente']]])
})

test('import rows: a PIN or card in use is reported with its owner', async () => {
  const clients = [makeExistingClient({ name: 'Rosa', id_zkteco: 15, card_number: '123' })]
  const rows = [
    ['Nombre', 'Número', 'Tarjeta'],
    ['Ana', 15, null],
    ['Luz', 16, '000123'],
    ['Eva', 9, null],
    ['Pía', 20, '4713'],
    ['Ada', 20, '4713'],
  ]
  const { ready, rejected } = await validateClientRows(rows, { clients, staff: new Map([[9, 'Ramón']]) })
  expect(ready.map(({ name }) => name)).toEqual(['Pía'])
  expect(rejected.map(({ reasons }) => reasons)).toEqual([
    ['Número: Ya es de Rosa'],
    ['Tarjeta: Ya es de Rosa'],
    ['Número: Ya es de Ramón, del personal'],
    ['Número: Ya está en la fila 5', 'Tarjeta: Ya está en la fila 5'],
  ])
})

const phone = (digit: number) => `809555000${digit}`

test.each<[string, (string | number | null)[][], object[], string[]]>([
  [
    'a person in two rows is one, whatever the order',
    [
      ['Ana', null, '809'],
      ['ana', null, null],
      ['Ana', null, '829'],
    ],
    [{ row: 2 }, { row: 4 }],
    ['Repite la fila 2'],
  ],
  [
    'a row without data takes what a later one says, and a third of another phone is another person',
    [
      ['Ana', null, null],
      ['Ana', 15, phone(1)],
      ['Ana', null, phone(2)],
    ],
    [{ id_zkteco: 15, phone_number: phone(1) }, { phone_number: phone(2) }],
    ['Se suma a la fila 2'],
  ],
  [
    'a row that matches two earlier ones is joined to neither',
    [
      ['Ana', null, phone(1)],
      ['Ana', null, phone(2)],
      ['Ana', null, null],
    ],
    [{ row: 2 }, { row: 3 }],
    [],
  ],
  [
    'a phone with and without its country code is the same',
    [
      ['Ana', null, '+34 612 345 678'],
      ['Ana', null, '612345678'],
    ],
    [{ row: 2 }],
    ['Repite la fila 2'],
  ],
])('import rows: duplicate people in one file: %s', async (_, rows, wanted, repeats) => {
  const { ready, present } = await validateClientRows([['Nombre', 'Número', 'Tel'], ...rows])
  expect(ready).toMatchObject(wanted)
  expect(ready).toHaveLength(wanted.length)
  expect(present.flatMap(({ reasons }) => reasons)).toEqual(repeats)
})

test('import rows: paid periods of several rows are joined if they touch', async () => {
  const { ready } = await validateClientRows([
    ['Nombre', 'Inicio', 'Vence'],
    ['Ana', '1/6/2026', '30/6/2026'],
    ['Ana', '1/7/2026', '31/7/2026'],
    ['Ana', '1/9/2026', '30/9/2026'],
    ['Luis', '1/1/2026', '31/1/2026'],
    ['Luis', '1/4/2026', '30/4/2026'],
  ])
  expect(ready.map(({ periods }) => periods.map((each) => [each.start_date, each.duration_days]))).toEqual([
    [
      ['2026-06-01', 61],
      ['2026-09-01', 30],
    ],
    [['2026-04-01', 30]],
  ])
})

test.each([
  ['a phone of another client', { Tel: '+1 809 555 0001' }, 'Teléfono: también es de Rosa Peguero'],
  ['a mail of another client', { Correo: 'ROSA@ejemplo.do' }, 'Correo: también es de Rosa Peguero'],
  [
    'the name of a client with another phone',
    { Nombre: 'Luis', Tel: '8295550000' },
    'Hay un cliente con ese nombre y otros datos',
  ],
])('import rows: %s gets a remark, and the row is imported', async (_, cells, remark) => {
  const row = { Nombre: 'Ana Díaz', ...cells }
  const { ready, adjusted } = await validateClientRows([Object.keys(row), Object.values(row)], {
    clients: [
      makeExistingClient({ name: 'Rosa Peguero', phone_number: '8095550001', email: 'rosa@ejemplo.do' }),
      makeExistingClient({ name: 'Luis', phone_number: '8095550002' }),
    ],
  })
  expect(ready).toHaveLength(1)
  expect(adjusted).toMatchObject([{ row: 2, reasons: [remark] }])
})

const ana = { name: 'Ana', id_zkteco: 2, card_number: '00123', birth_date: '1990-07-24', phone_number: '8095550001' }

test.each([
  ['an equal number', { Número: 2, Tel: '8295550000' }, {}, true],
  ['an equal card', { Tarjeta: '123', Tel: '8295550000' }, {}, true],
  ['an equal birthday', { Nacimiento: '24/7/1990', Tel: '8295550000' }, {}, true],
  ['an equal birthday and another number', { Nacimiento: '24/7/1990', Número: 701 }, {}, false],
  ['another number that a person typed', { Número: 701, Tel: '8095550001' }, {}, false],
  ['another number than a generated one', { Número: 701, Tel: '8095550001' }, { is_pin_typed: false }, true],
  ['another birthday', { Nacimiento: '25/7/1990', Tel: '8095550001' }, {}, false],
])('import rows: %s decides whether two rows with the same name are one person', async (_, cells, client, isSame) => {
  const row = { Nombre: 'Ana', ...cells }
  const { present } = await validateClientRows([Object.keys(row), Object.values(row)], {
    clients: [makeExistingClient({ ...ana, ...client })],
  })
  expect(present).toHaveLength(isSame ? 1 : 0)
})

test("import rows: a terminal's unknown user, found by card or full name, keeps the PIN", async () => {
  const user = (pin: number, name: string, card: string | null = null) => ({ pin, name, card, device: 'Puerta' })
  const rows = [
    ['Nombre', 'Tarjeta', 'Tel', 'Número'],
    ['José Núñez Peña de la Cruz', null, null, null],
    ['Luz Marte', '0004711', null, null],
    ['Ana Peña', null, '8095550001', null],
    ['Ana Peña', null, '8095550002', null],
    ['Eva', null, null, null],
    ['Iris Mota', null, null, null],
    ['Sol Ruiz', null, null, 'A7'],
    ['Sol Ruiz', null, null, null],
    ['Noé Paz', null, null, 90],
  ]
  const { ready, enrolled, doubtful } = await validateClientRows(rows, {
    unknownUsers: [
      user(77, 'JOSE NUNEZ PENA DE LA C'),
      user(78, '', '4711'),
      user(79, 'Ana Pena'),
      user(80, 'Eva'),
      user(81, 'Iris Mota'),
      user(82, 'Iris Mota'),
      user(83, 'Sol Ruiz'),
      user(90, 'Pedro Mota'),
    ],
  })
  expect(ready.filter(({ isLinked }) => isLinked).map(({ row, id_zkteco }) => [row, id_zkteco])).toEqual([
    [2, 77],
    [3, 78],
  ])
  expect(enrolled).toMatchObject({ count: 2, first: [{ row: 2, reasons: ['Está en Puerta con el número 77'] }, {}] })
  expect(doubtful).toMatchObject({
    count: 1,
    first: [{ row: 10, reasons: ['En Puerta el número 90 es de Pedro Mota'] }],
  })
})
