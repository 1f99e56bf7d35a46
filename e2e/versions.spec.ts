// The server has another version than the page that is open.
import { expect } from '@playwright/test'
import { test } from './product.ts'
import { enter, field, makeClient } from './scenes.ts'

test('a new version is offered once nothing is unsaved, and taken by a button', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  const answered = page.waitForResponse(/\/v1\/gym-info\//)
  await enter(page, product, gym.api, '/settings?tab=notifications')
  const began = await page.locator('script[type=module][src]').getAttribute('src')
  expect(began).toBe(`/assets/${(await answered).headers()['x-build']}.js`)
  const phone = field(page, 'Teléfono que recibe el reporte')
  await hand.write(phone, '809')
  let polls = 0
  await page.route('**/v1/devices/', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'index-otra' } })
    polls += 1
  })
  await expect.poll(() => polls).toBeGreaterThan(0)
  const offer = page.getByRole('button', { name: 'Actualizar' })
  await expect(phone).toHaveValue('809')
  await expect(offer).toHaveCount(0)
  await hand.press('Control+a', 'Delete')
  await expect(page.getByText('Hay una versión nueva')).toBeVisible()
  await page.unroute('**/v1/devices/')
  await page.evaluate('window.former = true')
  await offer.click()
  await expect.poll(() => page.evaluate('window.former')).toBeUndefined()
  await expect(phone).toHaveValue('')
  await expect(offer).toHaveCount(0)
})

test('a dialog whose code cannot be fetched says so, and opens when it can', { tag: '@deep' }, async ({
  page,
  product,
  gym,
}) => {
  const client = await makeClient(gym, 'Ana Brújula')
  await page.route('**/assets/dialogs-*.js', (route) => route.abort())
  await enter(page, product, gym.api, `/clients?client=${client.id}`)
  await page.getByRole('dialog', { name: 'Ficha del cliente' }).getByRole('button', { name: 'Historial' }).click()
  const dialog = page.getByRole('dialog', { name: 'No se pudo cargar esta parte' })
  await expect(dialog).toBeVisible()
  await page.unroute('**/assets/dialogs-*.js')
  await dialog.getByRole('button', { name: 'Reintentar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: /Historial/ })).toBeVisible()
})
