// The specification's labels identify their elements: no added element has the same name or covers them.
import { expect } from '@playwright/test'
import { makeTerminal, makeUser, masterPassword, Product, password, test } from './product.ts'
import { choice, enter, makePlan, session } from './scenes.ts'
import { stock } from './stock-scenes.ts'

const menu = [
  'Asistencia',
  'Clientes',
  'Facturación',
  'Inventario',
  'Flujo de Caja',
  'Membresías',
  'Configuración',
  'Soporte',
  'Dashboard',
]

/** On a folder of its own: the first steps of an installation are made by hand, as the specification tells them. */
test('the first steps: a gym, its owner, and each screen by its entry of the menu', { tag: '@deep' }, async ({
  page,
}) => {
  const product = new Product()
  try {
    await product.start()
    await page.goto(product.address)
    await page.getByLabel('Usuario').fill('master')
    await page.getByLabel('Contraseña').fill(masterPassword)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page).toHaveURL(/\/admin\/gyms$/)
    await expect(page.getByText('No hay gimnasios registardos')).toBeVisible()
    await page.getByRole('button', { name: 'Nuevo gimnasio' }).click()
    await page.getByLabel('Nombre').fill('Gimnasio Colonial')
    await page.getByLabel('Propietario').fill('Minerva Mirabal')
    await page.getByLabel('Username').fill('colonial')
    await page.getByLabel('Contraseña').fill(password)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /agregar/i })
      .click()
    await expect(page.getByText('Gimnasio agregado con éxito')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('Gimnasio Colonial')).toBeVisible()
    await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()

    await page.getByLabel('Usuario').fill('colonial')
    await page.getByLabel('Contraseña').fill(password)
    await page.getByLabel('Contraseña').press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
    // With all that a new gym is shown.
    await expect(page.getByRole('region', { name: 'Primeros pasos' })).toBeVisible()
    for (const entry of menu) {
      await expect(page.getByRole('link', { name: entry }), `${entry} from the dashboard`).toHaveCount(1)
      await page.getByRole('link', { name: entry }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(entry)
      for (const other of menu)
        await expect(page.getByRole('link', { name: other }), `${other} from ${entry}`).toHaveCount(1)
    }
  } finally {
    await product.remove()
  }
})

test('forms: one submit button each, labelled with its action', { tag: '@deep' }, async ({ page, product, gym }) => {
  await makePlan(gym)
  await stock(gym, 'Agua', 10)
  await enter(page, product, gym.api, '/billing/sales/new')
  const sale = page.getByRole('dialog', { name: 'Vender producto' })
  await expect(choice(sale, 'Cliente')).toHaveValue('Cliente Anónimo')
  for (const label of ['Cliente', 'Producto']) await expect(sale.getByLabel(label)).toHaveCount(1)
  await sale.getByLabel('Producto').fill('agua')
  await page.getByRole('option', { name: 'Agua' }).click()
  await expect(sale.getByLabel('Producto')).toHaveCount(1)
  await expect(sale.locator('button[type=submit]')).toHaveCount(1)
  await expect(sale.getByRole('button', { name: 'Vender e imprimir' })).toBeEnabled()
  await sale.getByRole('button', { name: 'Vender', exact: true }).click()
  await expect(page.getByText('Venta realizada con éxito')).toBeVisible()
  await page.goto(`${product.pageAddress}/clients/new`)
  const client = page.getByRole('dialog', { name: 'Agregar Cliente' })
  await expect(page.getByText('Agregar Cliente')).toHaveCount(1)
  await client.getByLabel('Nombre', { exact: true }).fill('Ana Brújula')
  await client.getByRole('button', { name: /agregar/i }).click()
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()
})

test('header: of several terminals too it says whether the door opens, and warns of the one away', async ({
  page,
  product,
  gym,
}) => {
  const front = await makeTerminal(product, gym)
  await makeTerminal(product, gym, { name: 'Puerta de atrás' })
  front.start()
  await enter(page, product, await session(product, await makeUser(gym, 'gym_worker')), '/support')
  await expect(page.getByText('Dispositivo conectado', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '1 aviso: Puerta de atrás sin conexión' })).toBeVisible()
  await front.stop()
})
