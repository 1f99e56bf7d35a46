// What is typed as people type it: key by key and with pauses, pasted, left by Tab, ended by Enter, on a slow computer.
// It is read as it was meant or told, and never becomes something else.
import { expect, type Page } from '@playwright/test'
import { test } from './product.ts'
import { enter, field, gymDay, listClients, makeClient, makePlan, noteAttendance, rowsOf, written } from './scenes.ts'
import { slowDown } from './slow-processor.ts'
import { press } from './stock-scenes.ts'

test.use({ address: 'lan' })

const moneyText = 'Debe ser un importe como 1250 o 1,250.00, con dos decimales como máximo'
const wholeText = 'Debe ser un número entero'

test('money and whole numbers of a form: what the screen shows can be typed, the rest is told and stays', async ({
  page,
  product,
  gym,
  hand,
}) => {
  await slowDown(page, 4)
  await enter(page, product, gym.api, '/memberships')
  await press(page, 'Nuevo plan')
  const dialog = page.getByRole('dialog', { name: 'Agregar Plan de Membresía' })
  const [days, price] = [field(dialog, 'Duración (días)'), field(dialog, 'Precio')]
  await expect(field(dialog, 'Nombre')).toBeFocused()
  await hand.type('Mensual')
  await hand.writeAndLeave(days, '1.5')
  await expect(dialog.getByText(wholeText)).toBeVisible()
  await expect(days).toHaveValue('1.5')
  await expect(price).toBeFocused()
  for (const [typed, told] of [
    ['1.250,00', moneyText],
    ['12.555', moneyText],
    ['mil', moneyText],
    ['-3', 'No puede ser negativo'],
  ] as const) {
    await hand.writeAndLeave(price, typed)
    await expect(price).toHaveValue(typed)
    await expect(dialog.getByText(told)).toBeVisible()
  }
  await price.focus()
  await hand.press('Enter')
  await expect(days).toBeFocused()
  await hand.write(days, '-3')
  await hand.press('Tab')
  await expect(dialog.getByText('No puede ser negativo')).toHaveCount(2)
  await hand.write(days, '30')
  await price.focus()
  await hand.press('Control+a')
  await hand.paste('1,250.00')
  await hand.press('Enter')
  await expect(page.getByText('Plan de Membresía creado con éxito.')).toBeVisible()
  const plans = () => gym.api.call<{ name: string; price: string; duration_days: number }[]>('GET', '/memberships/')
  const mensual = async () => (await plans()).find(({ name }) => name === 'Mensual')
  expect(await mensual()).toMatchObject({ price: '1250.00', duration_days: 30 })

  await press(page, 'Editar Mensual')
  const edit = page.getByRole('dialog', { name: 'Editar Plan de Membresía' })
  const again = field(edit, 'Precio')
  await expect(again).toHaveValue('1,250.00')
  await hand.write(again, '1312,50', { pause: { after: 2, for: 700 } })
  await hand.press('Enter')
  await expect(page.getByText('Plan de Membresía editado con éxito.')).toBeVisible()
  expect(await mensual()).toMatchObject({ price: '1312.50' })
})

test('a birth date: day first, with or without zeros, none that is still to come', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  await enter(page, product, gym.api, '/clients')
  await press(page, 'Nuevo cliente')
  const dialog = page.getByRole('dialog', { name: 'Agregar Cliente' })
  const birth = field(dialog, 'Fecha de nacimiento')
  await expect(field(dialog, 'Nombre')).toBeFocused()
  await hand.type('Ana Peña')
  // The calendar begins with the years; Escape closes it, and the form stays.
  await birth.focus()
  await hand.press('Alt+ArrowDown')
  const years = page.getByRole('dialog', { name: 'Calendario' })
  await expect(years.getByRole('button').and(page.locator(':focus'))).toHaveText(/^19|^20/)
  await hand.press('Escape')
  await expect(birth).toBeFocused()
  for (const [typed, told] of [
    ['31/02/1990', 'Esa fecha no existe'],
    ['5/6', 'Debe ser una fecha como 24/07/1990'],
    [written(gymDay(1)), 'No puede estar en el futuro'],
  ] as const) {
    await hand.writeAndLeave(birth, typed)
    await expect(birth).toHaveValue(typed)
    await expect(dialog.getByText(told)).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expect(birth).toBeFocused()
  await expect(birth).toHaveValue(written(gymDay(1)))
  await expect(dialog.getByText('No puede estar en el futuro')).toBeVisible()
  expect((await listClients(gym)).total).toBe(0)
  await hand.writeAndLeave(birth, '5/6/90', { pause: { after: 4, for: 600 } })
  await expect(birth).toHaveValue('05/06/1990')
  await birth.focus()
  await hand.press('Control+Enter')
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()
  expect((await listClients(gym)).items).toMatchObject([{ name: 'Ana Peña', birth_date: '1990-06-05' }])
})

test('the start of a membership, typed or picked, is the one that is sold', async ({ page, product, gym, hand }) => {
  await makePlan(gym)
  const ana = await makeClient(gym, 'Ana Peña')
  await enter(page, product, gym.api, `/clients?client=${ana.id}`)
  await press(page.getByRole('dialog', { name: 'Ficha del cliente' }), 'Vender membresía')
  const dialog = page.getByRole('dialog', { name: 'Vender membresía' })
  const start = field(dialog, 'Fecha de inicio')
  await expect(start).toHaveValue(written(gymDay()))
  await dialog.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: /Mensual/ }).click()
  await hand.writeAndLeave(start, '31/9/2026')
  await expect(dialog.getByText('Esa fecha no existe')).toBeVisible()
  await start.focus()
  await hand.press('Control+Enter')
  await expect(start).toHaveValue('31/9/2026')
  // What draws it comes when it is opened, and no earlier.
  const calendarCode = () =>
    page.evaluate(`performance.getEntriesByType('resource').some(({ name }) => /Calendar/.test(name))`)
  expect(await calendarCode()).toBe(false)
  await start.focus()
  await hand.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Calendario' })
  await expect(calendar.getByRole('button').and(page.locator(':focus'))).toBeVisible()
  expect(await calendarCode()).toBe(true)
  await hand.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(start).toBeFocused()
  // Not left before it is sent: the key that sends it commits it.
  await hand.write(start, '1/9/2031', { pause: { after: 3, for: 500 } })
  await hand.press('Control+Enter')
  await expect(page.getByText(/Membresía vendida/)).toBeVisible()
  const { items } = await gym.api.call<{ items: object[] }>('GET', '/membership_payments/')
  expect(items).toMatchObject([{ membership: { start_date: '2031-09-01' } }])
})

test('a search keeps its blanks and its letters at any pace', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  for (const name of ['Ana Pérez', 'Ana Sosa', 'Luis Peña']) await makeClient(gym, name)
  await enter(page, product, gym.api, '/clients')
  const rows = rowsOf(page, 'Clientes')
  await expect(rows).toHaveCount(3)
  await slowDown(page, 4)
  const search = field(page, 'Buscar cliente')
  for (const pause of [350, 600]) {
    await hand.write(search, 'ana perez', { pause: { after: 4, for: pause } })
    await expect(search).toHaveValue('ana perez')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Ana Pérez')
  }
  // A pace at which each letter is announced while the last one is still on its way.
  await hand.write(search, 'ana sosa', { pace: 310 })
  await expect(search).toHaveValue('ana sosa')
  await expect(rows).toHaveText([/Ana Sosa/])
  await hand.write(search, 'luis')
  await hand.press('Enter')
  await expect(rows).toHaveText([/Luis Peña/])
  await expect(page).toHaveURL(/name=luis$/)
  await hand.press('Escape')
  await expect(search).toHaveValue('')
  await expect(rows).toHaveCount(3)
})

const shownBy = (page: Page) => page.getByRole('search').getByRole('status')

test('a filter: what is applied is seen and can be taken away, days in any order, Enter applies', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const [ana, luis] = [await makeClient(gym, 'Ana Brújula'), await makeClient(gym, 'Luis Terrero')]
  await noteAttendance(gym, ana)
  await noteAttendance(gym, luis)
  await noteAttendance(gym, luis, new Date(Date.now() - 3 * 86_400_000))
  await enter(page, product, gym.api, '/attendance')
  await slowDown(page, 4)
  const rows = rowsOf(page, 'Asistencias')
  const [name, start, end] = [
    field(page, 'Nombre del cliente'),
    field(page, 'Fecha de inicio'),
    field(page, 'Fecha de fin'),
  ]
  await expect(rows).toHaveCount(2)
  await name.click()
  await hand.type('ana ')
  await hand.press('Enter')
  await expect(rows).toHaveText([/Ana Brújula/])
  // Emptied by hand the list is still filtered, says so, and both ways out are there.
  await hand.press('Control+a', 'Delete')
  await expect(shownBy(page)).toContainText('«ana»')
  await expect(page.getByRole('button', { name: 'Restablecer' })).toBeVisible()
  await hand.press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Restablecer' })).toHaveCount(0)

  // The end first, so that for a moment the range is turned round.
  await hand.writeAndLeave(end, written(gymDay(-2)))
  await expect(page.getByText('Fecha de inicio: Es posterior a la fecha de fin')).toBeVisible()
  await expect(start).toHaveAccessibleDescription('Fecha de inicio: Es posterior a la fecha de fin')
  await expect(start).toHaveValue(written(gymDay()))
  await end.focus()
  await hand.press('Enter')
  await expect(start).toBeFocused()
  await expect(rows).toHaveCount(2)
  await hand.write(start, written(gymDay(-3)).replace(/\/20/, '/'))
  await hand.press('Enter')
  await expect(rows).toHaveText([/Luis Terrero/])
  await expect(start).toHaveValue(written(gymDay(-3)))
  await hand.writeAndLeave(start, '31/02/2026')
  await expect(page.getByText('Fecha de inicio: Esa fecha no existe')).toBeVisible()
  await expect(shownBy(page)).toContainText(written(gymDay(-3)))
  await page.getByRole('button', { name: 'Restablecer' }).click()
  await expect(rows).toHaveCount(2)
  await expect(start).toHaveValue(written(gymDay()))
  await expect(page.getByText('Esa fecha no existe')).toHaveCount(0)
})

test('empty required fields are told in Spanish, by the page and not by the browser', async ({
  page,
  product,
  gym,
}) => {
  await enter(page, product, gym.api, '/memberships')
  for (const [path, open, submit, first] of [
    ['/memberships', 'Nuevo plan', 'Agregar', 'Nombre'],
    ['/clients', 'Nuevo cliente', 'Agregar', 'Nombre'],
    ['/inventory', 'Registrar producto', 'Agregar', 'Nombre'],
    // Its name is filled in for the first one.
    ['/settings?tab=devices', 'Nuevo dispositivo', 'Agregar', 'Serial number'],
  ] as const) {
    await page.goto(product.pageAddress + path)
    await press(page, open)
    const dialog = page.getByRole('dialog')
    await press(dialog, submit)
    await expect(field(dialog, first)).toBeFocused()
    await expect(dialog.getByText('Este campo es requerido').first()).toBeVisible()
    // Nothing is no wrong number: it is told as what is missing.
    for (const each of await dialog.locator('[aria-invalid=true]').all())
      await expect(each).toHaveAccessibleDescription(/Este campo es requerido/)
    expect(await page.evaluate(`document.querySelectorAll('form:not([novalidate])').length`)).toBe(0)
  }
})
