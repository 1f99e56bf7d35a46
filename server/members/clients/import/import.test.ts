// A file of clients, as it is brought: shown, written, brought again, undone.

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { makeParts } from '../../../platform/http/sheets.ts'
import { makeZip } from '../../../platform/http/zip.ts'
import { broughtClients } from '../../../testing/brought-clients.ts'
import { asOwner, Digest } from '../../../testing/digest.ts'
import { makeClient, makeGym, makePayment, makePlan, type TestGym } from '../../../testing/factories.ts'
import { png, rawCall, uploadOf } from '../../../testing/raw-call.ts'
import { openTestApp } from '../../../testing/test-app.ts'

const app = await openTestApp({ SESSION_HOURS: '48' })
const gym = await makeGym(app, { timeZone: 'America/Santo_Domingo' })

const { send, show, bring } = broughtClients(() => app, 'socios.xlsx')

/** An Excel file of texts. */
const sheet = (rows: string[][]): Promise<Buffer> => {
  const [titles = [], ...below] = rows
  const columns = titles.map((title, at) => ({
    title,
    type: 'text' as const,
    value: (row: string[]) => row[at] ?? null,
  }))
  const chunks = (async function* () {
    yield below
  })()
  return buffer(Readable.from(makeZip(makeParts({ columns, chunks, zone: 'UTC' }))))
}

const clientsOf = async ({ admin }: TestGym) => (await admin.call('clients.list', { query: { size_page: 1000 } })).items

test('import: writes what the preview showed, and a repeat creates nobody', async () => {
  const plan = await makePlan(gym)
  const file = await sheet([
    ['Nombre', 'Número', 'Tarjeta', 'Teléfono', 'Nacimiento', 'Plan', 'Inicio', 'Vence'],
    ['Ana Peña', '701', '000123', '809-555-0001', '24/07/1990', '', '', '31/12/2030'],
    ['José Núñez', '', '', '8095550002', '', plan.name, '01/06/2026', '30/06/2030'],
    ['Luz Marte', '', '', '', '', '', '', ''],
    ['', '', '', '809', '', '', '', ''],
  ])
  const shown = await show(gym.admin, file)
  expect(shown).toMatchObject({
    ready: 3,
    members: 2,
    present: { count: 0 },
    rejected: { count: 1, first: [{ row: 5, name: '', reasons: ['Nombre: Este campo es requerido'] }] },
    refusal: null,
    imported: null,
  })
  expect(shown.columns.map(({ field }) => field)).toEqual([
    'name',
    'id_zkteco',
    'card_number',
    'phone_number',
    'birth_date',
    'plan',
    'start_date',
    'expires',
  ])
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
  // Rows without a number got the next ones.
  expect([jose?.id_zkteco, luz?.id_zkteco]).toEqual([2, 3])
  const typed = await asOwner(app, (owner) =>
    owner.query('select id from pins where gym_id = $1 and typed', [gym.gym.id]),
  )
  expect(typed.rows).toEqual([{ id: 701 }])

  const again = await show(gym.admin, file)
  expect(again).toMatchObject({
    ready: 0,
    present: { count: 3 },
    refusal: 'Todos los de este archivo ya son clientes.',
  })
  expect((await send(gym.admin, file, { confirm: again.digest })).status).toBe(409)
  expect(await clientsOf(gym)).toHaveLength(3)
})

test('import: generated PINs avoid those of later rows', async () => {
  const other = await makeGym(app)
  await bring(other.admin, 'Nombre;Número\nAna;\nLuz;2\nEva;')
  const numbers = (await clientsOf(other)).map(({ name, id_zkteco }) => [name, id_zkteco])
  expect(Object.fromEntries(numbers)).toEqual({ Luz: 2, Ana: 3, Eva: 4 })
})

test('a CSV in any form that programs write', async () => {
  const rows = (sign: string) => `Nombre${sign}Notas\r\nÍñigo Muñoz${sign}"dos; tres, cuatro"\r\n\r\n`
  const files: Record<string, string | Buffer> = {
    'UTF-8, commas': rows(','),
    'UTF-8 with a mark, semicolons': `\ufeff${rows(';')}`,
    'Windows-1252, semicolons': Buffer.from(rows(';'), 'latin1'),
    'UTF-16, tabs': Buffer.from(`\ufeff${rows('\t')}`, 'utf16le'),
    'with what Excel says of itself': `sep=;\r\n${rows(';')}`,
  }
  for (const [form, file] of Object.entries(files)) {
    const other = await makeGym(app)
    await bring(other.admin, file)
    expect(await clientsOf(other), form).toMatchObject([{ name: 'Íñigo Muñoz', notes: 'dos; tres, cuatro' }])
  }
})

test('import: unreadable files are refused and not stored', { tags: ['deep'] }, async () => {
  const digest = await Digest.of(app)
  const before = await digest.take()
  // A hundred megabytes of nothing in a hundred kilobytes; what its list says of that is another matter.
  const name = 'xl/worksheets/sheet1.xml'
  const content = Array.from({ length: 100 }, () => ' '.repeat(1024 * 1024))
  const bomb = await buffer(Readable.from(makeZip(Readable.from([{ name, content }]))))
  bomb.writeUInt32LE(10, bomb.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24)
  const unreadable = 'El archivo no se pudo leer. Debe ser un Excel (.xlsx) o un .csv con una fila de títulos.'
  const tooLarge = 'El archivo es demasiado grande: caben 10,000 filas y 4 MB. Repártelo en varios.'
  for (const [file, status, detail] of [
    [png, 415, unreadable],
    [Buffer.from('PK\x03\x04 and then nothing', 'latin1'), 415, unreadable],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 415, unreadable],
    ['\r\n\r\n', 415, unreadable],
    ['%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nNombre,Teléfono\n', 415, unreadable],
    ['{\\rtf1\\ansi Nombre\\par Ana}', 415, unreadable],
    ['<html><table><tr><td>Nombre</td></tr></table></html>', 415, unreadable],
    [bomb, 413, tooLarge],
    [`Nombre\n${'Ana\n'.repeat(10_001)}`, 413, tooLarge],
    [`Nombre\n${'x'.repeat(4 * 1024 * 1024)}`, 413, tooLarge],
  ] as const) {
    const reply = await send(gym.admin, file)
    expect([reply.status, reply.json]).toEqual([status, { detail }])
  }
  const without = await rawCall(app.app, gym.admin.token, 'clients.import', {
    payload: uploadOf('x', { field: 'otro' }),
  })
  expect(without.status).toBe(422)
  expect((await send(gym.admin, 'Nombre\nAna', { columns: 'x' })).status).toBe(422)
  expect((await send(gym.admin, 'Nombre\nAna', { columns: '["nadie"]' })).status).toBe(422)
  expect(await digest.take()).toEqual(before)
  await digest.close()
})

test('a column that nobody would guess is said by a person', { tags: ['deep'] }, async () => {
  const other = await makeGym(app)
  const file = 'Quién;Qué\nAna;809'
  expect(await show(other.admin, file)).toMatchObject({ ready: 0, refusal: 'Di qué columna es el nombre.' })
  await bring(other.admin, file, { columns: '["name", "phone_number"]' })
  expect(await clientsOf(other)).toMatchObject([{ name: 'Ana', phone_number: '809' }])
})

test('import: changes since the preview refuse the write', async () => {
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
  expect(await show(other.admin, file)).toMatchObject({
    ready: 1,
    rejected: { first: [{ row: 2, name: 'Ana', reasons: ['Número: Ya es de Rosa'] }] },
  })
})

test('the rows to be mended come as an Excel file, which can be brought again', async () => {
  const other = await makeGym(app)
  const file = 'Nombre;Correo\nAna;nadie\nLuz;luz@ejemplo.do'
  const reply = await app.app.inject({
    method: 'POST',
    url: '/v1/clients/import/rejected',
    headers: { authorization: `Bearer ${other.admin.token}`, 'content-type': uploadOf(file)?.type ?? '' },
    payload: uploadOf(file)?.content ?? '',
  })
  expect(reply.statusCode).toBe(200)
  const shown = await show(other.admin, reply.rawPayload)
  expect(shown.columns.map(({ heading }) => heading)).toEqual(['Nombre', 'Correo', 'Motivo', 'Fila en el archivo'])
  expect(shown.rejected.first).toEqual([{ row: 2, name: 'Ana', reasons: ['Correo: Debe ser un correo válido'] }])
})

test('undone within a day: all go but those with whom something happened since', async () => {
  const other = await makeGym(app)
  const { imported } = await bring(other.admin, 'Nombre;Vence\nAna;31/12/2030\nLuz;31/12/2030\nEva;\nPía;')
  const [pia, eva, luz] = await clientsOf(other)
  await other.admin.call('attendances.create', { body: { id_client: pia?.id ?? 0 } })
  const plan = await makePlan(other)
  await makePayment(other, { id_client: eva?.id ?? 0, id_membership: plan.id })
  await other.admin.call('clients.update', { params: { id_client: luz?.id ?? 0 }, body: { notes: 'Con llave' } })
  expect(await other.admin.call('clients.last-import')).toMatchObject({ last: { id: imported?.id, count: 4 } })
  const undo = () => other.admin.call('clients.undo-import', { params: { id_import: imported?.id ?? 0 } })
  expect(await undo()).toEqual({ deleted: 1, kept: 3 })
  expect((await clientsOf(other)).map(({ name }) => name)).toEqual(['Pía', 'Eva', 'Luz'])
  expect(await other.admin.call('clients.last-import')).toEqual({ last: null })
  const params = { id_import: imported?.id ?? 0 }
  expect((await other.admin.try('clients.undo-import', { params })).status).toBe(404)
})

test('after a day it is too late', async () => {
  const other = await makeGym(app)
  const { imported } = await bring(other.admin, 'Nombre\nAna')
  app.clock.advance(24 * 3_600_000 + 1000)
  try {
    expect(await other.admin.call('clients.last-import')).toEqual({ last: null })
    const { status } = await other.admin.try('clients.undo-import', { params: { id_import: imported?.id ?? 0 } })
    expect(status).toBe(404)
  } finally {
    app.clock.reset()
  }
})

test('import: payments are numbered without gaps in the order of rows', {
  tags: ['deep'],
}, async () => {
  const other = await makeGym(app)
  const plan = await makePlan(other)
  const first = await makeClient(other)
  const lines = Array.from(
    { length: 1100 },
    (_, at) => `Socio ${at};${at === 1099 ? (first.id_zkteco ?? 0) + 3 : ''};31/12/2030`,
  )
  await bring(other.admin, ['Nombre;Número;Vence', ...lines].join('\n'))
  const sold = await makePayment(other, { id_client: first.id, id_membership: plan.id })
  const [paid, clients] = await app.database.read(
    { gym: other.gym.id, user: null },
    async (tx) =>
      [
        await tx.many<{ number: number; id_client: number }>(sql`
      select number, id_client from membership_payments where gym_id = ${other.gym.id} order by number`),
        await tx.many<{ pin: number }>(sql`
      select id_zkteco as pin from clients where gym_id = ${other.gym.id} and id_zkteco is not null order by 1`),
      ] as const,
  )
  expect(paid.map(({ number }) => number)).toEqual(Array.from({ length: 1101 }, (_, at) => at + 1))
  expect(paid.at(-1)?.id_client).toBe(sold.client.id)
  // No client has the PIN given in the file.
  expect(clients.map(({ pin }) => pin)).toEqual(clients.map((_, at) => (clients[0]?.pin ?? 0) + at))
  expect(clients).toHaveLength(1101)
})
