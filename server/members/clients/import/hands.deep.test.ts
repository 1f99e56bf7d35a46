// Files as different hands write them: each is brought as it is, and brought again doubles nobody.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ClientImportAnswer } from '@torniquete/contract/members/client-import.ts'
import { expect, test } from 'vitest'
import { makeParts } from '../../../platform/http/sheets.ts'
import { makeZip } from '../../../platform/http/zip.ts'
import { makeGym, makePlan } from '../../../testing/factories.ts'
import { rawCall, uploadOf } from '../../../testing/raw-call.ts'
import { openTestApp } from '../../../testing/test-app.ts'

const app = await openTestApp()

/** An Excel file of texts, its first row where an export has its titles. */
const sheet = ([titles = [], ...below]: string[][]): Promise<Buffer> => {
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

type Stored = Record<string, unknown>
const hands: [string, () => string | Buffer | Promise<Buffer>, Stored[]][] = [
  [
    'an old system of Windows, with codes and surnames first',
    () =>
      Buffer.from(
        'CODIGO;APELLIDOS;NOMBRES;CELULAR;FECHA NAC.\r\n00012;NÚÑEZ PEÑA;JOSÉ;809-555-0101;05/06/1990\r\n00013;MUÑOZ;ÍÑIGO;;\r\n',
        'latin1',
      ),
    [
      { name: 'JOSÉ NÚÑEZ PEÑA', phone_number: '809-555-0101', birth_date: '1990-06-05' },
      { name: 'ÍÑIGO MUÑOZ', birth_date: null },
    ],
  ],
  [
    'a notebook in Excel: merged titles, empty lines, totals',
    () =>
      sheet([
        ['GIMNASIO NÚÑEZ', '', ''],
        ['Socios de junio', '', ''],
        ['', '', ''],
        ['Nombre', 'Tel.', 'Pagó'],
        ['Ana Torres', '809 555 0101', '1500'],
        ['', '', ''],
        ['Luis Peña', '', '1500'],
        ['TOTAL', '', '3000'],
      ]),
    [{ name: 'Ana Torres', phone_number: '809 555 0101' }, { name: 'Luis Peña' }],
  ],
  [
    'a terminal, by tabs',
    () => 'User ID\tName\tCard No\tPrivilege\r\n7\tAna Torres\t0004711\t0\r\n8\tLuis\t\t14\r\n',
    [
      { name: 'Ana Torres', id_zkteco: 7, card_number: '0004711' },
      { name: 'Luis', id_zkteco: 8, card_number: null },
    ],
  ],
  [
    'a system in English, the month first',
    () =>
      'First Name,Last Name,Mobile,Email,DOB\nAna,Torres,"(809) 555-0101",ana@example.com,12/25/1990\nLuis,Reyes,,luis@example.com,03/04/1985\n',
    [
      { name: 'Ana Torres', email: 'ana@example.com', birth_date: '1990-12-25' },
      { name: 'Luis Reyes', birth_date: '1985-03-04' },
    ],
  ],
  [
    'the answers of a form',
    () =>
      '"Marca temporal","Nombre completo","WhatsApp","Correo electrónico"\n"1/6/2026 10:15:00","Ana Torres","8095550101","ana@ejemplo.do"\n',
    [{ name: 'Ana Torres', phone_number: '8095550101', email: 'ana@ejemplo.do' }],
  ],
  [
    'a text of Excel in Unicode, with plans and days in words',
    () =>
      Buffer.from(
        '\ufeffSocio\tMembresía\tInicio\tVence\r\nAna Torres\tmensual\t1-ene-2026\t31 de enero de 2031\r\n',
        'utf16le',
      ),
    [{ name: 'Ana Torres', membership: 'Mensual' }],
  ],
  [
    'somebody who says with what the columns are divided, and writes in several lines',
    () => 'sep=;\r\nNombre;Notas\r\n"Torres, Ana";"Lesión:\nrodilla; sin saltos"\r\n',
    [{ name: 'Torres, Ana', notes: 'Lesión: rodilla; sin saltos' }],
  ],
  [
    'a till, with a row a payment',
    () =>
      'Fecha;Cliente;Cédula;Celular;Vence\n1/1/2026;Ana Torres;;809-555-0101;31/01/2026\n1/2/2026;ANA TORRES;;;28/02/2026\n5/2/2026;Luis Peña;;;5/3/2026\n1/3/2026;Ana Torres;;809-555-0101;31/12/2040\n',
    [{ name: 'Ana Torres', phone_number: '809-555-0101', expire: '2041-01-01' }, { name: 'Luis Peña' }],
  ],
  [
    'somebody who writes what is not there',
    () => '\ufeffNombre,Teléfono,Correo,Dirección\nAna Torres,N/A,-,no tiene\nLuis Peña,829-555-0102,,Calle 3\n',
    [
      { name: 'Ana Torres', phone_number: null, email: null },
      { name: 'Luis Peña', address: 'Calle 3' },
    ],
  ],
]

test.each(hands)('%s', async (_, file, stored) => {
  const gym = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
  await makePlan(gym, { name: 'Mensual' })
  const bytes = await file()
  const send = async (fields: object = {}) => {
    const { status, json, text } = await rawCall(app.app, gym.admin.token, 'clients.import', {
      payload: uploadOf(bytes, { filename: 'socios.csv', fields }),
    })
    expect(status, text).toBe(200)
    return json as ClientImportAnswer
  }
  const shown = await send()
  expect(shown).toMatchObject({ ready: stored.length, rejected: { count: 0 } })
  await send({ confirm: shown.digest })
  const { items } = await gym.admin.call('clients.list', { query: { size_page: 100 } })
  const held = items.map(({ membership, ...client }) => ({
    ...client,
    membership: membership?.name ?? null,
    expire: membership?.expire_membership ?? null,
  }))
  expect(held).toHaveLength(stored.length)
  for (const each of stored) expect(held).toContainEqual(expect.objectContaining(each))
  expect(await send()).toMatchObject({ ready: 0, present: { count: shown.ready + shown.present.count } })
})
