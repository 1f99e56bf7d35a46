import { expect, type Page } from '@playwright/test'
import { holdBack } from './hold-back.ts'
import { expectSoon } from './paces.ts'
import { type Api, masterPassword, password, test } from './product.ts'
import { enter, field, instantOf, rowsOf } from './scenes.ts'

interface StoredGym {
  id: number
  name: string
  username: string
  is_active: boolean
}

const asMaster = (product: { logIn: (username: string, secret: string) => Promise<Api> }) =>
  product.logIn('master', masterPassword)
const findGym = async (master: Api, username: string) =>
  (await master.call<StoredGym[]>('GET', '/gyms/')).find((gym) => gym.username === username)
const rowOf = (page: Page, text: string) => rowsOf(page, 'Gimnasios').filter({ hasText: text })

test('gyms: a new gym’s super admin can log in, and the gym can be edited', async ({ page, product }) => {
  const master = await asMaster(product)
  await enter(page, product, master, '/admin/gyms')
  await page.getByRole('button', { name: 'Nuevo gimnasio' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar Gimnasio' })
  await field(dialog, 'Nombre').fill('Gimnasio Colonial')
  await field(dialog, 'Propietario').fill('Minerva Mirabal')
  await field(dialog, 'Username').fill('colonial')
  await field(dialog, 'Contraseña').fill('corta')
  await field(dialog, 'Sitio web').fill('https://colonial.example')
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expect(field(dialog, 'Contraseña')).toBeFocused()
  expect(await findGym(master, 'colonial')).toBeUndefined()
  await field(dialog, 'Contraseña').fill(password)
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expect(page.getByText('Gimnasio agregado con éxito')).toBeVisible()
  // The list shows the login for handing over; no stray key or click closes it.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const handOver = page.getByRole('button', { name: 'Cómo entra el gimnasio nuevo' })
  await handOver.click()
  const told = page.getByRole('dialog', { name: 'Gimnasio Colonial' })
  for (const text of ['colonial', password]) await expect(told.getByText(text, { exact: true })).toBeVisible()
  // A loopback address is not offered for other computers.
  const isOwn = /\/\/(127\.|localhost)/.test((await told.getByText(/^http/).textContent()) ?? '')
  await expect(told).toContainText(isOwn ? 'en este equipo. Guárdalo' : 'en este equipo o en otro. Guárdalo')
  await expect(told.getByRole('button', { name: 'Ya lo guardé' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await told.getByRole('button', { name: 'Ya lo guardé' }).click()
  await expect(told).toHaveCount(0)
  await handOver.click()
  await expect(told.getByText(password, { exact: true })).toBeVisible()
  await told.getByRole('button', { name: 'Ya lo guardé' }).click()
  for (const text of ['colonial', 'Minerva Mirabal', 'colonial.example', 'Activo'])
    await expect(rowOf(page, 'Gimnasio Colonial')).toContainText(text)
  const owner = await product.logIn('colonial', password)
  expect(await owner.call('GET', '/memberships/')).toMatchObject([{ name: 'Membresía Diaria', duration_days: 1 }])

  await page.getByRole('button', { name: 'Editar Gimnasio Colonial' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar Gimnasio' })
  await field(edit, 'Nombre').fill('Gimnasio Zona Colonial')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Gimnasio editado con éxito')).toBeVisible()
  expect(await findGym(master, 'colonial')).toMatchObject({ name: 'Gimnasio Zona Colonial', is_active: true })
  // A blank password keeps the former one.
  expect((await product.logIn('colonial', password)).token).toBeTruthy()
})

test('gyms: deactivation logs staff out within a second, and a deleted gym can be restored', {
  tag: '@deep',
}, async ({ page, browser, product, gym }) => {
  const master = await asMaster(product)
  const { name } = await master.call<StoredGym>('PUT', `/gyms/${gym.id}`, { name: `Gimnasio de ${gym.username}` })
  const context = await browser.newContext()
  const staff = await context.newPage()
  await enter(staff, product, gym.api, '/clients')
  await expect(staff.getByText('No hay clientes')).toBeVisible()

  await enter(page, product, master, '/admin/gyms')
  await page.getByRole('button', { name: `Editar ${name}` }).click()
  await page.getByRole('switch', { name: 'Activo' }).setChecked(false)
  // Only the event stream can deliver it.
  const letGo = await holdBack(staff, /\/v1\/(?!notifications\/sse|token)/)
  const out = instantOf(staff, `document.querySelector('[name=username]')`)
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await answered
  const switchedOff = Date.now()
  expectSoon((await out) - switchedOff, 1000, 'out')
  letGo()
  await expect(rowOf(page, name)).toContainText('Inactivo')
  expect(await findGym(master, gym.username)).toMatchObject({ is_active: false })
  await staff.getByLabel('Usuario').fill(gym.username)
  await field(staff, 'Contraseña').fill(password)
  await field(staff, 'Contraseña').press('Enter')
  await expect(staff.getByText('Error de autenticación')).toBeVisible()
  await context.close()

  await page.getByRole('button', { name: `Eliminar ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmación' })
  await expect(dialog).toContainText('30 días')
  // An extra Enter destroys nothing.
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Gimnasio eliminado correctamente')).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  expect(await findGym(master, gym.username)).toBeUndefined()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(rowOf(page, name)).toHaveCount(1)
  expect(await findGym(master, gym.username)).toMatchObject({ name })
})
