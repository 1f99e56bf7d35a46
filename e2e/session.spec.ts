import { expect } from '@playwright/test'
import { loginAs, makeUser, masterPassword, test } from './product.ts'

test('login: rejects wrong credentials, and leads to the dashboard', async ({ page, product, gym }) => {
  // Prefetched screen code fails, which must not be an error yet.
  const broken: Error[] = []
  page.on('pageerror', (error) => broken.push(error))
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/Screens-'))
  await page.route('**/assets/Screens-*', (route) => route.abort())
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

test('guard: sends visitors to /, masters to /admin/gyms, workers to /dashboard', async ({ page, product, gym }) => {
  await page.goto(`${product.address}/clients`)
  await expect(page).toHaveURL(`${product.address}/`)
  await loginAs(page, product, 'master', masterPassword)
  await expect(page).toHaveURL(/\/admin\/gyms$/)
  await page.goto(`${product.address}/clients`)
  await expect(page).toHaveURL(/\/admin\/gyms$/)
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  await loginAs(page, product, await makeUser(gym, 'gym_worker'))
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(`${product.address}/settings`)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('link', { name: 'Configuración' })).toHaveCount(0)
})
