// The server has been updated while the page was open.
import { expect } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findField, openScreen } from './gym-steps.ts'

test('new version: a reload is offered once no input is unsaved @deep', async ({ page, product, gym, hand }) => {
  const answered = page.waitForResponse(/\/v1\/gym-info\//)
  await openScreen(page, product, gym.api, '/settings?tab=notifications')
  const began = await page.locator('script[type=module][src]').getAttribute('src')
  expect(began).toBe(`/assets/${(await answered).headers()['x-build']}.js`)
  const phone = findField(page, 'Teléfono que recibe el reporte')
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
