// Client files as different programs and people write them. Importing a file twice must create no duplicate.
import { expect, test } from 'vitest'
import { makeGym, makePlan } from '../../../testing/factories.ts'
import { makeClientImportCalls } from '../../../testing/import-clients.ts'
import { makeWorkbook } from '../../../testing/make-workbook.ts'
import { startTestAppForFile } from '../../../testing/test-app.ts'

const app = await startTestAppForFile()
const { show, bring } = makeClientImportCalls(() => app, 'socios.csv')

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
      makeWorkbook({
        name: 'Socios',
        rows: [
          ['GIMNASIO NÚÑEZ', '', ''],
          ['Socios de junio', '', ''],
          ['', '', ''],
          ['Nombre', 'Tel.', 'Pagó'],
          ['Ana Torres', '809 555 0101', '1500'],
          ['', '', ''],
          ['Luis Peña', '', '1500'],
          ['TOTAL', '', '3000'],
        ],
      }),
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
    'a till, with a row a payment',
    () =>
      'Fecha;Cliente;Cédula;Celular;Vence\n1/1/2026;Ana Torres;;809-555-0101;31/01/2026\n1/2/2026;ANA TORRES;;;28/02/2026\n5/2/2026;Luis Peña;;;5/3/2026\n1/3/2026;Ana Torres;;809-555-0101;31/12/2040\n',
    [{ name: 'Ana Torres', phone_number: '809-555-0101', expire: '2041-01-01' }, { name: 'Luis Peña' }],
  ],
]

test.each(hands)(
  'import: a file of %s is imported, and importing it again creates no duplicate',
  async (_, file, stored) => {
    const { admin } = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
    await makePlan({ admin }, { name: 'Mensual' })
    const bytes = await file()
    const shown = await bring(admin, bytes)
    expect(shown).toMatchObject({ ready: stored.length, rejected: { count: 0 } })
    const { items } = await admin.call('clients.list', { query: { size_page: 100 } })
    const held = items.map(({ membership, ...client }) => ({
      ...client,
      expire: membership?.expire_membership ?? null,
    }))
    expect(held).toHaveLength(stored.length)
    for (const each of stored) expect(held).toContainEqual(expect.objectContaining(each))
    expect(await show(admin, bytes)).toMatchObject({ ready: 0, present: { count: shown.ready + shown.present.count } })
  },
)
