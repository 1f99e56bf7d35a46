import { expect } from '@playwright/test'
import { makeUser, test } from './product.ts'
import { enter, makeClient, session } from './scenes.ts'

test('history: the client card shows changes with authors to admins only', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  const client = await makeClient(gym, 'Rosa Díaz', { phone_number: '809 555 0101' })
  const manager = await session(product, await makeUser(gym, 'gym_admin'))
  await manager.call('PUT', `/clients/${client.id}`, { phone_number: '829 555 0102', is_active: false })
  await enter(page, product, gym.api, `/clients/${client.id}/card`)
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await expect(card.getByText('No puede entrar: está inactivo')).toBeVisible()
  await card.getByRole('button', { name: 'Historial' }).click()
  const history = page.getByRole('dialog', { name: 'Historial de Rosa Díaz' })
  const entries = history.getByRole('list', { name: 'Historial' }).locator('> li')
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText('Ramón Tavárez')
  await expect(entries.first()).toContainText('cambió el teléfono de 809 555 0101 a 829 555 0102')
  await expect(entries.first()).toContainText('cambió «Activo» de Sí a No')
  await expect(entries.last()).toContainText('Altagracia Peña registró al cliente')
  await entries.last().getByText('Con estos datos').click()
  await expect(entries.last().getByText('Rosa Díaz')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(history).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Historial' })).toBeFocused()

  // Opened over the second page of one history, another client's history starts at its own first page.
  const other = await makeClient(gym, 'Ana Brújula')
  for (let at = 0; at < 10; at++) await gym.api.call('PUT', `/clients/${client.id}`, { notes: `Nota ${at}` })
  await page.goto(`${product.address}/clients/${other.id}/history`)
  const ofOther = page.getByRole('dialog', { name: 'Historial de Ana Brújula' })
  await expect(ofOther.getByText('registró al cliente')).toBeVisible()
  await page.evaluate(`history.pushState({}, '', '/clients/${client.id}/history')`)
  await history.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(history.getByText('registró al cliente')).toBeVisible()
  await page.route(`**/v1/history/?*id=${other.id}&*`, (route) => route.abort())
  await hand.back()
  await expect(ofOther).toBeVisible()
  await expect(ofOther.getByRole('list', { name: 'Historial' }).locator('> li')).toHaveCount(1)
  await expect(ofOther.getByText('cambió el teléfono')).toHaveCount(0)
  await page.unroute(`**/v1/history/?*id=${other.id}&*`)
  await page.goto(`${product.address}/clients/${client.id}/card`)

  const worker = await session(product, await makeUser(gym, 'gym_worker'))
  await page.evaluate(`localStorage.access_token = '${worker.token}'`)
  await page.reload()
  await expect(card.getByRole('heading', { name: 'Rosa Díaz' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Historial' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Eliminados' })).toHaveCount(0)
})
