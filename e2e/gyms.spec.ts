import { expect, type Page } from '@playwright/test'
import { type ApiClient, test, userPassword } from './browser-fixtures.ts'
import { findField, findTableRows, openScreen } from './gym-steps.ts'

interface StoredGym {
  id: number
  name: string
  username: string
  is_active: boolean
}

const findGym = async (master: ApiClient, username: string) =>
  (await master.call<StoredGym[]>('GET', '/gyms/')).find((gym) => gym.username === username)
const rowOf = (page: Page, text: string) => findTableRows(page, 'Gimnasios').filter({ hasText: text })

test('gyms: the super admin of a newly created gym can log in', async ({ page, product }) => {
  const master = await product.master
  await openScreen(page, product, master, '/admin/gyms')
  await page.getByRole('button', { name: 'Nuevo gimnasio' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar Gimnasio' })
  await findField(dialog, 'Nombre').fill('Gimnasio Colonial')
  await findField(dialog, 'Propietario').fill('Minerva Mirabal')
  await findField(dialog, 'Username').fill('colonial')
  await findField(dialog, 'Contraseña').fill(userPassword)
  await findField(dialog, 'Sitio web').fill('https://colonial.example')
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expect(page.getByText('Gimnasio agregado con éxito')).toBeVisible()
  // The login data for the new gym's owner is shown in a dialog, which no accidental key or click closes.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const handOver = page.getByRole('button', { name: 'Datos de acceso del gimnasio nuevo' })
  await handOver.click()
  const told = page.getByRole('dialog', { name: 'Gimnasio Colonial' })
  for (const text of ['colonial', userPassword]) await expect(told.getByText(text, { exact: true })).toBeVisible()
  await expect(told.getByRole('button', { name: 'Ya lo guardé' })).toBeFocused()
  await told.getByRole('button', { name: 'Ya lo guardé' }).click()
  for (const text of ['colonial', 'Minerva Mirabal', 'colonial.example', 'Activo'])
    await expect(rowOf(page, 'Gimnasio Colonial')).toContainText(text)
  const owner = await product.loginAs('colonial', userPassword)
  expect(await owner.call('GET', '/memberships/')).toMatchObject([{ name: 'Membresía Diaria', duration_days: 1 }])

  await page.getByRole('button', { name: 'Editar Gimnasio Colonial' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar Gimnasio' })
  await findField(edit, 'Nombre').fill('Gimnasio Zona Colonial')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Gimnasio editado con éxito')).toBeVisible()
  expect(await findGym(master, 'colonial')).toMatchObject({ name: 'Gimnasio Zona Colonial', is_active: true })
  // A blank password field keeps the password.
  expect((await product.loginAs('colonial', userPassword)).token).toBeTruthy()
})

test('gyms: a gym can be deactivated by a switch, deleted and restored @deep', async ({ page, product, gym }) => {
  const master = await product.master
  const { name } = await master.call<StoredGym>('PUT', `/gyms/${gym.id}`, { name: `Gimnasio de ${gym.username}` })
  await openScreen(page, product, master, '/admin/gyms')
  await page.getByRole('button', { name: `Editar ${name}` }).click()
  await page.getByRole('switch', { name: 'Activo' }).setChecked(false)
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(rowOf(page, name)).toContainText('Inactivo')
  expect(await findGym(master, gym.username)).toMatchObject({ is_active: false })
  await page.getByRole('button', { name: `Eliminar ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmación' })
  await expect(dialog).toContainText('30 días')
  // The focus is on the cancel button, so an accidental Enter deletes nothing.
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Gimnasio eliminado correctamente')).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  expect(await findGym(master, gym.username)).toBeUndefined()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(rowOf(page, name)).toHaveCount(1)
  expect(await findGym(master, gym.username)).toMatchObject({ name })
})
