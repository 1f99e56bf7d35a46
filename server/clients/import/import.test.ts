// A file of clients, as it is brought: shown, written, brought again, undone.

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ClientImportAnswer } from '@torniquete/contract/client-import.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsOf } from '../../http/sheets.ts'
import { zipOf } from '../../http/zip.ts'
import type { Caller } from '../../testing/api.ts'
import { asOwner, Digest } from '../../testing/digest.ts'
import { makeClient, makeGym, makePayment, makePlan, type TestGym } from '../../testing/factories.ts'
import { png, rawCall, uploadOf } from '../../testing/raw-call.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let gym: TestGym
beforeAll(async () => {
  app = await startTestApp({ SESSION_HOURS: '48' })
  gym = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
})
afterAll(() => app.close())

type File = string | Buffer
const send = (caller: Caller, file: File, fields: object = {}, headers = {}) =>
  rawCall(app.app, caller.token, 'clients.import', {
    payload: uploadOf(file, { filename: 'socios.xlsx', fields }),
    headers,
  })

async function show(caller: Caller, file: File, fields: object = {}): Promise<ClientImportAnswer> {
  const { status, json, text } = await send(caller, file, fields)
  expect(status, text).toBe(200)
  return json as ClientImportAnswer
}

async function bring(caller: Caller, file: File, fields: object = {}): Promise<ClientImportAnswer> {
  const { digest } = await show(caller, file, fields)
  return show(caller, file, { ...fields, confirm: digest })
}

/** An Excel file of texts. */
const sheet = (rows: string[][]): Promise<Buffer> => {
  const [titles = [], ...below] = rows
  const columns = titles.map((title, at) => ({
    title,
    type: 'text' as const,
    value: (row: string[]) => row[at] ?? null,
  }))
  const pieces = (async function* () {
    yield below
  })()
  return buffer(Readable.from(zipOf(partsOf({ columns, pieces, zone: 'UTC' }))))
}

const clientsOf = async ({ admin }: TestGym) => (await admin.call('clients.list', { query: { size_page: 1000 } })).items

test('it is shown, written as it was shown, and brought again doubles nobody', async () => {
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
  // Whoever had no number got the next ones.
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

test('nobody gets the number that somebody further down in the file has', async () => {
  const other = await makeGym(app)
  await bring(other.admin, 'Nombre;Número\nAna;\nLuz;2\nEva;')
  const numbers = (await clientsOf(other)).map(({ name, id_zkteco }) => [name, id_zkteco])
  expect(Object.fromEntries(numbers)).toEqual({ Luz: 2, Ana: 3, Eva: 4 })
})

test('a CSV in any form that programs write', async () => {
  const rows = (sign: string) => `Nombre${sign}Notas\r\nÍñigo Muñoz${sign}"dos; tres, cuatro"\r\n\r\n`
  const files: Record<string, File> = {
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

test('what cannot be read is told, and nothing is stored', async () => {
  const digest = await Digest.of(app)
  const before = await digest.take()
  // A hundred megabytes of nothing in a hundred kilobytes; what its list says of that is another matter.
  const name = 'xl/worksheets/sheet1.xml'
  const content = Array.from({ length: 100 }, () => ' '.repeat(1024 * 1024))
  const bomb = await buffer(Readable.from(zipOf(Readable.from([{ name, content }]))))
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

test('a column that nobody would guess is said by a person', async () => {
  const other = await makeGym(app)
  const file = 'Quién;Qué\nAna;809'
  expect(await show(other.admin, file)).toMatchObject({ ready: 0, refusal: 'Di qué columna es el nombre.' })
  await bring(other.admin, file, { columns: '["name", "phone_number"]' })
  expect(await clientsOf(other)).toMatchObject([{ name: 'Ana', phone_number: '809' }])
})

test('what changed since it was shown is told, and nothing is written', async () => {
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

test('how far a long file has come is told while it is written, to its gym alone', async () => {
  const [other, stranger] = [await makeGym(app), await makeGym(app)]
  const lines = Array.from({ length: 1200 }, (_, at) => `Socio ${at};${at + 5000};31/12/2030`)
  const file = ['Nombre;Número;Vence', ...lines].join('\n')
  const progressOf = async ({ admin }: TestGym) => (await admin.call('clients.import-progress')).progress
  const { digest } = await show(other.admin, file)
  const writing = show(other.admin, file, { confirm: digest })
  await expect.poll(() => progressOf(other), { interval: 5 }).toMatchObject({ all: expect.any(Number) })
  expect(await progressOf(stranger)).toBeNull()
  expect((await writing).imported).toMatchObject({ count: 1200 })
  expect(await progressOf(other)).toBeNull()
})

test('who is there already is offered: completed where it is said so, left as they are where it is undone', async () => {
  const other = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
  const ana = await makeClient(other, { name: 'Ana Peña', phone_number: '8095550001', notes: 'Con llave' })
  const rosa = await makeClient(other, { name: 'Rosa', id_zkteco: 15 })
  const plan = await makePlan(other)
  const file = [
    'Nombre;Número;Teléfono;Correo;Nacimiento;Plan;Vence;Notas;Tarjeta',
    'ANA PENA;701;;ana@ejemplo.do;24/07/1990;;31/12/2030;otra;A1',
    'Rosa Mota;15;8295550002;;;;;;',
    `Luis;;8095550001;;;${plan.name};31/12/2030;;`,
  ].join('\n')
  // A number that differs says that Ana may be two, but nothing else does.
  await other.admin.call('clients.update', { params: { id_client: ana.id }, body: { birth_date: '1990-07-24' } })
  const shown = await show(other.admin, file)
  expect(shown).toMatchObject({ ready: 1, filled: 0, rejected: { count: 1 }, present: { count: 1 } })
  expect(shown.similar).toMatchObject({
    named: 1,
    other: 2,
    first: [
      {
        row: 2,
        kind: 'named',
        by: ['birth_date', 'name'],
        choice: 'skip',
        keeps: ['Número 2, no 701', 'Notas Con llave'],
      },
      { row: 3, kind: 'other', by: ['id_zkteco'], choice: 'skip', client: { name: 'Rosa' } },
      { row: 4, kind: 'other', by: ['phone_number'], choice: 'add', client: { name: 'Ana Peña' } },
    ],
  })
  const choices = JSON.stringify({ kinds: { named: 'complete' }, rows: { 3: 'complete' } })
  const decided = await show(other.admin, file, { choices })
  expect(decided).toMatchObject({ ready: 3, filled: 2, members: 2 })
  // What was shown without them is no consent to more.
  expect((await send(other.admin, file, { choices, confirm: shown.digest })).status).toBe(409)
  const { imported } = await show(other.admin, file, { choices, confirm: decided.digest })
  expect(imported).toMatchObject({ count: 3 })
  const cardOf = ({ id }: { id: number }) => other.admin.call('clients.read', { params: { id_client: id } })
  expect(await cardOf(ana)).toMatchObject({
    name: 'Ana Peña',
    id_zkteco: ana.id_zkteco,
    email: 'ana@ejemplo.do',
    card_number: 'A1',
    notes: 'Con llave',
    membership: { name: 'Membresía Importada', price: '0.00', expire_membership: '2031-01-01' },
  })
  expect(await cardOf(rosa)).toMatchObject({ name: 'Rosa', phone_number: '8295550002' })
  expect((await clientsOf(other)).map(({ name }) => name)).toEqual(['Luis', 'Rosa', 'Ana Peña'])

  // Twice the same file: nobody is there twice, and nothing is paid twice.
  expect(await show(other.admin, file, { choices })).toMatchObject({ ready: 0, filled: 0 })
  expect(await show(other.admin, file)).toMatchObject({ ready: 0, similar: { first: [] }, present: { count: 3 } })

  await other.admin.call('clients.update', { params: { id_client: rosa.id }, body: { phone_number: '8495550003' } })
  const params = { id_import: imported?.id ?? 0 }
  expect(await other.admin.call('clients.undo-import', { params })).toEqual({ deleted: 1, kept: 0, restored: 2 })
  expect(await cardOf(ana)).toMatchObject({
    email: null,
    card_number: null,
    birth_date: '1990-07-24',
    membership: null,
  })
  // What somebody wrote since stays.
  expect(await cardOf(rosa)).toMatchObject({ phone_number: '8495550003' })
  expect((await other.admin.call('voids.list', { query: {} })).items).toMatchObject([
    { kind: 'payment', amount: '0.00', reason: 'Importación deshecha' },
  ])
  // Nothing is left of what the file said.
  expect(await show(other.admin, file)).toMatchObject({ similar: { named: 1, other: 2 } })
})

test('whom a later file completed goes with the first, once the later is undone too', async () => {
  const other = await makeGym(app)
  const first = await bring(other.admin, 'Nombre\nAna\nLuz')
  const choices = JSON.stringify({ kinds: { named: 'complete' }, rows: {} })
  const second = await bring(other.admin, 'Nombre;Teléfono;Vence\nAna;8095550001;31/12/2030', { choices })
  expect(second).toMatchObject({ filled: 1, imported: { count: 1 } })
  const undo = ({ imported }: ClientImportAnswer) =>
    other.admin.call('clients.undo-import', { params: { id_import: imported?.id ?? 0 } })
  expect(await undo(second)).toEqual({ deleted: 0, kept: 0, restored: 1 })
  expect(await undo(first)).toEqual({ deleted: 2, kept: 0 })
})

test('what was edited between is judged anew, and nothing is written', async () => {
  const other = await makeGym(app)
  const ana = await makeClient(other, { name: 'Ana' })
  const file = 'Nombre;Teléfono\nAna;8095550001'
  const choices = JSON.stringify({ kinds: { named: 'complete' }, rows: {} })
  const { digest } = await show(other.admin, file, { choices })
  await other.admin.call('clients.update', { params: { id_client: ana.id }, body: { notes: 'Con llave' } })
  expect((await send(other.admin, file, { choices, confirm: digest })).status).toBe(409)
  expect((await send(other.admin, file, { choices: '{"kinds":{"named":"forget"}}' })).status).toBe(422)
})

test('what was filled is known to the planner at once', async () => {
  const other = await makeGym(app)
  const analyzed = () =>
    asOwner(app, async (owner) => {
      const { rows } = await owner.query(
        "select reltuples::integer as rows from pg_class where oid = 'client_words'::regclass",
      )
      return rows[0].rows as number // its only column
    })
  const before = await analyzed()
  const lines = Array.from({ length: 400 }, (_, at) => `Nombre${at} Apellido${at}`)
  await bring(other.admin, ['Nombre', ...lines].join('\n'))
  expect(await analyzed()).toBeGreaterThan(Math.max(before, 0) + 700)
})
