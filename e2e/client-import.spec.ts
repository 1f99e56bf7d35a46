// A gym moves in: its members come in a file of the program before.
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { makeTerminal, test } from './product.ts'
import { enter, listClients, makePlan, noteAttendance, rowsOf } from './scenes.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Importar clientes' })
const choose = (page: Page, name: string, lines: readonly string[]) =>
  dialogOf(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
const submit = (page: Page, label: string) => dialogOf(page).getByRole('button', { name: label, exact: true })

const members = [
  'Gimnasio Quisqueya;;;;',
  'Nombre y apellido;N.º;Tel.;Fecha nac.;Vence;Llave',
  'Ana Peña;701;809-555-0001;24/07/1990;31/12/2030;A1',
  'José Núñez;702;809-555-0002;31/02/1990;30/06/2030;A2',
  'Luz Marte;;829-555-0003;;15/01/2030;',
  'Total;;;;;2',
]

test('a file is shown, mended, imported by keyboard and undone', async ({ page, product, gym, hand }) => {
  await makePlan(gym)
  await enter(page, product, gym.api, '/clients')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  await hand.press('Control+k')
  await expect(page.locator(':focus')).toHaveRole('combobox')
  await hand.type('importar cl')
  await hand.press('Enter')
  await choose(page, 'socios.csv', members)
  const dialog = dialogOf(page)
  await expect(dialog.getByText('Se agregarán 2 clientes, 2 con membresía.')).toBeVisible()
  await expect(dialog.getByText('Fila 4, José Núñez: Nacimiento: Esa fecha no existe')).toBeVisible()
  await expectNoBarrier(page, 'an import')
  // Nothing is stored before it is confirmed.
  expect((await listClients(gym)).total).toBe(0)

  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar para corregir' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('Clientes por corregir.xlsx')
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  // A column is something else than it is called.
  await dialog.getByRole('combobox', { name: 'Qué es la columna Llave' }).selectOption({ label: 'Notas' })
  await dialog.getByRole('combobox', { name: 'Qué es la columna Fecha nac.' }).selectOption({ label: 'No se importa' })
  await expect(dialog.getByText('Se agregarán 3 clientes, 3 con membresía.')).toBeVisible()
  await submit(page, 'Importar 3 clientes').focus()
  await hand.press('Control+Enter')
  await expect(page.getByText('3 clientes importados')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(rowsOf(page, 'Clientes')).toHaveCount(3)
  await expect(rowsOf(page, 'Clientes').filter({ hasText: 'Ana Peña' })).toContainText('31/12/2030')
  expect((await listClients(gym)).items).toContainEqual(
    expect.objectContaining({ name: 'José Núñez', id_zkteco: 702, notes: 'A2' }),
  )

  // The same file, brought once more, doubles nobody.
  await page.getByTitle('Importar clientes', { exact: true }).click()
  await expect(dialog.getByText(/importó 3 clientes de socios\.csv/)).toBeVisible()
  await choose(page, 'socios.csv', members)
  await expect(dialog.getByText('Todos los de este archivo ya son clientes.')).toBeVisible()
  await expect(submit(page, 'Importar')).toHaveAttribute('aria-disabled', 'true')
  await hand.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByTitle('Importar clientes', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('dialog', { name: 'Deshacer la importación' }).getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('3 clientes eliminados.')).toBeVisible()
  await expect(page.getByText('No hay clientes')).toBeVisible()
  expect((await listClients(gym)).total).toBe(0)
})

test('of two that were imported the one stays with whom something happened', async ({ page, product, gym }) => {
  await enter(page, product, gym.api, '/clients/import')
  await choose(page, 'socios.csv', ['Nombre', 'Ana Peña', 'Luz Marte'])
  await submit(page, 'Importar 2 clientes').click()
  await expect(page.getByText('2 clientes importados')).toBeVisible()
  const [client] = (await listClients(gym)).items
  await noteAttendance(gym, { id: client?.id ?? 0 })
  await page.goto(`${product.pageAddress}/clients/import`)
  await dialogOf(page).getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('dialog', { name: 'Deshacer la importación' }).getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText(/^1 cliente eliminado\. Se queda 1 de aquellos con los que ya se trabajó/)).toBeVisible()
})

test('what is no list of clients is told, and another file can be chosen; on a phone nothing is cut off', async ({
  page,
  product,
  gym,
}) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await enter(page, product, gym.api, '/clients/import')
  const dialog = dialogOf(page)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'foto.xlsx', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0, 1]) })
  await expect(dialog.getByText(/El archivo no se pudo leer/)).toBeVisible()
  await choose(page, 'quienes.csv', ['Quién;Qué', 'Ana;809'])
  await expect(dialog.getByText('Di qué columna es el nombre.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Qué es la columna Quién' }).selectOption({ label: 'Nombre' })
  await expect(submit(page, 'Importar 1 cliente')).toBeEnabled()
  await choose(page, 'socios.csv', members)
  await expect(dialog.getByText('Se agregarán 2 clientes')).toBeVisible()
  const rights = await dialog.locator('*').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
  const tooWide = rights.filter((right) => right > 375).length
  expect(tooWide).toBe(0)
})

test('who sells beside an import sees it come; what changed since it was shown is told', async ({
  page,
  product,
  gym,
}) => {
  await enter(page, product, gym.api, '/clients/import')
  await choose(page, 'socios.csv', members)
  await expect(dialogOf(page).getByText('Se agregarán 2 clientes')).toBeVisible()
  await gym.api.call('POST', '/clients/', { name: 'Rosa Peguero', id_zkteco: 701 })
  await submit(page, 'Importar 2 clientes').click()
  await expect(
    dialogOf(page).getByText('Los datos cambiaron desde que se mostró el archivo. Revísalo de nuevo.'),
  ).toBeVisible()
  await expect(dialogOf(page).getByText('Fila 3, Ana Peña: Número: Ya es de Rosa Peguero')).toBeVisible()
  await submit(page, 'Importar 1 cliente').click()
  await expect(page.getByText('1 cliente importado', { exact: true })).toBeVisible()
})

test('whoever a terminal holds already is told, and whose number is somebody else’s there', async ({
  page,
  product,
  gym,
}) => {
  const terminal = await makeTerminal(product, gym, {
    users: [
      { pin: '77', name: 'LUIS TERRERO', verify: 0 },
      { pin: '15', name: 'Pedro Mota', verify: 0 },
      { pin: '90', name: 'Noemí Sosa', verify: 0 },
    ],
  })
  terminal.start()
  await expect
    .poll(async () => (await gym.api.call<{ strangers: number }[]>('GET', '/devices/status'))[0]?.strangers)
    .toBe(3)
  await enter(page, product, gym.api, '/clients/import')
  await choose(page, 'socios.csv', ['Nombre;Número', 'Luis Terrero;', 'Ana Díaz;15'])
  const dialog = dialogOf(page)
  await expect(dialog.getByText('Fila 3, Ana Díaz: En Puerta principal el número 15 es de Pedro Mota')).toBeVisible()
  await dialog.getByText('1 fila de quien ya está en un dispositivo').click()
  await expect(dialog.getByText('Fila 2, Luis Terrero: Está en Puerta principal con el número 77')).toBeVisible()
  await dialog.getByText('1 persona de un dispositivo no es de ninguna fila').click()
  await expect(dialog.getByText('Noemí Sosa, número 90, en Puerta principal')).toBeVisible()
  await expectNoBarrier(page, 'an import beside a terminal')
  await dialog.getByRole('combobox', { name: 'Qué es la columna Número' }).selectOption({ label: 'No se importa' })
  await expect(dialog.getByText('es de Pedro Mota')).toHaveCount(0)
  await submit(page, 'Importar 2 clientes').click()
  await expect(page.getByText('2 clientes importados')).toBeVisible()
  expect((await listClients(gym)).items).toContainEqual(
    expect.objectContaining({ name: 'Luis Terrero', id_zkteco: 77 }),
  )
  await terminal.stop()
})

test('of a person in several rows each shows what it adds, and may be said to be another’s', async ({
  page,
  product,
  gym,
  hand,
}) => {
  await enter(page, product, gym.api, '/clients/import')
  await choose(page, 'pagos.csv', [
    'Nombre;Tel.;Inicio;Vence',
    'Ana Peña;809-555-0001;1/1/2030;31/1/2030',
    'Ana Peña;;1/2/2030;28/2/2030',
    'Luz Marte;;;',
    'LUZ MARTE;829-555-0003;;',
  ])
  const dialog = dialogOf(page)
  await expect(dialog.getByText('2 filas repiten a alguien de más arriba, y dicen algo más')).toBeVisible()
  await expect(dialog.getByText('Repite la fila 2: el mismo nombre')).toBeVisible()
  await expect(dialog.getByText('Agrega: Pagado hasta 28/02/2030')).toBeVisible()
  await expect(dialog.getByText('Se agregarán 2 clientes, 1 con membresía.')).toBeVisible()
  await expectNoBarrier(page, 'an import of several rows of one')
  await dialog.getByRole('combobox', { name: 'Qué hacer con la fila 5' }).focus()
  await hand.type('Es o')
  await expect(dialog.getByText('Se agregarán 3 clientes, 1 con membresía.')).toBeVisible()
  await submit(page, 'Importar 3 clientes').click()
  await expect(page.getByText('3 clientes importados')).toBeVisible()
  const { items } = await listClients(gym)
  expect(items.map(({ name, phone_number }) => [name, phone_number]).sort()).toEqual([
    ['Ana Peña', '809-555-0001'],
    ['LUZ MARTE', '829-555-0003'],
    ['Luz Marte', null],
  ])
})

test('the line breaks while it is written: it is known what was, and nothing is doubled', async ({
  page,
  product,
  gym,
}) => {
  await enter(page, product, gym.api, '/clients/import')
  await choose(page, 'socios.csv', members)
  await expect(dialogOf(page).getByText('Se agregarán 2 clientes')).toBeVisible()
  let broken = false
  await page.route('**/v1/clients/import', async (route) => {
    if (broken || route.request().method() !== 'POST') return route.fallback()
    broken = true
    // Written, and its answer lost.
    await route.fetch()
    await route.abort()
  })
  await submit(page, 'Importar 2 clientes').click()
  await expect(page.getByText('2 clientes importados')).toBeVisible({ timeout: 30_000 })
  expect(broken).toBe(true)
  expect((await listClients(gym)).total).toBe(2)
})

test('who is there already is completed, row by row or all, and as they were when it is undone', async ({
  page,
  product,
  gym,
  hand,
}) => {
  await gym.api.call('POST', '/clients/', { name: 'Ana Peña' })
  await gym.api.call('POST', '/clients/', { name: 'Luz Marte' })
  await gym.api.call('POST', '/clients/', { name: 'Rosa Mota', phone_number: '8495550009' })
  await page.setViewportSize({ width: 375, height: 740 })
  await enter(page, product, gym.api, '/clients/import')
  await choose(page, 'socios.csv', [
    'Nombre;Tel.;Vence',
    'ANA PENA;809-555-0001;31/12/2030',
    'Luz Marte;829-555-0003;',
    'Luis Mota;849-555-0009;',
  ])
  const dialog = dialogOf(page)
  await expect(dialog.getByText('2 filas parecen de quien ya es cliente')).toBeVisible()
  await expect(dialog.getByText('Parece ser Rosa Mota, número 4: el mismo teléfono')).toBeVisible()
  await expectNoBarrier(page, 'an import of who is there')
  // By keyboard: the first letters of a choice.
  await dialog.getByRole('combobox', { name: 'Qué hacer con la fila 2' }).focus()
  await hand.type('Es la')
  await expect(dialog.getByText('Se agregará 1 cliente y se completará la ficha de 1 cliente')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Para todas' }).selectOption({ label: 'Es la misma persona: completar' })
  await submit(page, 'Importar 1 y completar 2').click()
  await expect(page.getByText('3 clientes importados')).toBeVisible()
  const nameAnd = async () =>
    (await listClients(gym)).items.map(({ name, phone_number }) => [name, phone_number]).sort()
  expect(await nameAnd()).toEqual([
    ['Ana Peña', '809-555-0001'],
    ['Luis Mota', '849-555-0009'],
    ['Luz Marte', '829-555-0003'],
    ['Rosa Mota', '8495550009'],
  ])
  await page.goto(`${product.pageAddress}/clients/import`)
  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('dialog', { name: 'Deshacer la importación' }).getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('1 cliente eliminado. 2 clientes vuelven a estar como estaban.')).toBeVisible()
  expect(await nameAnd()).toEqual([
    ['Ana Peña', null],
    ['Luz Marte', null],
    ['Rosa Mota', '8495550009'],
  ])
})
