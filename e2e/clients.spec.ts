import { expect, type Route } from '@playwright/test'
import { test } from './product.ts'
import {
  enter,
  field,
  gymDay,
  listClients,
  makeClient,
  makePlan,
  readClient,
  rowsOf,
  sellPlan,
  written,
} from './scenes.ts'

test('client list: newest first, searched without accents, page size from 11 rows on', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  for (let number = 1; number <= 10; number++) await makeClient(gym, `Socio ${number}`)
  await enter(page, product, gym.api, '/clients')
  await expect(rowsOf(page, 'Clientes')).toHaveCount(10)
  await expect(rowsOf(page, 'Clientes').first()).toContainText('Socio 10')
  const picker = page.getByRole('combobox', { name: 'Filas por página' })
  await expect(picker).toHaveCount(0)
  // An open list shows clients made elsewhere.
  await makeClient(gym, 'José Núñez')
  await expect(rowsOf(page, 'Clientes').first()).toContainText('José Núñez')
  await expect(page.getByText('1 / 2')).toBeVisible()
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page.getByText('2 / 2')).toBeVisible()
  await expect(rowsOf(page, 'Clientes')).toHaveCount(1)
  await expect(page).toHaveURL(/page=1/)
  await picker.selectOption('20')
  await expect(rowsOf(page, 'Clientes')).toHaveCount(11)
  await expect(page.getByText('1 / 1')).toBeVisible()
  const search = field(page, 'Buscar cliente')
  await hand.write(search, 'nunez jose', { pause: { after: 6, for: 500 } })
  await expect(rowsOf(page, 'Clientes')).toHaveCount(1)
  await expect(rowsOf(page, 'Clientes').filter({ hasText: 'José Núñez' })).toHaveCount(1)
  await hand.write(search, 'nadie así')
  await expect(page.getByText('No hay clientes')).toBeVisible()
})

test('client row: shows status, plan and expiry, green until the last day and red afterwards', async ({
  page,
  product,
  gym,
}) => {
  const plan = await makePlan(gym, 'Semanal', 7)
  const valid = await makeClient(gym, 'Vigente Hoy', { is_active: false })
  const ended = await makeClient(gym, 'Vencida Ayer')
  await sellPlan(gym, plan, valid, gymDay(-6))
  await sellPlan(gym, plan, ended, gymDay(-7))
  await enter(page, product, gym.api, '/clients')
  const row = (name: string) => rowsOf(page, 'Clientes').filter({ hasText: name })
  await expect(row('Vigente Hoy')).toContainText(`${written(gymDay())}Vigente`)
  await expect(row('Vencida Ayer')).toContainText(`${written(gymDay(-1))}Vencida`)
  const colour = (name: string, day: string) =>
    row(name)
      .getByText(written(day))
      .evaluate((element) => element.ownerDocument.defaultView.getComputedStyle(element).color)
  const [good, bad] = [await colour('Vigente Hoy', gymDay()), await colour('Vencida Ayer', gymDay(-1))]
  expect(rgb(good).green).toBeGreaterThan(rgb(good).red)
  expect(rgb(bad).red).toBeGreaterThan(rgb(bad).green)
  await expect(row('Vigente Hoy').getByRole('cell', { name: 'Inactivo' })).toBeVisible()
  await expect(row('Vencida Ayer').getByRole('cell', { name: 'Activo', exact: true })).toBeVisible()
  // The imported client has no plan yet.
  await page.route('**/v1/clients/?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('"Semanal"', '"Membresía Importada"') })
  })
  await page.reload()
  await expect(row('Vigente Hoy').getByRole('cell', { name: 'Sin plan' })).toBeVisible()
  await expect(page.getByText('Membresía Importada')).toHaveCount(0)
})

function rgb(colour: string): { red: number; green: number } {
  const [red = 0, green = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return { red, green }
}

test('client: deleted after a confirmation', async ({ page, product, gym }) => {
  const client = await makeClient(gym, 'Altagracia Mota')
  await enter(page, product, gym.api, '/clients')
  const remove = page.getByRole('button', { name: 'Eliminar Altagracia Mota' })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Confirmación' })
  await expect(dialog.getByText('¿Estás seguro de que deseas eliminar este cliente?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(remove).toBeFocused()
  expect((await listClients(gym)).total).toBe(1)
  await remove.click()
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Cliente eliminado correctamente')).toBeVisible()
  await expect(page.getByText('No hay clientes')).toBeVisible()
  await expect(readClient(gym, client.id)).rejects.toThrow('404')
})

test('client card: opens by click, keyboard and address, and survives reload and Back', async ({
  page,
  product,
  gym,
}) => {
  const client = await makeClient(gym, 'Rosa Elena Díaz', {
    email: 'rosa@example.com',
    phone_number: '809 555 0101',
    address: 'Calle El Conde 3',
    card_number: '5501234',
    notes: 'Prefiere las mañanas',
  })
  await sellPlan(gym, await makePlan(gym), client)
  await enter(page, product, gym.api, '/clients')
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  const row = rowsOf(page, 'Clientes').first()
  await row.click()
  for (const text of ['rosa@example.com', '809 555 0101', 'Calle El Conde 3', '5501234', 'Prefiere las mañanas'])
    await expect(card.getByText(text)).toBeVisible()
  for (const text of ['Activo', 'Mensual', `Puede entrar hasta el ${written(gymDay(29))}`])
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/clients/${client.id}/card$`))
  await page.reload()
  await expect(card.getByRole('heading', { name: 'Rosa Elena Díaz' })).toBeVisible()
  await page.goBack()
  await expect(card).toHaveCount(0)
  await row.getByRole('link', { name: 'Rosa Elena Díaz', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(card.getByRole('heading', { name: 'Rosa Elena Díaz' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await expect(row.getByRole('link', { name: 'Rosa Elena Díaz', exact: true })).toBeFocused()
  // An address of an earlier version.
  await page.goto(`${product.address}/clients?client=${client.id + 1000}`)
  await expect(page.getByText('Error al cargar el cliente')).toBeVisible()
})

test('clients: without a server the page keeps its rows and retries', {
  tag: '@deep',
}, async ({ page, product, gym, hand }) => {
  const client = await makeClient(gym, 'Rosa Paulino')
  await enter(page, product, gym.api, '/clients')
  await expect(rowsOf(page, 'Clientes').first()).toContainText('Rosa Paulino')
  await page.route('**/v1/**', (route) => route.abort())
  await rowsOf(page, 'Clientes').first().click()
  await expect(page.getByText('Sin conexión con el servidor. Reintentando…')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Ficha del cliente' })).toContainText('Rosa Paulino')
  await page.unroute('**/v1/**')
  await page.keyboard.press('Escape')
  // Any answered call ends it, so the devices' poll is blocked.
  await hand.write(field(page, 'Buscar cliente'), 'rosa')
  await expect(page.getByText('Sin conexión con el servidor. Reintentando…')).toHaveCount(0)
  await rowsOf(page, 'Clientes').first().click()
  await expect(page).toHaveURL(/card\?name=rosa$/)
  await page.route(`**/v1/clients/${client.id}`, (route) =>
    route.fulfill({ status: 403, json: { detail: 'No se puede' } }),
  )
  await page.reload()
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await expect(card.getByRole('alert')).toContainText('Error al cargar el cliente')
  // A background refresh between press and release must not swallow the click.
  const retry = card.getByRole('button', { name: 'Reintentar' })
  const refresh = Promise.withResolvers<Route>()
  await page.unroute(`**/v1/clients/${client.id}`)
  await page.route(`**/v1/clients/${client.id}`, refresh.resolve)
  await hand.click(retry, async () => {
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    await refresh.promise
  })
  await expect(retry).toBeDisabled()
  await (await refresh.promise).continue()
  await expect(card.getByRole('heading', { name: 'Rosa Paulino' })).toBeVisible()
})
