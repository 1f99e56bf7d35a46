import { expect } from '@playwright/test'
import { logIn, makeUser, masterPassword, test } from './product.ts'

test('login: both fields are required, wrong ones are refused, right ones lead to the dashboard', async ({
  page,
  product,
  gym,
}) => {
  await page.goto(product.address)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByText('Usuario y contraseña son requeridos')).toBeVisible()
  await logIn(page, product, gym.username, 'equivocada')
  await expect(page.getByText('Error de autenticación')).toBeVisible()
  await expect(
    page.getByText('Las credenciales proporcionadas son incorrectas. Por favor, verifica tu usuario y contraseña.'),
  ).toBeVisible()
  await logIn(page, product, gym.username)
  await expect(page.getByText('Inicio de sesión exitoso.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(product.address)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the guard: nobody to /, master to /admin/gyms, others away from it, a worker away from /settings', async ({
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
