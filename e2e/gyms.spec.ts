import { expect, type Page } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { holdBack } from './hold-back.ts'
import { expectSoon } from './paces.ts'
import { type Api, masterPassword, password, test } from './product.ts'
import { choice, enter, field, instantOf, rowsOf } from './scenes.ts'

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

test('a gym is created with a super admin who can log in, then changed', async ({ page, product }) => {
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
  // Whoever typed its login is back at the list; it can be handed over from there: no key and no click beside it loses it.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const handOver = page.getByRole('button', { name: 'Cómo entra el gimnasio nuevo' })
  await handOver.click()
  const told = page.getByRole('dialog', { name: 'Gimnasio Colonial' })
  for (const text of ['colonial', password]) await expect(told.getByText(text, { exact: true })).toBeVisible()
  // Of another computer nothing is said under an address that none but this one opens.
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
  // The blank password stayed what it was.
  expect((await product.logIn('colonial', password)).token).toBeTruthy()
})

test('what is handed over is offered by the toast, of each gym, as long as it holds and the same person is there', async ({
  page,
  product,
}) => {
  const master = await asMaster(product)
  await enter(page, product, master, '/admin/gyms')
  const dialog = page.getByRole('dialog')
  for (const [name, username] of [
    ['Gimnasio Ozama', 'ozama'],
    ['Gimnasio Isabela', 'isabela'],
  ] as const) {
    await page.getByRole('button', { name: 'Nuevo gimnasio' }).click()
    await field(dialog, 'Nombre').fill(name)
    await field(dialog, 'Propietario').fill('Minerva Mirabal')
    await field(dialog, 'Username').fill(username)
    await field(dialog, 'Contraseña').fill(password)
    await dialog.getByRole('button', { name: 'Agregar' }).click()
    await expect(page.getByText('Gimnasio agregado con éxito')).toBeVisible()
    await page.getByRole('button', { name: 'Cómo entra', exact: true }).click()
    await expect(page.getByRole('dialog', { name })).toContainText(username)
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Cómo entra Gimnasio Ozama' }).click()
  await expect(page.getByRole('dialog', { name: 'Gimnasio Ozama' })).toContainText(password)
  await dialog.getByRole('button', { name: 'Ya lo guardé' }).click()
  await page.getByRole('button', { name: 'Editar Gimnasio Ozama' }).click()
  await field(dialog, 'Contraseña').fill(`${password}-otra`)
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Gimnasio editado con éxito')).toBeVisible()
  await page.getByRole('button', { name: 'Cómo entra el gimnasio nuevo' }).click()
  await expect(page.getByRole('dialog', { name: 'Gimnasio Isabela' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Ya lo guardé' }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  await page.getByLabel('Usuario').fill('master')
  await page.getByLabel('Contraseña').fill(masterPassword)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(rowOf(page, 'Gimnasio Isabela')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Cómo entra/ })).toHaveCount(0)
})

test('a gym whose super admin is gone says so, and asks for both halves of a login', async ({ page, product, gym }) => {
  await page.route('**/v1/gyms/**', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(`"${gym.username}"`, '""') })
  })
  await enter(page, product, await asMaster(product), '/admin/gyms')
  await rowOf(page, 'Sin Super Administrador')
    .first()
    .getByRole('button', { name: /^Editar/ })
    .click()
  const edit = page.getByRole('dialog', { name: 'Editar Gimnasio' })
  await expect(edit).toContainText('No hay Super Administrador: este usuario y su contraseña lo crean.')
  await field(edit, 'Username').fill('otra.vez')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(field(edit, 'Contraseña')).toBeFocused()
  await expect(edit).toContainText('Debe tener al menos 8 caracteres')
})

test('a username that is taken is refused in the open form', async ({ page, product, gym }) => {
  const master = await asMaster(product)
  await enter(page, product, master, '/admin/gyms')
  await page.getByRole('button', { name: 'Nuevo gimnasio' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar Gimnasio' })
  await field(dialog, 'Nombre').fill('Gimnasio Repetido')
  await field(dialog, 'Propietario').fill('Minerva Mirabal')
  await field(dialog, 'Username').fill(gym.username.toUpperCase())
  await field(dialog, 'Contraseña').fill(password)
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expect(page.getByText('El nombre de usuario ya existe.')).toBeVisible()
  await expect(field(dialog, 'Propietario')).toHaveValue('Minerva Mirabal')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Nuevo gimnasio' })).toBeFocused()
})

test('switched off, a gym’s staff is out within a second; deleted, it is gone, and comes back', async ({
  page,
  browser,
  product,
  gym,
}) => {
  const master = await asMaster(product)
  const { name } = await master.call<StoredGym>('PUT', `/gyms/${gym.id}`, { name: `Gimnasio de ${gym.username}` })
  const context = await browser.newContext()
  const staff = await context.newPage()
  await enter(staff, product, gym.api, '/clients')
  await expect(staff.getByText('No hay clientes')).toBeVisible()

  await enter(page, product, master, '/admin/gyms')
  await page.getByRole('button', { name: `Editar ${name}` }).click()
  await page.getByRole('switch', { name: 'Activo' }).setChecked(false)
  // Nothing but the stream can tell it there.
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
  // An Enter too many destroys nothing.
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Gimnasio eliminado correctamente')).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
  expect(await findGym(master, gym.username)).toBeUndefined()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(rowOf(page, name)).toHaveCount(1)
  expect(await findGym(master, gym.username)).toMatchObject({ name })
})

test('without gyms the list says so; a refused deletion has its text', async ({ page, product, gym }) => {
  const master = await asMaster(product)
  await page.route('**/v1/gyms/', (route) => route.fulfill({ json: [] }))
  await enter(page, product, master, '/admin/gyms')
  await expect(page.getByText('No hay gimnasios registardos')).toBeVisible()
  await expect(page.getByText(/^Dispositivo/)).toHaveCount(0)
  const { name } = await master.call<StoredGym>('PUT', `/gyms/${gym.id}`, { name: `Gimnasio de ${gym.username}` })
  await page.unroute('**/v1/gyms/')
  await page.reload()
  await page.getByRole('button', { name: `Eliminar ${name}` }).click()
  await master.call('DELETE', `/gyms/${gym.id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Error al eliminar el gimnasio')).toBeVisible()
  await expect(
    page.getByText('No se pudo eliminar el gimnasio, intentelo de nuevo. No se encontró el registro.'),
  ).toBeVisible()
})

test('the master sees how the system is doing, reached from the gyms and by the palette', async ({ page, product }) => {
  await enter(page, product, await asMaster(product), '/admin/gyms')
  await page.getByRole('link', { name: 'Estado del sistema' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Estado del sistema' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Versión' })).toContainText('PostgreSQL')
  await expect(rowsOf(page, 'Trabajos en segundo plano').filter({ hasText: 'Enviar correos' })).toHaveCount(1)
  // Which ones they are depends on what the server was asked before.
  await expect(rowsOf(page, 'Llamadas más lentas').first()).toContainText(/^(GET|POST|PUT|PATCH|DELETE) \/v1\//)
  await expectNoBarrier(page, 'the state of the system')
  await page.goto(`${product.pageAddress}/admin/gyms`)
  await expect(page.getByRole('heading', { level: 1, name: 'Gimnasios' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(choice(page, 'Buscar clientes, pantallas y acciones')).toBeFocused()
  await page.keyboard.type('estado')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Estado del sistema' })).toBeVisible()
})
