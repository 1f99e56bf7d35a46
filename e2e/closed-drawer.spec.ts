// Cash sales while the cash drawer is closed: a warning with a hotkey that opens it, or a refusal if the gym requires
// an open drawer.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeUser, test } from './browser-fixtures.ts'
import { findCombobox, findField, openApiSession, openScreen } from './gym-steps.ts'
import { openSaleDialog, waterBarcode } from './sale-dialog.ts'
import { makeStockedProduct } from './stock-steps.ts'
import { makeKeyPressCounter } from './typing-time-limits.ts'

test('sale: warns of a closed drawer, and continues after opening it @deep', async ({ page, product, gym, hand }) => {
  const drawer = await gym.api.call<{ id: number }>('POST', '/cash_drawers/', { name: 'Mostrador' })
  await makeStockedProduct(gym, 'Agua', 9, { code: waterBarcode })
  await openScreen(page, product, await openApiSession(product, await makeUser(gym, 'gym_worker')), '/cash-shifts')
  await page.getByRole('button', { name: 'Mostrador' }).click()
  await expect(page.getByText('Está cerrada.')).toBeVisible()
  await page.goto(`${product.address}/billing`)

  // The warning does not require additional key presses for the sale.
  const { press, expectAtMost } = makeKeyPressCounter(hand)
  const closed = page.getByText('Mostrador está cerrada: este efectivo no contará en ningún turno.')
  await expect(page.getByRole('button', { name: 'Vender producto' })).toBeVisible()
  await press('Alt+p')
  const sale = page.getByRole('dialog', { name: 'Vender producto' })
  await expect(closed).toBeVisible()
  // In a low window, the fields and the submit button stay visible.
  const inSight = async () => {
    await expect(findCombobox(sale, 'Producto')).toBeInViewport({ ratio: 1 })
    await expect(sale.getByRole('button', { name: 'Vender', exact: true })).toBeInViewport({ ratio: 1 })
  }
  await inSight()
  await page.setViewportSize({ width: 1440, height: 400 })
  await inSight()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectNoAccessibilityFault(page, 'a sale beside a closed drawer')
  await hand.scan(waterBarcode)
  await expect(sale.getByText('Agua')).toBeVisible()
  await press('Control+Enter')
  await expect(page.getByText('Venta realizada con éxito')).toBeVisible()
  expectAtMost(3, 'sell one scanned item for cash beside a closed drawer')

  await gym.api.call('PUT', '/cash_drawers/rules', { needs_shift: true })
  await openSaleDialog(page)
  await expect(page.getByText('Mostrador está cerrada: ábrela para cobrar en efectivo.')).toBeVisible()
  await hand.scan(waterBarcode)
  await expect(sale.getByText('Agua')).toBeVisible()
  await hand.press('Control+Enter')
  const refusal = /^Aquí se cobra en efectivo con la caja abierta/
  await expect(sale.getByText(refusal)).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/Mostrador está cerrada/)).toBeHidden()

  await hand.press('Alt+o')
  const opening = page.getByRole('dialog', { name: 'Abrir caja' })
  await expect(findField(opening, 'Dinero que hay en la caja')).toBeFocused()
  await expectNoAccessibilityFault(page, 'opening a drawer over a sale')
  // Escape and all other keys go to the topmost dialog.
  await hand.press('Escape')
  await expect(opening).toHaveCount(0)
  await expect(sale.getByText('Agua')).toBeVisible()
  await sale.getByRole('button', { name: 'Abrir caja' }).click()
  await expect(findField(opening, 'Dinero que hay en la caja')).toBeFocused()
  await hand.type('500')
  await hand.press('Alt+i')
  await hand.press('Control+Enter')
  await expect(opening).toHaveCount(0)
  await expect(page.getByText('Caja abierta', { exact: true })).toBeVisible()
  await expect(page.getByText(/Mostrador está cerrada/)).toHaveCount(0)
  await expect(sale.getByText(refusal)).toHaveCount(0)
  // The focus returns to the field that had it before the dialog opened.
  await expect(findCombobox(sale, 'Producto')).toBeFocused()
  await hand.scan(waterBarcode)
  await expect(findField(sale, 'Cantidad de Agua')).toHaveValue('2')
  await hand.press('Control+Enter')
  await expect(sale).toHaveCount(0)
  const [{ shift }] = await gym.api.call<[{ shift: { id: number } }]>('GET', '/cash_drawers/')
  expect(await gym.api.call('GET', `/cash_shifts/${shift.id}`)).toMatchObject({
    shift: { drawer: { id: drawer.id } },
    expected: '550.00',
  })
})

test('sale: a computer without a drawer chooses one and opens it @deep', async ({ page, product, gym, hand }) => {
  await gym.api.call('POST', '/cash_drawers/', { name: 'Mostrador' })
  await makeStockedProduct(gym, 'Agua', 9, { code: waterBarcode })
  await openScreen(page, product, await openApiSession(product, await makeUser(gym, 'gym_worker')), '/billing')
  await openSaleDialog(page)
  const sale = page.getByRole('dialog', { name: 'Vender producto' })
  await hand.scan(waterBarcode)
  await expect(
    sale.getByText('Esta computadora no tiene caja: este efectivo no contará en ningún turno.'),
  ).toBeVisible()
  await expectNoAccessibilityFault(page, 'a sale of a computer without a drawer')
  await hand.press('Alt+o')
  const choosing = page.getByRole('dialog', { name: 'Elegir caja' })
  await expect(choosing.getByRole('button', { name: 'Mostrador' })).toBeFocused()
  await hand.press('Enter')
  await expect(sale.getByText(/Mostrador está cerrada/)).toBeVisible()
  await hand.press('Alt+o')
  await hand.type('500')
  await hand.press('Enter')
  await expect(page.getByText('Caja abierta', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await hand.press('Control+Enter')
  await expect(sale).toHaveCount(0)
  const [{ shift }] = await gym.api.call<[{ shift: { id: number } }]>('GET', '/cash_drawers/')
  expect(await gym.api.call('GET', `/cash_shifts/${shift.id}`)).toMatchObject({ expected: '525.00' })
})
