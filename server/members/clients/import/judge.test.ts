import { addDays } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { judged, known } from '../../../testing/judged-clients.ts'

test.each([
  // Paid until that day: from today on where it is to come, that day alone where it is over.
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
])('import rows: the paid period of %j', async (cells, expected) => {
  const rows = [
    ['Nombre', ...Object.keys(cells)],
    ['Ana', ...Object.values(cells)],
  ]
  const { ready, rejected } = await judged(rows, { plans: [{ id: 7, name: 'Mensual', duration_days: 30 }] })
  expect(rejected).toEqual([])
  const periods = ready.flatMap(({ period }) => period ?? [])
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
])('import: the row is refused with a reason: %j', async (cells, reasons) => {
  const { ready, rejected } = await judged([Object.keys(cells), Object.values(cells)])
  expect(ready).toEqual([])
  expect(rejected[0]?.reasons.length).toBe(reasons.length)
  for (const reason of reasons) expect(rejected[0]?.reasons).toContainEqual(expect.stringContaining(reason))
})

test('import rows: joins name parts, and skips empty lines, totals and page headers', async () => {
  const rows = [
    ['Socios de junio', null, null],
    ['Nombre', 'Apellido', 'Monto'],
    ['Ana', 'Peña', 500],
    [null, null, null],
    ['José', null, 700],
    ['Total', null, 1200],
    [null, 'TOTAL GENERAL:', 1200],
  ]
  expect((await judged(rows)).ready.map(({ row, name }) => [row, name])).toEqual([
    [3, 'Ana Peña'],
    [5, 'José'],
  ])
  expect((await judged(rows)).rejected).toEqual([])
})

test('import rows: reads month-first days if a column shows it without contradiction', async () => {
  const rows = (...days: string[]) => [['Nombre', 'Vence'], ...days.map((day, at) => [`Socio ${at}`, day])]
  const { ready } = await judged(rows('07/04/2026', '12/25/2026', '1/2/2027'))
  expect(ready.flatMap(({ period }) => (period ? addDays(period.start_date, period.duration_days - 1) : []))).toEqual([
    '2026-07-04',
    '2026-12-25',
    '2027-01-02',
  ])
  const mixed = await judged(rows('25/12/2026', '12/25/2026', '1/2/2027'))
  expect(mixed.ready.map(({ row }) => row)).toEqual([2, 4])
  expect(mixed.rejected).toMatchObject([{ row: 3, reasons: ['Vencimiento: Esa fecha no existe'] }])
})

test('import rows: placeholders count as empty, and shortened numbers are refused', async () => {
  const rows = [
    ['Nombre', 'Segundo nombre', 'Apellido', 'Segundo apellido', 'Correo', 'Tel', 'Vence'],
    ['Ana', 'María', 'Peña', 'Núñez', '-', 'N/A', '—'],
    ['Luz', '', 'Marte', 'ninguno', '#N/A', 's/n', '.'],
    ['Eva', '', '', '', '', '8.09555E+09', ''],
  ]
  const { ready, rejected } = await judged(rows)
  expect(ready).toMatchObject([
    { name: 'Ana María Peña Núñez', email: null, phone_number: null, period: null },
    { name: 'Luz Marte', email: null, phone_number: null, period: null },
  ])
  expect(rejected).toMatchObject([
    { row: 4, reasons: ['Teléfono: Excel lo guardó abreviado: hay que escribirlo entero'] },
  ])
})

test.each([
  ['the same name', {}, { name: 'José Núñez' }, 'Ya es cliente'],
  ['written otherwise', {}, { name: 'JOSE NUÑEZ' }, 'Ya es cliente'],
  [
    'the same phone, written otherwise',
    { Tel: '+1 (809) 555-1234' },
    { name: 'José Núñez', phone_number: '8095551234' },
    'Ya es cliente',
  ],
  ['another phone', { Tel: '809 555 9999' }, { name: 'José Núñez', phone_number: '8095551234' }, null],
  ['another birthday', { Nacimiento: '1/2/1990' }, { name: 'José Núñez', birth_date: '1991-02-01' }, null],
  ['the same number', { Número: '0015' }, { name: 'José Núñez', id_zkteco: 15 }, 'Ya es cliente'],
  ['the name of a double that was merged', {}, { name: 'Pepe', aliases: ['JOSE NUÑEZ'] }, 'Ya es cliente'],
])('import: recognizes an existing client by %s', async (_, cells, client, told) => {
  const rows = [
    ['Nombre', ...Object.keys(cells)],
    ['José Núñez', ...Object.values(cells)],
  ]
  const { ready, present } = await judged(rows, { clients: [known(client)] })
  expect(present.map(({ reasons }) => reasons)).toEqual(told ? [[told]] : [])
  expect(ready).toHaveLength(told ? 0 : 1)
})

test('a number or a card of somebody else is told with whose it is', async () => {
  const clients = [known({ name: 'Rosa', id_zkteco: 15, card_number: '123' })]
  const rows = [
    ['Nombre', 'Número', 'Tarjeta'],
    ['Ana', 15, null],
    ['Luz', 16, '000123'],
    ['Eva', 9, null],
    ['Pía', 20, '4713'],
    ['Ada', 20, '4713'],
  ]
  const { ready, rejected } = await judged(rows, { clients, staff: new Map([[9, 'Ramón']]) })
  expect(ready.map(({ name }) => name)).toEqual(['Pía'])
  expect(rejected.map(({ reasons }) => reasons)).toEqual([
    ['Número: Ya es de Rosa'],
    ['Tarjeta: Ya es de Rosa'],
    ['Número: Ya es de Ramón, del personal'],
    ['Número: Ya está en la fila 5', 'Tarjeta: Ya está en la fila 5'],
  ])
})

test('import rows: a person in two rows is imported once', async () => {
  const rows = [
    ['Nombre', 'Tel'],
    ['Ana', '809'],
    ['ana', null],
    ['Ana', '829'],
  ]
  const { ready, present } = await judged(rows)
  expect(ready.map(({ row }) => row)).toEqual([2, 4])
  expect(present).toEqual([{ row: 3, name: 'ana', reasons: ['Repite la fila 2'] }])
})

test('import rows: of several rows about one person the latest expiry counts', async () => {
  const { ready, present } = await judged([
    ['Nombre', 'Tel', 'Vence'],
    ['Ana', '8095550001', '31/7/2026'],
    ['Ana', '', '31/12/2026'],
    ['Ana', '8095550001', '31/8/2026'],
  ])
  expect(ready).toMatchObject([{ row: 2, period: { start_date: '2026-06-15', duration_days: 200 } }])
  expect(present.map(({ row, reasons }) => [row, reasons])).toEqual([
    [3, ['Repite la fila 2, que toma su vencimiento']],
    [4, ['Repite la fila 2']],
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
  ['a number that a terminal has under another name', { Número: 15 }, 'En Puerta el número 15 es de Pedro Mota'],
])('import rows: %s is remarked on, and the row is imported', async (_, cells, remark) => {
  const row = { Nombre: 'Ana Díaz', ...cells }
  const { ready, adjusted } = await judged([Object.keys(row), Object.values(row)], {
    clients: [
      known({ name: 'Rosa Peguero', phone_number: '8095550001', email: 'rosa@ejemplo.do' }),
      known({ name: 'Luis', phone_number: '8095550002' }),
    ],
    unknownUsers: [{ pin: 15, name: 'Pedro Mota', card: null, device: 'Puerta' }],
  })
  expect(ready).toHaveLength(1)
  expect(adjusted).toMatchObject([{ row: 2, reasons: [remark] }])
})

test('import rows: equal name with equal number, card or birthday is the same person', async () => {
  const clients = [
    known({ name: 'Ana', id_zkteco: 2, card_number: '00123', birth_date: '1990-07-24', phone_number: '8095550001' }),
  ]
  const verdictOf = async (cells: Record<string, string | number>) => {
    const row = { Nombre: 'Ana', Tel: '8295550000', ...cells }
    return (await judged([Object.keys(row), Object.values(row)], { clients })).present.length
  }
  expect(await verdictOf({ Número: 2 })).toBe(1)
  expect(await verdictOf({ Tarjeta: '123' })).toBe(1)
  expect(await verdictOf({ Número: 701, Nacimiento: '24/7/1990' })).toBe(1)
  expect(await verdictOf({ Nacimiento: '25/7/1990' })).toBe(0)
})

test('import rows: an unknown user of a terminal keeps the number, by card or by a unique full name', async () => {
  const user = (pin: number, name: string, card: string | null = null) => ({ pin, name, card, device: 'Puerta' })
  const rows = [
    ['Nombre', 'Tarjeta', 'Tel'],
    ['José Núñez Peña de la Cruz', null, null],
    ['Luz Marte', '0004711', null],
    ['Ana Peña', null, '8095550001'],
    ['Ana Peña', null, '8095550002'],
    ['Eva', null, null],
    ['Iris Mota', null, null],
  ]
  const { ready, enrolled } = await judged(rows, {
    unknownUsers: [
      user(77, 'JOSE NUNEZ PENA DE LA'),
      user(78, '', '4711'),
      user(79, 'Ana Pena'),
      user(80, 'Eva'),
      user(81, 'Iris Mota'),
      user(82, 'Iris Mota'),
    ],
  })
  const numbers = Object.fromEntries(ready.map(({ name, row, id_zkteco }) => [`${row} ${name}`, id_zkteco]))
  expect(numbers).toMatchObject({ '2 José Núñez Peña de la Cruz': 77, '3 Luz Marte': 78 })
  expect(ready.filter(({ id_zkteco }) => id_zkteco !== null)).toHaveLength(2)
  expect(enrolled).toBe(2)
})
