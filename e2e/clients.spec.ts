import { expect } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findField, findTableRows, makeClient, openScreen } from './gym-steps.ts'

test('client list: shows the newest client first, in pages of ten @deep', async ({ page, product, gym }) => {
  for (let number = 1; number <= 10; number++) await makeClient(gym, `Socio ${number}`)
  await openScreen(page, product, gym.api, '/clients')
  await expect(findTableRows(page, 'Clientes')).toHaveCount(10)
  await expect(findTableRows(page, 'Clientes').first()).toContainText('Socio 10')
  const picker = page.getByRole('combobox', { name: 'Filas por página' })
  await expect(picker).toHaveCount(0)
  // The list, while open, also shows clients created elsewhere.
  await makeClient(gym, 'José Núñez')
  await expect(findTableRows(page, 'Clientes').first()).toContainText('José Núñez')
  await expect(page.getByText('1 / 2')).toBeVisible()
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(page.getByText('2 / 2')).toBeVisible()
  await expect(findTableRows(page, 'Clientes')).toHaveCount(1)
  await expect(page).toHaveURL(/page=1/)
  await picker.selectOption('20')
  await expect(findTableRows(page, 'Clientes')).toHaveCount(11)
  await expect(page.getByText('1 / 1')).toBeVisible()
})

test('client list: keeps its rows and retries while the server is away @deep', async ({ page, product, gym, hand }) => {
  const client = await makeClient(gym, 'Rosa Paulino')
  await openScreen(page, product, gym.api, '/clients')
  await expect(findTableRows(page, 'Clientes').first()).toContainText('Rosa Paulino')
  await page.route('**/v1/**', (route) => route.abort())
  await findTableRows(page, 'Clientes').first().click()
  await expect(page.getByText('Sin conexión con el servidor. Reintentando…')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Ficha del cliente' })).toContainText('Rosa Paulino')
  await page.unroute('**/v1/**')
  await page.keyboard.press('Escape')
  // Blocks the poll of devices, because any answered call ends the notice that the server is unreachable.
  await hand.write(findField(page, 'Buscar cliente'), 'rosa')
  await expect(page.getByText('Sin conexión con el servidor. Reintentando…')).toHaveCount(0)
  await findTableRows(page, 'Clientes').first().click()
  await expect(page).toHaveURL(/card\?name=rosa$/)
  await page.route(`**/v1/clients/${client.id}`, (route) =>
    route.fulfill({ status: 403, json: { detail: 'No se puede' } }),
  )
  await page.reload()
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await expect(card.getByRole('alert')).toContainText('Error al cargar el cliente')
  await page.unroute(`**/v1/clients/${client.id}`)
  await card.getByRole('button', { name: 'Reintentar' }).click()
  await expect(card.getByRole('heading', { name: 'Rosa Paulino' })).toBeVisible()
})
