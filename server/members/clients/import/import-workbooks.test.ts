// Excel files as gyms keep them: a cover sheet, a sheet for each month, merged titles, dates and phones as numbers,
// titles repeated on each page.
import { expect, test } from 'vitest'
import { makeGym, makeUser, type TestGym } from '../../../testing/factories.ts'
import { makeClientImportCalls } from '../../../testing/import-clients.ts'
import { makeWorkbook } from '../../../testing/make-workbook.ts'
import { startTestAppForFile } from '../../../testing/test-app.ts'

let gym: TestGym
const app = await startTestAppForFile()
const { send, show, bring } = makeClientImportCalls(() => app, 'socios.xlsx')
const clientsOf = async () => (await gym.admin.call('clients.list', { query: { size_page: 100 } })).items

test('import workbook: reads the sheet that lists people, or the chosen sheet', { tags: ['deep'] }, async () => {
  gym = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
  const month = (name: string, ...people: string[]) => ({
    name,
    rows: [['Nombre', 'Vence'], ...people.map((each) => [each, { day: '2030-12-31' }])],
  })
  const file = await makeWorkbook(
    { name: 'Portada', rows: [['GIMNASIO QUISQUEYA'], ['Libro de socios'], ['2026']] },
    { name: 'Vacía', rows: [] },
    month('Enero & febrero', 'Ana Peña', 'Luis Mota'),
    month('Marzo', 'Eva Díaz'),
  )
  const shown = await bring(gym.admin, file)
  expect(shown).toMatchObject({ sheets: ['Portada', 'Enero & febrero', 'Marzo'], sheet: 1, titles_row: 1, ready: 2 })
  expect((await clientsOf()).map(({ name }) => name).sort()).toEqual(['Ana Peña', 'Luis Mota'])
  expect(await bring(gym.admin, file, { sheet: '2' })).toMatchObject({ sheet: 2, imported: { count: 1 } })
  expect((await clientsOf()).map(({ name }) => name)).toContain('Eva Díaz')
  expect(await show(gym.admin, file, { sheet: '0' })).toMatchObject({
    sheet: 0,
    refusal: 'Di qué columna es el nombre.',
  })
  // The digest from the preview of one sheet does not confirm another sheet.
  const eva = await show(gym.admin, file, { sheet: '2' })
  expect((await send(gym.admin, file, { sheet: '1', confirm: eva.digest })).status).toBe(409)
  for (const sheet of ['-1', '1.5', 'Marzo', '"2"'])
    expect((await send(gym.admin, file, { sheet })).status, sheet).toBe(422)
})

test('import workbook: handles merged titles, empty columns and repeated headers', {
  tags: ['deep'],
}, async () => {
  gym = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
  const head = [
    [null, null, null, 'Contacto', null, null, 'Membresía', null],
    ['N.º', null, 'Nombre', 'Teléfono', 'Correo', null, 'Inicio', 'Vence'],
  ]
  const file = await makeWorkbook({
    name: 'Socios',
    merged: ['A1:H1', 'D3:F3', 'G3:H3'],
    rows: [
      ['GIMNASIO QUISQUEYA'],
      [],
      ...head,
      [701, null, 'Ana Peña', 8_095_550_101, 'ana@ejemplo.do', null, { day: '2026-01-01' }, { day: '2030-12-31' }],
      [702, null, 'Luis Mota', '809-555-0102', null, null, '1/1/2026', '31/12/2030'],
      ['GIMNASIO QUISQUEYA'],
      [],
      ...head,
      ['703', null, 'Eva Díaz', '8095550103.0', null, null, 46_023, 'martes, 31 de diciembre de 2030'],
      [null, null, 'Total socios: 3', null, null, null, null, null],
    ],
  })
  const shown = await bring(gym.admin, file)
  expect(shown).toMatchObject({ titles_row: 4, ready: 3, members: 3, rejected: { count: 0 } })
  const all = (await clientsOf()).map(({ name, id_zkteco, phone_number, membership }) => [
    name,
    id_zkteco,
    phone_number,
    membership?.start_date,
    membership?.expire_membership,
  ])
  const days = ['2026-01-01', '2031-01-01']
  expect(all.sort()).toEqual([
    ['Ana Peña', 701, '8095550101', ...days],
    ['Eva Díaz', 703, '8095550103', ...days],
    ['Luis Mota', 702, '809-555-0102', ...days],
  ])
  expect(await show(gym.admin, file)).toMatchObject({ ready: 0, present: { count: 3 }, rejected: { count: 0 } })
})

test('import workbook: a PIN in the file replaces a generated one, but not one that was typed', async () => {
  gym = await makeGym(app)
  const worker = await makeUser(gym, 'gym_worker', { id_zkteco: 2 })
  const numbers = async () => {
    const [users, clients] = [await gym.admin.call('users.list'), await clientsOf()]
    return Object.fromEntries([...users, ...clients].map(({ name, id_zkteco }) => [name, id_zkteco]))
  }
  const owner = (await gym.admin.call('users.list')).find(({ id_zkteco }) => id_zkteco === 1)?.name ?? ''
  const file = 'Código;Nombre\n1;Juan\n2;Luz\n3;Eva\n;Noé'
  const shown = await bring(gym.admin, file)
  expect(shown.rejected.first).toMatchObject([{ row: 3, reasons: [`Número: Ya es de ${worker.name}, del personal`] }])
  expect(await numbers()).toEqual({ [worker.name]: 2, Juan: 1, Eva: 3, Noé: 4, [owner]: 5 })
  expect(await show(gym.admin, file)).toMatchObject({ ready: 0, present: { count: 3 } })
})
