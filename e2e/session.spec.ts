import { expect } from '@playwright/test'
import { loginAs, test } from './browser-fixtures.ts'

test('login: wrong credentials are rejected, and right ones lead to the dashboard', async ({ page, product, gym }) => {
  // The prefetch of the screens' code fails, which must not show an error before the login.
  const broken: Error[] = []
  page.on('pageerror', (error) => broken.push(error))
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/GuardedRouter-'))
  await page.route('**/assets/GuardedRouter-*', (route) => route.abort())
  await page.goto(product.address)
  await loginAs(page, product, gym.username, 'equivocada')
  await lost
  await expect(page.getByText('Error de autenticación')).toBeVisible()
  expect(broken).toEqual([])
  await page.unrouteAll()
  await loginAs(page, product, gym.username)
  await expect(page.getByText('Inicio de sesión exitoso.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('main')).toBeFocused()
  await page.goto(product.address)
  await expect(page).toHaveURL(/\/dashboard$/)
})
