import { expect, type Page } from '@playwright/test'
import { test, userPassword } from './browser-fixtures.ts'
import { findField, findTableRows, getGymDay, openApiSession, openScreen } from './gym-steps.ts'

const rowOf = (page: Page, text: string) => findTableRows(page, 'Usuarios').filter({ hasText: text })
const saleDialog = (page: Page, verb: 'Agregar' | 'Editar') => page.getByRole('dialog', { name: `${verb} Cliente` })

test('users: created, edited without changing the password, and deleted @deep', async ({ page, product, gym }) => {
  await openScreen(page, product, gym.api, '/settings')
  await page.getByRole('button', { name: 'Nuevo usuario' }).click()
  const dialog = saleDialog(page, 'Agregar')
  const role = dialog.getByRole('combobox', { name: 'Rol' })
  await expect(role.getByRole('option')).toHaveText([
    'Seleccione un rol',
    'Super Administrador',
    'Administrador',
    'Trabajador',
  ])
  await findField(dialog, 'Nombre').fill('Yokasta Núñez')
  await role.selectOption('Trabajador')
  await findField(dialog, 'Contraseña').fill(userPassword)
  await findField(dialog, 'Confirmar contraseña').fill(userPassword)
  await findField(dialog, 'Teléfono').fill('(809) 555-0101')
  const username = `${gym.username}y`
  await findField(dialog, 'Username').fill(username)
  await findField(dialog, 'Username').press('Enter')
  await expect(page.getByText('Usuario agregado con éxito')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nuevo usuario' })).toBeFocused()
  await expect(rowOf(page, 'Yokasta Núñez')).toContainText(`${username}(809) 555-0101—TrabajadorActivo`)
  await expect(page.getByRole('link', { name: '(809) 555-0101' })).toHaveAttribute('href', 'tel:8095550101')
  await openApiSession(product, username)

  await page.getByRole('button', { name: 'Editar Yokasta Núñez' }).click()
  await findField(saleDialog(page, 'Editar'), 'Nombre').fill('Yokasta Núñez Pérez')
  await saleDialog(page, 'Editar').getByRole('combobox', { name: 'Rol' }).selectOption('Administrador')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await findField(saleDialog(page, 'Editar'), 'Nombre').press('Control+Enter')
  expect((await sent).postDataJSON()).toEqual({
    name: 'Yokasta Núñez Pérez',
    id_role: 3,
    password: null,
    updated_at: getGymDay(),
  })
  await expect(page.getByText('Usuario editado con éxito')).toBeVisible()
  await expect(rowOf(page, 'Yokasta Núñez Pérez')).toContainText('Administrador')
  await openApiSession(product, username)

  await page.getByRole('button', { name: 'Eliminar Yokasta Núñez Pérez' }).click()
  const deletion = page.waitForRequest((request) => request.method() === 'DELETE')
  await page.getByRole('dialog', { name: 'Confirmación' }).getByRole('button', { name: 'Eliminar' }).click()
  expect((await deletion).url()).toMatch(/\/users\/\d+\?id_zkteco=\d+$/)
  await expect(page.getByText('Usuario eliminado correctamente')).toBeVisible()
  await expect(findTableRows(page, 'Usuarios')).toHaveCount(1)
  expect(await gym.api.call('GET', '/users/')).toMatchObject([{ username: gym.username }])
})
