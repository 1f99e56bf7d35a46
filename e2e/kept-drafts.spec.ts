// A draft sale whose tab sleeps, crashes, has no storage, or has a slow connection.
import { expect, type Page } from '@playwright/test'
import { test } from './product.ts'
import { beginSale, beginWaterSale, dialogOf, waterCode } from './sale-dialog.ts'
import { choice, field } from './scenes.ts'
import { salesOf } from './stock-scenes.ts'

test.use({ address: 'lan' })

/** Fills the origin's local storage completely. */
const fillStorage = (page: Page) =>
  page.evaluate(`for (let size = 2 ** 23; size >= 1; size /= 2) {
    try { localStorage.filler = (localStorage.filler ?? '') + 'x'.repeat(size) } catch {}
  }`)

/** Acts like a suspended tab: all storage events arrive when it wakes. */
const sleeper = `addEventListener('storage', (event) => {
  if (!window.asleep) return
  event.stopImmediatePropagation()
  window.asleep.push(event)
})`
const wake = `{
  const heard = window.asleep
  window.asleep = null
  for (const { key, oldValue, newValue } of heard) dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }))
}`

test('draft sale: sold in another tab while its tab slept, it is not sold again', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  await page.addInitScript(sleeper)
  await beginWaterSale(page, product, gym)
  await page.evaluate('window.asleep = []')
  const other = await hand.openTab(`${product.pageAddress}/billing`)
  await other.getByRole('button', { name: 'Ventas en espera (1)' }).click()
  await other.getByRole('button', { name: /Retomar/ }).click()
  await expect(field(dialogOf(other), 'Cantidad de Agua')).toHaveValue('1')
  await expect(choice(dialogOf(other), 'Cliente')).toHaveValue('Cliente Anónimo')
  await expect(choice(dialogOf(other), 'Producto')).toBeFocused()
  await hand.press('Control+Enter')
  await expect(dialogOf(other)).toHaveCount(0)
  expect(await salesOf(gym)).toHaveLength(1)
  const heardOfItsEnd = `window.asleep.some(({ key, newValue }) => key.startsWith('draft:') && newValue === null)`
  await expect.poll(() => page.evaluate(heardOfItsEnd)).toBe(true)
  await hand.swapTo(page)
  await page.evaluate(wake)
  await expect(page.getByText('Esta venta se abrió en otra pestaña.')).toBeVisible()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Vender producto' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Ventas en espera/ })).toHaveCount(0)
})

test('sale: works when browser storage is full', { tag: '@deep' }, async ({ page, product, gym, hand }) => {
  const { dialog } = await beginWaterSale(page, product, gym, 99)
  const quantity = field(dialog, 'Cantidad de Agua')
  await expect(quantity).toHaveValue('1')
  await fillStorage(page)
  await hand.write(quantity, '12')
  await expect(dialog.getByRole('definition')).toHaveText(['$ 300.00'])
  await hand.press('Control+Enter')
  await expect(page.getByText('Cliente Anónimo · $ 300.00')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  // Not even the first line fits now.
  await fillStorage(page)
  await beginSale(page)
  await hand.scan(waterCode)
  await hand.scan(waterCode)
  await expect(quantity).toHaveValue('2')
  await hand.press('Control+Enter')
  await expect(page.getByText('Cliente Anónimo · $ 50.00')).toBeVisible()
  expect(await salesOf(gym)).toMatchObject([{ amount_total: '50.00' }, { amount_total: '300.00' }])
})
