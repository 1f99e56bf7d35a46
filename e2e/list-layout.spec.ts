// Lists on a phone and by keyboard, with long names and with Back and Forward.
import { expect, type Locator } from '@playwright/test'
import { makeRegisteredTerminal, masterPassword, test } from './browser-fixtures.ts'
import { findTableRows, makeClient, makePlan, openScreen, recordAttendance, sellPlan } from './gym-steps.ts'
import { makeStockedProduct, recordSale } from './stock-steps.ts'

const longest = 'Nombre larguísimo '.repeat(15).slice(0, 255).trim()

/** Returns the visible cell texts of a row, and expects each to be within the window's width. */
async function seenIn(row: Locator): Promise<string[]> {
  const cells = await row.locator('td').all()
  const seen: string[] = []
  for (const cell of cells) {
    const box = await cell.boundingBox()
    if (!box || box.width === 0) continue
    expect(box.x + box.width, await cell.innerText()).toBeLessThanOrEqual(375)
    seen.push((await cell.getAttribute('data-label')) ?? '')
  }
  return seen
}

test('lists: all columns are visible on a phone, even with long names @deep', async ({ page, product, gym }) => {
  const water = await makeStockedProduct(gym, 'Agua', 9)
  const plan = await makePlan(gym)
  const client = await makeClient(gym, longest, { email: 'rosa@example.com' })
  await sellPlan(gym, plan, client)
  await recordAttendance(gym, client)
  await makeRegisteredTerminal(product, gym)
  await recordSale(gym, client, { id_product: water.id, quantity: 2 })
  await page.setViewportSize({ width: 375, height: 800 })
  await openScreen(page, product, gym.api, '/clients')
  const row = (list: string) => findTableRows(page, list).first()
  await expect(row('Clientes')).toBeVisible()
  const of = (...labels: string[]) => labels.toSorted()
  expect((await seenIn(row('Clientes'))).sort()).toEqual(
    of('Foto', 'ID', 'Nombre', 'Estado', 'Membresía', 'Inicio', 'Vencimiento', 'Contacto', 'Acciones'),
  )
  // The first line of a row on a phone has room for two lines of the name.
  expect((await row('Clientes').boundingBox())?.height).toBeLessThan(260)
  await expect(page.getByRole('link', { name: longest }).first()).toHaveAttribute('title', longest)
  for (const [path, list, columns] of [
    ['/attendance', 'Asistencias', of('Nombre del cliente', 'Fecha de ingreso', 'Membresía', 'Vencimiento')],
    ['/cash-flow', 'Ventas de productos', of('N.º', 'Fecha', 'Cliente', 'Trabajador', 'Total')],
    ['/billing', 'Ventas de membresías', of('N.º', 'Fecha', 'Cliente', 'Membresía', 'Total')],
    ['/billing', 'Ventas de productos', of('N.º', 'Fecha', 'Cliente', 'Total')],
    ['/inventory?tab=suppliers', 'Proveedores', of('Nombre', 'Acciones')],
    ['/inventory?tab=suppliers', 'Compras de productos', of('N.º', 'Fecha', 'Proveedor', 'Usuario', 'Total')],
    ['/memberships', 'Planes de Membresías', of('Nombre', 'Días', 'Precio', 'Acciones')],
    [
      '/settings?tab=devices',
      'Dispositivos',
      of('Nombre', 'Serial number', 'Delay', 'Conectado', 'Estado', 'Acciones'),
    ],
    ['/settings', 'Usuarios', of('Foto', 'Nombre', 'Username', 'Teléfono', 'Correo', 'Rol', 'Activo', 'Acciones')],
  ] as const) {
    await page.goto(`${product.address}${path}`)
    await expect(row(list)).toBeVisible()
    // Polled, because some columns load by a request of their own.
    await expect.poll(async () => (await seenIn(row(list))).sort(), path).toEqual(columns)
  }
  await page.goto(`${product.address}/inventory?view=table`)
  await expect(row('Productos')).toBeVisible()
  expect(await seenIn(row('Productos'))).toEqual(
    expect.arrayContaining([
      'Unidad',
      'Cantidad actual',
      'Cantidad mínima',
      'Precio de venta',
      'Último precio de compra',
    ]),
  )
  const { token } = await product.loginAs('master', masterPassword)
  await page.evaluate(`localStorage.access_token = '${token}'`)
  await page.goto(`${product.address}/admin/gyms`)
  await expect(row('Gimnasios')).toBeVisible()
  expect((await seenIn(row('Gimnasios'))).sort()).toEqual(
    of('Logo', 'Nombre', 'Username', 'Propietario', 'Dirección', 'Sitio web', 'Activo', 'Contacto', 'Acciones'),
  )
})

test('lists: clicking a row opens the client card, and closing goes back', async ({ page, product, gym, hand }) => {
  const rosa = await makeClient(gym, 'Rosa Elena Díaz', { notes: 'Prefiere las mañanas' })
  await sellPlan(gym, await makePlan(gym), rosa)
  await makeClient(gym, 'Ana Brújula')
  await openScreen(page, product, gym.api, '/dashboard')
  await page.getByRole('link', { name: 'Clientes', exact: true }).click()
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  const link = page.getByRole('link', { name: 'Rosa Elena Díaz', exact: true })
  await expect(link).toHaveAttribute('href', `/clients/${rosa.id}/card`)
  await findTableRows(page, 'Clientes').filter({ hasText: 'Rosa' }).locator('td').nth(3).click()
  for (const text of ['Rosa Elena Díaz', 'Prefiere las mañanas', 'Mensual', 'Puede entrar hasta el'])
    await expect(card).toContainText(text)
  await hand.press('Escape', 'Escape')
  await expect(card).toHaveCount(0)
  await expect(page).toHaveURL(`${product.address}/clients`)
  await expect(link).toBeFocused()
  // Closing the client card leaves no history entry, so Back leads to the page before the list.
  await hand.back()
  await expect(page).toHaveURL(`${product.address}/dashboard`)

  // A client card opened by its address closes to the clients page.
  await page.goto(`${product.address}/clients/${rosa.id}/card`)
  await page.reload()
  await expect(card).toContainText('Rosa Elena Díaz')
  await hand.press('Escape')
  await expect(page).toHaveURL(`${product.address}/clients`)
})
