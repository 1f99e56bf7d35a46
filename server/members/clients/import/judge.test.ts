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
  const periods = ready.flatMap(({ periods }) => periods)
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
  expect(
    ready.flatMap(({ periods }) =>
      periods.map(({ start_date, duration_days }) => addDays(start_date, duration_days - 1)),
    ),
  ).toEqual(['2026-07-04', '2026-12-25', '2027-01-02'])
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
    { name: 'Ana María Peña Núñez', email: null, phone_number: null, periods: [] },
    { name: 'Luz Marte', email: null, phone_number: null, periods: [] },
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
  [
    'the name of a double that was merged',
    {},
    { name: 'Pepe', former: [known({ name: 'JOSE NUÑEZ' })] },
    'Ya es cliente',
  ],
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
  const clients = [known({ name: 'Rosa', id_zkteco: 15, card: '123' })]
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

const rosa = known({
  id: 7,
  name: 'Rosa Peguero',
  id_zkteco: 15,
  card: '123',
  card_number: '000123',
  phone_number: '8095550001',
})

test.each([
  // Matching fields, the message, and the default outcome.
  ['number', { Número: 15 }, ['id_zkteco'], 'skip', 'rejected'],
  ['card', { Tarjeta: '123' }, ['card_number'], 'skip', 'rejected'],
  ['phone', { Tel: '+1 809 555 0001' }, ['phone_number'], 'add', 'ready'],
  ['number and phone', { Número: 15, Tel: '809-555-0001' }, ['id_zkteco', 'phone_number'], 'skip', 'rejected'],
] as const)('import: proposes a client of another name with the same %s', async (_, cells, by, choice, where) => {
  const rows = [
    ['Nombre', ...Object.keys(cells), 'Correo'],
    ['Ana Díaz', ...Object.values(cells), 'ana@ejemplo.do'],
  ]
  const all = await judged(rows, { clients: [rosa] })
  expect(all.similar).toMatchObject({ named: 0, other: 1 })
  expect(all.similar.first).toMatchObject([
    { row: 2, kind: 'other', client: { id: 7, id_zkteco: 15 }, by, adds: ['Correo ana@ejemplo.do'], choice },
  ])
  expect(all[where]).toHaveLength(1)
  const filled = await judged(rows, { clients: [rosa], choices: { kinds: {}, rows: { 2: 'complete' } } })
  expect(filled.ready).toMatchObject([{ into: { id: 7 }, fields: { email: 'ana@ejemplo.do' }, periods: [] }])
  // Neither PIN nor card of a different person is taken over.
  const added = await judged(rows, { clients: [rosa], choices: { kinds: {}, rows: { 2: 'add' } } })
  expect(added.ready).toMatchObject([{ name: 'Ana Díaz', id_zkteco: null, card_number: null }])
  const skipped = await judged(rows, { clients: [rosa], choices: { kinds: { other: 'skip' }, rows: {} } })
  expect(skipped.ready).toEqual([])
})

test.each([
  ['a phone', { Tel: '8095550001' }, {}, ['Teléfono 8095550001'], []],
  ['a birthday', { Nacimiento: '24/7/1990' }, {}, ['Nacimiento 24/07/1990'], []],
  ['until when it is paid', { Vence: '30/6/2026' }, {}, ['Pagado hasta 30/06/2026'], []],
  ['the rest of what is paid', { Vence: '30/6/2026' }, { paid_until: '2026-06-21' }, ['Pagado hasta 30/06/2026'], []],
  ['nothing that is paid already', { Vence: '30/6/2026' }, { paid_until: '2026-07-01' }, null, []],
  ['nothing', { Tel: '809-555-0001' }, { phone_number: '8095550001' }, null, []],
  [
    'no address beside the own',
    { Dirección: 'Calle 2', Tel: '8' },
    { address: 'Calle 1' },
    ['Teléfono 8'],
    ['Dirección Calle 1'],
  ],
] as const)('what the same name adds: %s', async (_, cells, client, adds, keeps) => {
  const rows = [
    ['Nombre', ...Object.keys(cells)],
    ['ana peña', ...Object.values(cells)],
  ]
  const all = await judged(rows, { clients: [known({ name: 'Ana Peña', ...client })] })
  expect(all.present).toHaveLength(1)
  expect(all.similar.first).toMatchObject(adds ? [{ kind: 'named', choice: 'skip', adds, keeps }] : [])
})

test('import rows: equal name and birthday is the same person, who keeps the PIN', async () => {
  const clients = [known({ name: 'Ana', id_zkteco: 2, birth_date: '1990-07-24' })]
  const rows = [
    ['Nombre', 'Número', 'Nacimiento', 'Tarjeta'],
    ['Ana', 701, '24/7/1990', '4711'],
  ]
  const { present, similar } = await judged(rows, { clients })
  expect(present).toHaveLength(1)
  expect(similar.first).toMatchObject([
    { by: ['birth_date', 'name'], keeps: ['Número 2, no 701'], adds: ['Tarjeta 4711'] },
  ])
  // Born on another day, it is somebody else.
  expect((await judged([rows[0] ?? [], ['Ana', 701, '25/7/1990', '4711']], { clients })).ready).toHaveLength(1)
})

test('import rows: one row completes one client, and names of earlier files are known', async () => {
  const choices = { kinds: { other: 'complete' as const, named: 'complete' as const }, rows: {} }
  const rows = [
    ['Nombre', 'Tel', 'Tarjeta'],
    ['Rosita', '8095550001', null],
    ['Rosa Peguero', '8095550001', null],
    ['Luz', null, '4712'],
    ['Eva', null, '4712'],
  ]
  const client = { ...rosa, card: null, card_number: null, phone_number: '8095550001', aliases: ['Rosita'] }
  const luz = known({ id: 8, name: 'Luz', id_zkteco: 16 })
  const { ready, present, rejected } = await judged(rows, { clients: [client, luz], choices })
  expect(ready).toMatchObject([{ row: 4, into: { id: 8 }, fields: { card_number: '4712' } }])
  expect(present.map(({ row, reasons }) => [row, reasons])).toEqual([
    [2, ['Ya es cliente']],
    [3, ['Ya es cliente']],
  ])
  expect(rejected).toMatchObject([{ row: 5, reasons: ['Tarjeta: Ya está en la fila 4'] }])
})
