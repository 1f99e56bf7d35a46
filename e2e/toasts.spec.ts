// Toasts: how long they stand, what closes them, and what they may not cover.
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './product.ts'
import { dialogOf, waterCode } from './sale-dialog.ts'
import { choice, enter, field } from './scenes.ts'
import { slowdown } from './slowdown.ts'
import { stock } from './stock-scenes.ts'

const unknown = (page: Page, code: string) => page.getByText(`Ningún producto con el código ${code}`)

/** Once the toast has come to its place: it goes where a dialog leaves room, which grows with its lines. */
async function expectClear(toast: Locator, ...others: Locator[]): Promise<void> {
  const covered = async () => {
    const told = await toast.boundingBox()
    if (!told) return 'no toast'
    for (const other of others) {
      const box = await other.boundingBox()
      if (!box) return `not there: ${other}`
      const apart =
        box.x >= told.x + told.width ||
        told.x >= box.x + box.width ||
        box.y >= told.y + told.height ||
        told.y >= box.y + box.height
      if (!apart) return `${other} beneath ${JSON.stringify(told)}`
    }
    return null
  }
  await expect.poll(covered).toBeNull()
}

test('a code that nobody knows is announced, can be read, and goes by itself or by Escape', async ({
  page,
  product,
  gym,
  hand,
}) => {
  await stock(gym, 'Agua', 50, { code: waterCode })
  await enter(page, product, gym.api, '/billing')
  await expect(page.getByText('No hay ventas de productos.')).toBeVisible()
  await hand.scan('999888')
  await expect(page.getByRole('region', { name: 'Avisos' }).getByRole('alert')).toContainText('999888')
  await expect(unknown(page, '999888')).toHaveCount(0, { timeout: 30_000 * slowdown })
  await hand.scan('999777')
  await expect(unknown(page, '999777')).toBeVisible()
  await hand.press('Escape')
  // Sooner than it would go by itself.
  await expect(unknown(page, '999777')).toHaveCount(0, { timeout: 8_000 })

  // Over a dialog Escape is the dialog's, but where the toast has the focus.
  await hand.scan(waterCode)
  await expect(field(dialogOf(page), 'Cantidad de Agua')).toHaveValue('1')
  await hand.scan('999666')
  await expect(unknown(page, '999666')).toBeVisible()
  await hand.press('F8', 'Escape')
  await expect(unknown(page, '999666')).toHaveCount(0)
  await expect(field(dialogOf(page), 'Cantidad de Agua')).toHaveValue('1')
})

test('on a phone a toast covers neither a title nor the button that one is to press', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  const goods = ['Agua', 'Gel', 'Toalla', 'Faja', 'Guantes']
  for (const [at, name] of goods.entries()) await stock(gym, name, 50, { code: `75010313${at}` })
  await page.setViewportSize({ width: 375, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, product, gym.api, '/billing')
  await expect(page.getByText('No hay ventas de productos.')).toBeVisible()
  const toast = page.locator('[data-kind=failure]')
  await hand.scan('999888')
  await expectClear(
    toast,
    page.getByRole('heading', { level: 1 }),
    page.getByRole('button', { name: 'Vender producto' }),
    page.getByRole('button', { name: 'Vender membresía' }),
  )
  const dialog = dialogOf(page)
  const sell = dialog.getByRole('button', { name: 'Vender', exact: true })
  const title = dialog.getByRole('heading', { name: 'Vender producto' })
  await page.goto(`${product.address}/billing/sales/new`)
  await expect(choice(dialog, 'Producto')).toBeFocused()
  // From a dialog in the middle of the window to one that fills it.
  for (const [at, name] of goods.entries()) {
    await hand.scan(`75010313${at}`)
    await expect(field(dialog, `Cantidad de ${name}`)).toBeVisible()
    await hand.scan('999888')
    await expect(unknown(page, '999888')).toBeVisible()
    await expectClear(toast, title, sell)
    await page.getByRole('button', { name: 'Cerrar aviso' }).click()
    await expect(toast).toHaveCount(0)
  }
  for (const height of [500, 640, 700]) {
    await page.setViewportSize({ width: 375, height })
    await hand.scan('999888')
    await expect(unknown(page, '999888')).toBeVisible()
    await expectClear(toast, title, sell)
    await page.getByRole('button', { name: 'Cerrar aviso' }).click()
  }
  await page.goto(`${product.address}/support`)
  await field(page, 'Correo').fill('alta@example.com')
  await field(page, 'Mensaje').fill('No abre')
  await page.route('**/v1/support/', (route) => route.abort())
  const send = page.getByRole('button', { name: 'Enviar solicitud' })
  for (const height of [560, 700, 800]) {
    await page.setViewportSize({ width: 375, height })
    await send.click()
    await expect(toast).toContainText('Error al enviar la solicitud')
    await expectClear(toast, page.getByRole('heading', { level: 1 }), send)
    await page.getByRole('button', { name: 'Cerrar aviso' }).click()
  }
  // What failed on a page is no news on the next.
  await send.click()
  await expect(toast).toContainText('Error al enviar la solicitud')
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.getByRole('link', { name: 'Clientes' }).click()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(page).toHaveURL(/\/clients/)
  await expect(toast).toHaveCount(0)
})
