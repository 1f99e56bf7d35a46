import { expect, type Route } from '@playwright/test'
import { test } from './product.ts'
import { enter, field, gymDay, makeClient, makePlan, rowsOf, sellPlan, written } from './scenes.ts'

test('client list: newest first, paged, with a page size from 11 rows on', { tag: '@deep' }, async ({
  page,
  product,
  gym,
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
})

test('client card: shows the client, and survives reload and Back', async ({ page, product, gym }) => {
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
  await rowsOf(page, 'Clientes').first().click()
  for (const text of ['rosa@example.com', '809 555 0101', 'Calle El Conde 3', '5501234', 'Prefiere las mañanas'])
    await expect(card.getByText(text)).toBeVisible()
  for (const text of ['Activo', 'Mensual', `Puede entrar hasta el ${written(gymDay(29))}`])
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  await page.reload()
  await expect(card.getByRole('heading', { name: 'Rosa Elena Díaz' })).toBeVisible()
  await page.goBack()
  await expect(card).toHaveCount(0)
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
  await page.route(`**/v1/clients/${client.id}`, refresh.resolve)
  await hand.click(retry, async () => {
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    await refresh.promise
  })
  await expect(retry).toBeDisabled()
  await (await refresh.promise).continue()
  await expect(card.getByRole('heading', { name: 'Rosa Paulino' })).toBeVisible()
})
