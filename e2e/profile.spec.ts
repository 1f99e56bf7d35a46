// Users edit their own profile, whatever their role.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeUser, test, userPassword } from './browser-fixtures.ts'
import { findField, openApiSession, openScreen } from './gym-steps.ts'

test('profile: a worker changes phone, e-mail address and password @deep', async ({ page, product, gym, hand }) => {
  const username = await makeUser(gym, 'gym_worker')
  const worker = await openApiSession(product, username)
  await openScreen(page, product, worker, '/clients')
  await page.getByRole('link', { name: /^Ramón Tavárez, Trabajador/ }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mi perfil')
  await expectNoAccessibilityFault(page, 'profile')

  await hand.writeAndLeave(findField(page, 'Teléfono'), '809-555-0123')
  await hand.writeAndLeave(findField(page, 'Correo'), 'ramon@example.com')
  await hand.write(findField(page, 'Dirección'), 'Calle El Conde 5')
  await hand.press('Enter')
  await expect(page.getByText('Usuario editado con éxito')).toBeVisible()
  const own = () => gym.api.call<{ id: number; username: string }[]>('GET', '/users/')
  const stored = async () => (await own()).find((each) => each.username === username)
  const said = { phone_number: '809-555-0123', email: 'ramon@example.com', address: 'Calle El Conde 5' }
  expect(await stored()).toMatchObject({ ...said, role: { name: 'gym_worker' }, is_active: true })

  const [present, next, again] = [
    findField(page, 'Contraseña actual'),
    findField(page, 'Nueva contraseña'),
    findField(page, 'Confirmar contraseña'),
  ]
  // The show buttons of the three password fields have different names.
  for (const eye of ['la de ahora', 'la de después', 'la repetida'])
    await expect(page.getByRole('button', { name: `Mostrar u ocultar ${eye}` })).toHaveCount(1)
  await hand.write(next, 'una clave nueva')
  await hand.write(present, 'no es esta')
  await hand.write(again, 'una clave nueva')
  await hand.press('Enter')
  await expect(page.getByText('La contraseña actual no es correcta').first()).toBeVisible()
  await expect(present).toHaveAttribute('aria-invalid', 'true')
  await product.loginAs(username, userPassword)
  await hand.write(present, userPassword)
  await hand.enterTwice()
  // The second Enter may arrive after the save, which then reports that nothing changed.
  await expect(page.getByText(/Usuario editado con éxito|No hay cambios que guardar/)).toBeVisible()
  await expect(next).toHaveValue('')
  expect((await product.loginAs(username, 'una clave nueva')).token).toBeTruthy()
  // After a password change this session continues and the user's other session has ended.
  await page.reload()
  await expect(findField(page, 'Teléfono')).toHaveValue('809-555-0123')
})
