// Bills: what they show and print, and what voiding does.
import { expect, type Route } from '@playwright/test'
import { a4, printed, roll, withoutPrinter } from './printed.ts'
import { makeUser, test } from './product.ts'
import { enter, field, gymDay, makeClient, rowsOf, session, written } from './scenes.ts'
import { panel, productSales, quantityOf, sell, stock } from './stock-scenes.ts'

test('bill: shows the gym’s chosen fields, opens by keyboard and has an address', async ({ page, product, gym }) => {
  const shown = { phone_number: '809 555 0101', address: 'Calle El Conde 12', services: 'Pesas\nSpinning' }
  await gym.api.call('PUT', '/gym-info/', { ...shown, email: 'hola@example.com' })
  await gym.api.call('PUT', '/gym-show-info/', { phone_number: true, address: true, services: true, email: false })
  const water = await stock(gym, 'Agua', 100, { sale_price: '99.99' })
  const sale = await sell(gym, await makeClient(gym, 'José Núñez'), {
    id_product: water.id,
    quantity: 3,
    discount: 12.5,
    tax: 18,
  })
  await enter(page, product, gym.api, '/billing')
  await rowsOf(page, productSales).getByRole('link', { name: 'José Núñez' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/billing/bill/sale/${sale.id}$`))
  const bill = page.getByRole('article', { name: 'Factura de venta N.º 1' })
  for (const text of ['809 555 0101', 'Calle El Conde 12', 'Spinning', 'José Núñez', 'Altagracia Peña', '12.5 %'])
    await expect(bill).toContainText(text)
  // 3 × 99.99 = 299.97; − 37.50 (37.49625), + 53.99 (53.9946)
  for (const text of ['$ 299.97', '−$ 37.50', '$ 53.99', '$ 316.46']) await expect(bill).toContainText(text)
  expect(sale.amount_total).toBe('316.46')
  await expect(bill).not.toContainText('hola@example.com')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Imprimir' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowsOf(page, productSales).first().getByRole('link')).toBeFocused()
})

test('bill: prints alone, in light colours, on A4 and on an 80 mm roll', { tag: '@deep' }, async ({
  page,
  product,
  gym,
}) => {
  await gym.api.call('PUT', '/gym-info/', { phone_number: '809 555 0101' })
  await gym.api.call('PUT', '/gym-show-info/', { name: true, phone_number: true })
  const names = ['Proteína Whey sabor chocolate de dos libras y media', 'Toalla']
  const items = []
  for (const name of names)
    items.push({
      id_product: (await stock(gym, name.slice(0, 50), 100, { sale_price: '2450.50' })).id,
      quantity: 2,
      discount: 5,
      tax: 18,
    })
  const sale = await sell(gym, await makeClient(gym, 'José Núñez'), ...items)
  await withoutPrinter(page)
  await enter(page, product, gym.api, `/billing/bill/sale/${sale.id}`)
  await expect(page.getByRole('article')).toBeVisible()
  for (const paper of [a4, roll]) {
    const press = () => page.getByRole('dialog').getByRole('button', { name: 'Imprimir' }).click()
    const { pages, text, rightEdge, width } = await printed(page, paper, press)
    expect(pages).toBe(1)
    expect(rightEdge).toBeLessThan(width - 5)
    for (const part of ['Gimnasio Quisqueya', '809 555 0101', 'Factura de venta', 'N.º 1', written(gymDay())])
      expect(text).toContain(part)
    for (const part of ['José Núñez', 'Altagracia Peña', 'Proteína Whey', 'Toalla', '$ 2,450.50', '5 %', '18 %'])
      expect(text).toContain(part)
    // 2 × (4901.00 − 245.05 + 882.18)
    for (const part of ['$ 9,802.00', '−$ 490.10', '$ 1,764.36', '$ 11,076.26']) expect(text).toContain(part)
    expect(text).not.toContain('Facturación')
    expect(text).not.toContain('Imprimir')
    // The paper is removed after printing.
    await expect(page.locator('[data-paper]')).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(page).toHaveTitle(/Facturación/)
    await expect(page.getByRole('article')).toBeVisible()
  }
})

test('void: removes a sale from the sum and restores its stock, but not for workers', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  const water = await stock(gym, 'Agua', 100, { sale_price: '50.00' })
  const jose = await makeClient(gym, 'José Núñez')
  await sell(gym, jose, { id_product: water.id, quantity: 1 })
  const sale = await sell(gym, jose, { id_product: water.id, quantity: 4 })
  const worker = await session(product, await makeUser(gym, 'gym_worker'))
  const admin = await session(product, await makeUser(gym, 'gym_admin'))
  await expect(worker.call('POST', `/sales/${sale.id}/void`, { reason: 'No' })).rejects.toThrow('403')
  await enter(page, product, worker, `/billing/bill/sale/${sale.id}`)
  await expect(page.getByRole('article')).toContainText('$ 200.00')
  await expect(page.getByRole('button', { name: 'Anular' })).toHaveCount(0)

  await page.evaluate(`localStorage.access_token = '${admin.token}'`)
  await page.reload()
  const opener = page.getByRole('button', { name: 'Anular' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Anular Factura de venta N.º 2' })
  await expect(field(dialog, 'Motivo')).toBeFocused()
  await hand.press('Escape')
  await expect(opener).toBeFocused()
  await hand.press('Enter')
  await dialog.getByRole('button', { name: 'Anular' }).click()
  await expect(field(dialog, 'Motivo')).toBeFocused()
  await expect(field(dialog, 'Motivo')).toHaveAttribute('aria-invalid', 'true')
  expect(await quantityOf(gym, water)).toBe(95)
  await hand.type('Se cobró dos veces')
  const refuse = (route: Route) => route.fulfill({ status: 409, json: { detail: 'Ahora no se puede.' } })
  await page.route(`**/v1/sales/${sale.id}/void`, refuse, { times: 1 })
  await hand.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Ahora no se puede.')
  await expect(field(dialog, 'Motivo')).toHaveValue('Se cobró dos veces')
  await hand.press('Enter')
  await expect(page.getByText('Documento anulado.')).toBeVisible()
  const bill = page.getByRole('article')
  for (const text of ['ANULADA', 'Anulación N.º 1', 'Motivo: Se cobró dos veces', 'Ramón Tavárez'])
    await expect(bill).toContainText(text)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Imprimir' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Anular' })).toHaveCount(0)
  expect(await quantityOf(gym, water)).toBe(99)
  await page.keyboard.press('Escape')
  await expect(rowsOf(page, productSales).first()).toContainText('ANULADA')
  await expect(panel(page, productSales).getByText('1 venta · $ 50.00 · 1 anulada')).toBeVisible()
})

test.describe('accessibility: bills have no barrier', () => {
  // Half-faded dialogs have no measurable contrast.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
})

test('discounts: a bill opened from a row closes with the close button and with Escape', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const water = await stock(gym, 'Agua', 100, { sale_price: '100.00' })
  await sell(gym, await makeClient(gym, 'José Núñez'), { id_product: water.id, quantity: 1, discount: 5 })
  await enter(page, product, gym.api, '/discounts')
  const link = page.getByRole('link', { name: 'Venta N.º 1' })
  const bill = page.getByRole('article', { name: 'Factura de venta N.º 1' })
  const dialog = page.getByRole('dialog')
  for (const close of [() => dialog.getByRole('button', { name: 'Cerrar' }).click(), () => hand.press('Escape')]) {
    await link.click()
    await expect(bill).toContainText('José Núñez')
    await expect(page).toHaveURL(/\/discounts\/bill\/sale\/\d+$/)
    await close()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\/discounts$/)
    await expect(link).toBeFocused()
  }
})
