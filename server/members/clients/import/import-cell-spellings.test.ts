// Client files with other spellings of names, phones and cards, from other programs and people.
import { expect, test } from 'vitest'
import { makeClient, makeGym } from '../../../testing/factories.ts'
import { makeClientImportCalls } from '../../../testing/import-clients.ts'
import { startTestAppForFile } from '../../../testing/test-app.ts'
import { makeExistingClient, validateClientRows } from '../../../testing/validate-clients.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app, { timeZone: 'Europe/Madrid' })

const { send, show, bring } = makeClientImportCalls(() => app, 'socios.csv')

test.each([
  'Mar\u00eda D’Oleo',
  'María D´Oleo',
  'María D‘Oleo',
  'María DʼOleo',
  'María D`Oleo',
  "\u200bMaría\u00a0D'Oleo\u200e",
  "MARIA  D'OLEO",
])('client import: finds an existing client by another spelling of the name: %s', async (name) => {
  const clients = [makeExistingClient({ name: "María D'Oleo", id_zkteco: 15 })]
  const { ready, present } = await validateClientRows([['Nombre'], [name]], { clients })
  expect([ready, present]).toMatchObject([[], [{ row: 2 }]])
})

test('import rows: quotes and marks that other programs add to cells are removed', async () => {
  const rows = [
    ['Nombre', 'Número', 'Tarjeta', 'Teléfono', 'Correo', 'Vence'],
    ['="Ana Mota"', '="15"', '="0012345678"', '="8095550101"', '\u200bana@ejemplo.do', '="31/12/2030"'],
    [
      'Luis\u200b Peña',
      "'16",
      "'077,30211",
      '\u202a+1 (809) 555-0102\u202c',
      'mailto:luis@ejemplo.do',
      '\u200e31/12/2030',
    ],
  ]
  const { ready, rejected, members } = await validateClientRows(rows)
  expect({ rejected, members }).toEqual({ rejected: [], members: 2 })
  expect(ready).toMatchObject([
    { name: 'Ana Mota', id_zkteco: 15, card_number: '0012345678', phone_number: '8095550101', email: 'ana@ejemplo.do' },
    {
      name: 'Luis Peña',
      id_zkteco: 16,
      card_number: '5076483',
      phone_number: '+1 (809) 555-0102',
      email: 'luis@ejemplo.do',
    },
  ])
})

test('import rows: a repeated card is rejected in any spelling', async () => {
  const { ready, rejected } = await validateClientRows([
    ['Nombre', 'Tarjeta'],
    ['Ana', '077,30211'],
    ['Luis', '0A004D7603'],
    ['Eva', 'VIP'],
  ])
  expect(ready).toMatchObject([{ name: 'Ana', card_number: '5076483' }])
  expect(rejected.map(({ reasons }) => reasons)).toEqual([
    ['Tarjeta: Ya está en la fila 2'],
    ['Tarjeta: Debe ser el número que lee el lector, solo cifras, como 0005076483'],
  ])
})

test('import rows: a second phone or mail is added to the notes, with a remark', async () => {
  const { ready, rejected, adjusted } = await validateClientRows([
    ['Nombre', 'Teléfono', 'Correo', 'Notas'],
    ['Ana', '809-555-0101 / 829-555-0102', 'a@ejemplo.do, b@ejemplo.do', 'Alérgica'],
    ['Luis', 'no tiene', 'Luis <luis@ejemplo.do>', ''],
    ['Eva', '809-555-0103 / 829-555-0104', '', 'x'.repeat(250)],
  ])
  expect(rejected).toEqual([])
  expect(ready).toMatchObject([
    {
      phone_number: '809-555-0101',
      email: 'a@ejemplo.do',
      notes: 'Alérgica. Teléfono: 829-555-0102. Correo: b@ejemplo.do',
    },
    { phone_number: null, email: 'luis@ejemplo.do', notes: null },
    { phone_number: '809-555-0103', notes: 'x'.repeat(250) },
  ])
  expect(adjusted).toEqual([
    {
      row: 2,
      name: 'Ana',
      reasons: [
        'Teléfono: 809-555-0101. «829-555-0102» pasa a las notas',
        'Correo: a@ejemplo.do. «b@ejemplo.do» pasa a las notas',
      ],
    },
    { row: 4, name: 'Eva', reasons: ['Teléfono: 809-555-0103. «829-555-0104» no cabe en las notas'] },
  ])
})

test('import rows: two-digit years become plausible dates of joining and expiry', async () => {
  const rows = [
    ['Nombre', 'Inscripción', 'Vence'],
    ['Ana Mota', '15/03/98', '31/12/26'],
    ['Rosa Marte', '', '31/12/99'],
  ]
  const { ready } = await validateClientRows(rows)
  expect(ready.map(({ periods }) => periods[0]?.start_date)).toEqual(['1998-03-15', '1999-12-31'])
})

test("import rows: an instant is read as its day in the gym's time zone", { tags: ['deep'] }, async () => {
  await bring(gym.admin, 'Nombre,Vence,Nacimiento\nAna Instante,2030-05-30T22:00:00.000Z,1990-06-04T23:30:00Z')
  const [client] = (await gym.admin.call('clients.list', { query: { client_name: 'Ana Instante' } })).items
  expect(client).toMatchObject({ birth_date: '1990-06-05', membership: { expire_membership: '2030-06-01' } })
})

test('import rows: a client is recognized in spite of invisible characters', async () => {
  await makeClient(gym, { name: 'Pedro\u200b Mota' })
  const shown = await show(gym.admin, 'Nombre,Tel\nPe\u200bdro Mota,\u202a809\u202c')
  expect(shown).toMatchObject({ ready: 0, present: { count: 1 } })
  for (const wanted of ["d'oleo", 'd’oleo', 'd´oleo', 'D`OLEO']) {
    await makeClient(gym, { name: `Rosa D´Oleo ${wanted.length}` })
    const { items } = await gym.admin.call('clients.list', { query: { client_name: wanted } })
    expect(items.length, wanted).toBeGreaterThan(0)
  }
})

test('client import: a file in which Excel may have swapped day and month is refused', { tags: ['deep'] }, async () => {
  // Excel stored one date as a number, which a CSV file shows as a serial number, and left the other as text.
  const file = 'Nombre;Vence\nAna Mayo;46146\nLuis Abril;25/04/2030\n'
  const shown = await show(gym.admin, file)
  expect(shown).toMatchObject({
    columns: [{ reading: null }, { reading: 'half-turned' }],
    refusal: expect.stringMatching(/^Excel pudo cambiar el día por el mes/),
  })
  expect((await send(gym.admin, file, { confirm: shown.digest })).status).toBe(409)
})
