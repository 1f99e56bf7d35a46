// Import of a client file: preview, write, repeat and undo.
import { expect, test } from 'vitest'
import { DatabaseDigest, queryAsOwner } from '../../../testing/database-digest.ts'
import { makeClient, makeGym, makePayment, makePlan, type TestGym } from '../../../testing/factories.ts'
import { fiscalIdentity } from '../../../testing/fiscal-samples.ts'
import { makeClientImportCalls } from '../../../testing/import-clients.ts'
import { makeWorkbook } from '../../../testing/make-workbook.ts'
import { makeMultipartBody, pngBytes, sendRawCall } from '../../../testing/raw-call.ts'
import { startTestAppForFile } from '../../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '48' })
const gym = await makeGym(app, { timeZone: 'America/Santo_Domingo' })

const { send, show, bring } = makeClientImportCalls(() => app, 'socios.xlsx')

test('client import: reads identity numbers of gyms with a country only', async () => {
  const [fiscal, other] = [await makeGym(app), await makeGym(app)]
  await fiscal.admin.call('fiscal.set-settings', { body: fiscalIdentity })
  const file = 'Nombre;Cédula;Razón social\nAna Peña;001-1391820-5;Comercial SRL'
  await bring(fiscal.admin, file)
  expect(await clientsOf(fiscal)).toMatchObject([{ tax_id: '00113918205', legal_name: 'Comercial SRL' }])
  expect((await show(other.admin, file)).columns.map(({ field }) => field)).toEqual(['name', null, null])
})

const clientsOf = async ({ admin }: TestGym) => (await admin.call('clients.list', { query: { size_page: 1000 } })).items

test('client import: writes what the preview showed, and a repeat creates no client', async () => {
  const plan = await makePlan(gym)
  const rows = [
    ['Nombre', 'Número', 'Tarjeta', 'Teléfono', 'Nacimiento', 'Plan', 'Inicio', 'Vence'],
    ['Ana Peña', '701', '000123', '809-555-0001', '24/07/1990', '', '', '31/12/2030'],
    ['José Núñez', '', '', '8095550002', '', plan.name, '01/06/2026', '30/06/2030'],
    ['Luz Marte', '', '', '', '', '', '', ''],
    ['', '', '', '809', '', '', '', ''],
  ]
  const file = await makeWorkbook({ name: 'Socios', rows })
  const shown = await show(gym.admin, file)
  expect(shown).toMatchObject({
    ready: 3,
    members: 2,
    present: { count: 0 },
    rejected: { count: 1, first: [{ row: 5, name: '', reasons: ['Nombre: Este campo es requerido'] }] },
    refusal: null,
    imported: null,
  })
  const fields = ['name', 'id_zkteco', 'card_number', 'phone_number', 'birth_date', 'plan', 'start_date', 'expires']
  expect(shown.columns.map(({ field }) => field)).toEqual(fields)
  expect(await clientsOf(gym)).toEqual([])

  const { imported } = await show(gym.admin, file, { confirm: shown.digest })
  expect(imported).toMatchObject({ file_name: 'socios.xlsx', count: 3 })
  const [luz, jose, ana] = await clientsOf(gym)
  expect(ana).toMatchObject({
    name: 'Ana Peña',
    id_zkteco: 701,
    card_number: '000123',
    birth_date: '1990-07-24',
    membership: { name: 'Membresía Importada', price: '0.00', expire_membership: '2031-01-01' },
  })
  expect(jose).toMatchObject({
    name: 'José Núñez',
    membership: { name: plan.name, price: '0.00', start_date: '2026-06-01', expire_membership: '2030-07-01' },
  })
  expect(luz).toMatchObject({ name: 'Luz Marte', membership: null })
  // Rows without a PIN got the next free PINs.
  expect([jose?.id_zkteco, luz?.id_zkteco]).toEqual([2, 3])
  const typed = await queryAsOwner(app, 'select id from pins where gym_id = $1 and typed', [gym.gym.id])
  expect(typed.rows).toEqual([{ id: 701 }])

  const again = await show(gym.admin, file)
  expect(again).toMatchObject({
    ready: 0,
    present: { count: 3 },
    refusal: 'Todos los de este archivo ya son clientes.',
  })
  expect(await clientsOf(gym)).toHaveLength(3)
})

test('client import: unreadable files are refused and not stored', { tags: ['deep'] }, async () => {
  const digest = await DatabaseDigest.of(app)
  const before = await digest.take()
  const unreadable = 'El archivo no se pudo leer. Debe ser un Excel (.xlsx) o un .csv con una fila de títulos.'
  const tooLarge = 'El archivo es demasiado grande: caben 10,000 filas y 4 MB. Repártelo en varios.'
  for (const [file, status, detail] of [
    [pngBytes, 415, unreadable],
    [Buffer.from('PK\x03\x04 and then nothing', 'latin1'), 415, unreadable],
    ['\r\n\r\n', 415, unreadable],
    ['<html><table><tr><td>Nombre</td></tr></table></html>', 415, unreadable],
    [`Nombre\n${'Ana\n'.repeat(10_001)}`, 413, tooLarge],
    [`Nombre\n${'x'.repeat(4 * 1024 * 1024)}`, 413, tooLarge],
  ] as const) {
    const reply = await send(gym.admin, file)
    expect([reply.status, reply.json]).toEqual([status, { detail }])
  }
  const without = await sendRawCall(app.app, gym.admin.token, 'clients.import', {
    payload: makeMultipartBody('x', { field: 'otro' }),
  })
  expect(without.status).toBe(422)
  expect((await send(gym.admin, 'Nombre\nAna', { columns: '["nadie"]' })).status).toBe(422)
  expect(await digest.take()).toEqual(before)
  await digest.close()
})

test('client import: writing is refused if the clients changed since the preview', async () => {
  const other = await makeGym(app)
  const file = 'Nombre;Número\nAna;7\nLuz;8'
  const { digest } = await show(other.admin, file)
  await makeClient(other, { name: 'Rosa', id_zkteco: 7 })
  const reply = await send(other.admin, file, { confirm: digest })
  expect([reply.status, reply.json]).toEqual([
    409,
    { detail: 'Los datos cambiaron desde que se mostró el archivo. Revísalo de nuevo.' },
  ])
  expect(await clientsOf(other)).toHaveLength(1)
})

test('client import: rejected rows are returned as an Excel file, which can be imported again', async () => {
  const other = await makeGym(app)
  const file = 'No.;Nombre;Correo\n1;Luz;luz@ejemplo.do\n2;Ana;nadie\n3;Eva;'
  const reply = await app.app.inject({
    method: 'POST',
    url: '/v1/clients/import/rejected',
    headers: { authorization: `Bearer ${other.admin.token}`, 'content-type': makeMultipartBody(file)?.type ?? '' },
    payload: makeMultipartBody(file)?.content ?? '',
  })
  expect(reply.statusCode).toBe(200)
  const shown = await show(other.admin, reply.rawPayload)
  expect(shown.columns.map(({ heading }) => heading)).toEqual([
    'No.',
    'Nombre',
    'Correo',
    'Motivo',
    'Fila en el archivo',
  ])
  // The column with the original row number is ignored, since it would look like a PIN.
  expect(shown.columns[0]?.samples).toEqual([])
  expect(shown.rejected.first).toEqual([{ row: 2, name: 'Ana', reasons: ['Correo: Debe ser un correo válido'] }])
})

test('client import: an undo within a day removes its clients, except those used since', async () => {
  const other = await makeGym(app)
  const { imported } = await bring(other.admin, 'Nombre;Vence\nAna;31/12/2030\nLuz;31/12/2030\nEva;\nPía;')
  const [pia, eva, luz] = await clientsOf(other)
  await other.admin.call('attendances.create', { body: { id_client: pia?.id ?? 0 } })
  const plan = await makePlan(other)
  await makePayment(other, { id_client: eva?.id ?? 0, id_membership: plan.id })
  await other.admin.call('clients.update', { params: { id_client: luz?.id ?? 0 }, body: { notes: 'Con llave' } })
  expect(await other.admin.call('clients.last-import')).toMatchObject({ last: { id: imported?.id, count: 4 } })
  const params = { id_import: imported?.id ?? 0 }
  const undo = () => other.admin.try('clients.undo-import', { params })
  // More than a day after the import the undo is refused.
  app.clock.advance(24 * 3_600_000 + 1000)
  expect(await other.admin.call('clients.last-import')).toEqual({ last: null })
  expect((await undo()).status).toBe(404)
  app.clock.reset()
  expect((await undo()).answer).toEqual({ deleted: 1, kept: 3 })
  expect((await clientsOf(other)).map(({ name }) => name)).toEqual(['Pía', 'Eva', 'Luz'])
  expect(await other.admin.call('clients.last-import')).toEqual({ last: null })
})
