// A sale that is confirmed before all of its dialog is there.
import { expect } from '@playwright/test'
import { test } from './product.ts'
import { enter } from './scenes.ts'

test('Facturación: Alt+M right after the page began to load opens the membership sale', async ({
  page,
  product,
  gym,
}) => {
  await enter(page, product, gym.api, '/dashboard')
  await page.goto(`${product.address}/billing`, { waitUntil: 'commit' })
  await page.waitForFunction("document.readyState !== 'loading'")
  await page.keyboard.press('Alt+KeyM')
  await expect(page.getByRole('dialog', { name: 'Vender membresía' })).toBeVisible()
})
