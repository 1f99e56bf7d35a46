import { expect } from '@playwright/test'
import { logIn, makeUser, masterPassword, test } from './product.ts'

test('login: requires both fields, rejects wrong ones, and leads to the dashboard', async ({ page, product, gym }) => {
  // Prefetched screen code fails, which must not be an error yet.
  const broken: Error[] = []
  page.on('pageerror', (error) => broken.push(error))
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/Screens-'))
  await page.route('**/assets/Screens-*', (route) => route.abort())
  await page.goto(product.address)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByText('Usuario y contraseña son requeridos')).toBeVisible()
  await logIn(page, product, gym.username, 'equivocada')
  await lost
  await expect(page.getByText('Error de autenticación')).toBeVisible()
  await expect(
    page.getByText('Las credenciales proporcionadas son incorrectas. Por favor, verifica tu usuario y contraseña.'),
  ).toBeVisible()
  expect(broken).toEqual([])
  await page.unrouteAll()
  await logIn(page, product, gym.username)
  await expect(page.getByText('Inicio de sesión exitoso.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('main')).toBeFocused()
  await page.goto(product.address)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('guard: redirects visitors to /, masters to /admin/gyms, and workers from /settings', async ({
  page,
  product,
  gym,
}) => {
  await page.goto(`${product.address}/clients`)
  await expect(page).toHaveURL(`${product.address}/`)
  await logIn(page, product, 'master', masterPassword)
  await expect(page).toHaveURL(/\/admin\/gyms$/)
  await page.goto(`${product.address}/clients`)
  await expect(page).toHaveURL(/\/admin\/gyms$/)
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  await logIn(page, product, await makeUser(gym, 'gym_worker'))
  await expect(page).toHaveURL(/\/dashboard$/)
  for (const path of ['/admin/gyms', '/settings', '/inventory', '/cash-flow', '/memberships', '/ia']) {
    await page.goto(product.address + path)
    await expect(page, path).toHaveURL(/\/dashboard$/)
  }
  await expect(page.getByRole('link', { name: 'Configuración' })).toHaveCount(0)
})

test('session: every tab explains an end by the server, and none a logout', async ({ context, product, gym }) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  const username = await makeUser(gym, 'gym_worker')
  await logIn(one, product, username)
  await expect(one).toHaveURL(/\/dashboard$/)
  await other.goto(`${product.address}/clients`)
  await expect(other.getByText('No hay clientes')).toBeVisible()
  const users = await gym.api.call<{ id: number; username: string }[]>('GET', '/users/')
  const user = users.find((each) => each.username === username)
  await gym.api.call('PUT', `/users/${user?.id}`, { is_active: false })
  for (const page of [one, other]) {
    await expect(page.getByLabel('Usuario')).toBeVisible()
    await expect(page.getByText('Token inválido')).toBeVisible()
  }
  await gym.api.call('PUT', `/users/${user?.id}`, { is_active: true })
  await other.reload()
  await logIn(one, product, username)
  // Returns to the page of the ended session.
  await expect(other).toHaveURL(/\/clients$/)
  await one.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(other.getByLabel('Usuario')).toBeVisible()
  await expect(other.getByText('Token inválido')).toHaveCount(0)
})
