// Each sale is booked once despite repeated keys, lost connections and killed servers, and shows its outcome.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { findCombobox, findField, makeClient, openScreen } from './gym-steps.ts'
import { holdRequest } from './hold-request.ts'
import { fetchRouteFromLocalhost } from './lan-name.ts'
import {
  beginWaterSale,
  findPendingCallNotices,
  findSaleDialog,
  findSaleLines,
  openSaleDialog,
  scanCode,
  waterBarcode,
} from './sale-dialog.ts'
import { millisecondsPerDay, shiftPageClock } from './simulated-user.ts'
import { maxRetriedCallMs, slowdownFactor } from './slowdown.ts'
import { listSales, makeStockedProduct, readProductQuantity } from './stock-steps.ts'

test.use({ address: 'lan' })

const done = 'Venta realizada con éxito'
/** Lets the server receive the next sale but loses its answer. `then` runs in between. */
async function loseAnswer(page: Page, then: () => Promise<void> = async () => undefined, times = 1): Promise<void> {
  await page.route(
    '**/v1/sales/',
    async (route) => {
      await fetchRouteFromLocalhost(route).catch(() => undefined)
      await then()
      await route.abort()
    },
    { times },
  )
}

test('sale by keyboard: two products and a client take under 15 keys', async ({ page, product, gym, hand }) => {
  for (const name of ['José Núñez', 'Ana Brújula']) await makeClient(gym, name)
  const water = await makeStockedProduct(gym, 'Agua Planeta Azul', 10)
  const shake = await makeStockedProduct(gym, 'Batido de proteína', 3, { sale_price: '180.50' })
  await shiftPageClock(page, -millisecondsPerDay)
  await openScreen(page, product, gym.api, '/billing')
  await expect(page.getByRole('button', { name: 'Vender producto' })).toBeVisible()
  let presses = 0
  const press = async (key: string) => {
    presses += key.split('+').length
    await page.keyboard.press(key)
  }
  const name = async (text: string, option: RegExp) => {
    await hand.type(text, { pause: { after: 3, for: 350 } })
    await expect(page.getByRole('option', { selected: true })).toHaveText(option)
    await press('Enter')
  }
  await press('Alt+KeyP')
  await expect(findCombobox(findSaleDialog(page), 'Producto')).toBeFocused()
  await press('Shift+Tab')
  await expect(findCombobox(findSaleDialog(page), 'Cliente')).toBeFocused()
  await name('nunez', /José Núñez/)
  await expect(findCombobox(findSaleDialog(page), 'Producto')).toBeFocused()
  await name('planeta', /Agua Planeta Azul/)
  await name('proteina bat', /Batido/)
  await expect(findSaleLines(page)).toHaveCount(2)
  await expect(findSaleDialog(page).getByText('$ 205.50')).toBeVisible()
  await press('Control+Enter')
  await expect(page.getByText(done)).toBeVisible()
  expect(presses).toBeLessThan(15)
  await expect(findSaleDialog(page)).toHaveCount(0)
  expect(await listSales(gym)).toMatchObject([{ amount_total: '205.50', client: { name: 'José Núñez' } }])
  expect([await readProductQuantity(gym, water), await readProductQuantity(gym, shake)]).toEqual([9, 2])
  await page.keyboard.press('Alt+KeyF')
  await expect(page.getByRole('dialog', { name: 'Factura de venta N.º 1' })).toContainText('José Núñez')
})

test('scanner: adds products by code, and shows why a code is rejected @deep', async ({ page, product, gym, hand }) => {
  const { dialog } = await beginWaterSale(page, product, gym, 3)
  await makeStockedProduct(gym, 'Toalla', 0, { code: '111222' })
  await makeStockedProduct(gym, 'Guantes', 5, { code: '333444', sale_price: null })
  await makeStockedProduct(gym, 'Gel', 5, { code: '555666', sale_price: '60.00' })
  await scanCode(page, waterBarcode)
  // This product was created after the dialog opened; two codes are scanned without a pause.
  await scanCode(page, '555666')
  await scanCode(page, waterBarcode)
  const quantity = (name: string) => findField(dialog, `Cantidad de ${name}`)
  await expect(quantity('Agua')).toHaveValue('3')
  await expect(quantity('Gel')).toHaveValue('1')
  for (const [code, why] of [
    ['111222', 'No hay suficiente existencia de Toalla: quedan 0'],
    ['333444', 'Guantes no tiene precio de venta'],
    ['999888', 'Ningún producto con el código 999888'],
  ] as const) {
    await scanCode(page, code)
    await expect(page.getByText(why)).toBeVisible()
    await expect(findCombobox(dialog, 'Producto')).toHaveValue('')
  }
  await scanCode(page, waterBarcode)
  await expect(dialog.getByText('No hay suficiente existencia de Agua: quedan 3')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(quantity('Agua')).toBeFocused()
  expect(await listSales(gym)).toEqual([])
  await hand.writeAndLeave(quantity('Agua'), '2')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(done)).toBeVisible()
  expect(await listSales(gym)).toMatchObject([
    { amount_total: '110.00', sales_bill_items: [{ quantity: 2 }, { product_name: 'Gel' }] },
  ])
})

test('sale: double click, lost answer, killed server: each makes one bill @deep', async ({ page, product, gym }) => {
  const { water, sell } = await beginWaterSale(page, product, gym, 10)
  await sell.dblclick()
  await expect(page.getByText(done)).toBeVisible()
  expect(await listSales(gym)).toHaveLength(1)

  await openSaleDialog(page)
  await scanCode(page, waterBarcode)
  await loseAnswer(page)
  await page.keyboard.press('Control+Enter')
  await expect(findSaleDialog(page)).toHaveCount(0, { timeout: 20_000 * slowdownFactor })
  expect(await listSales(gym)).toHaveLength(2)

  await openSaleDialog(page)
  await scanCode(page, waterBarcode)
  await loseAnswer(page, () => product.stop('SIGKILL'))
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/no respondió\. Reintentando…/)).toBeVisible()
  await expect(findSaleDialog(page).locator(':focus')).toHaveCount(1)
  // The fields of a sale that may already be booked are read-only.
  await expect(findField(page, 'Cantidad de Agua')).toBeDisabled()
  await product.start()
  await expect(findSaleDialog(page)).toHaveCount(0, { timeout: maxRetriedCallMs })
  const numbers = (await listSales(gym)).map(({ number }) => number)
  expect(numbers).toEqual([3, 2, 1])
  expect(await readProductQuantity(gym, water)).toBe(7)
})

test('pending sale: after a reload it is booked once and reported @deep', async ({ page, product, gym, hand }) => {
  await beginWaterSale(page, product, gym, 10)
  // Holds all later requests, however slow the machine is.
  const goOn = await holdRequest(page, '**/v1/sales/', { method: 'POST' })
  await loseAnswer(page, undefined, 2)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/no respondió\. Reintentando…/)).toBeVisible()
  const other = await hand.openTab(`${product.pageAddress}/clients`)
  await expect(other.getByRole('button', { name: 'Nuevo cliente' })).toBeVisible()
  // Another tab shows no notice while the dialog of this tab waits.
  await expect(findPendingCallNotices(other)).toBeEmpty()
  await other.close()
  await hand.swapTo(page)
  await expect(findField(findSaleDialog(page), 'Cantidad de Agua')).toBeDisabled()
  await expectNoAccessibilityFault(page, 'a sale without an answer')
  await page.reload()
  await expect(findPendingCallNotices(page)).toContainText(
    'La venta a Cliente Anónimo por $ 25.00 quedó sin respuesta.',
  )
  goOn()
  await expect(findPendingCallNotices(page)).toContainText(done)
  expect(await listSales(gym)).toHaveLength(1)
  await findPendingCallNotices(page).getByRole('button', { name: 'Ver factura' }).click()
  await expect(page.getByRole('dialog', { name: 'Factura de venta N.º 1' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Facturación' })).toBeVisible()
  await expect(findPendingCallNotices(page)).toBeEmpty()
})

test('pending sale: another tab sends it and shows the refusal @deep', async ({ page, product, gym, hand }) => {
  const { water } = await beginWaterSale(page, product, gym, 1)
  await page.route('**/v1/sales/', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/no respondió\. Reintentando…/)).toBeVisible()
  const other = await hand.openTab(`${product.pageAddress}/attendance`)
  await expect(other.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible()
  const anonymous = (await gym.api.call<{ id: number }[]>('GET', '/clients/name/anonimo'))[0]?.id
  await gym.api.call('POST', '/sales/', { id_client: anonymous, items: [{ id_product: water.id, quantity: 1 }] })
  await page.close()
  await expect(findPendingCallNotices(other)).toContainText('La venta a Cliente Anónimo por $ 25.00 no se registró.')
  await expect(findPendingCallNotices(other)).toContainText('No hay suficiente existencia de Agua: quedan 0')
  await findPendingCallNotices(other).getByRole('button', { name: 'Cerrar' }).click()
  await expect(findPendingCallNotices(other)).toBeEmpty()
  expect(await listSales(gym)).toHaveLength(1)
})
