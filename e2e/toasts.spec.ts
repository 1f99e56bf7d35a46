// Toasts: duration, closing, and areas that they may not cover.
import { expect, type Page } from '@playwright/test'
import { test } from './product.ts'
import { dialogOf, waterCode } from './sale-dialog.ts'
import { enter, field } from './scenes.ts'
import { slowdown } from './slowdown.ts'
import { stock } from './stock-scenes.ts'

const unknown = (page: Page, code: string) => page.getByText(`Ningún producto con el código ${code}`)

test('toast: an unknown code is announced and closes by itself or by Escape', { tag: '@deep' }, async ({
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
  // The toast closes before its timeout.
  await expect(unknown(page, '999777')).toHaveCount(0, { timeout: 8_000 })

  // Escape belongs to the dialog unless the toast has the focus.
  await hand.scan(waterCode)
  await expect(field(dialogOf(page), 'Cantidad de Agua')).toHaveValue('1')
  await hand.scan('999666')
  await expect(unknown(page, '999666')).toBeVisible()
  await hand.press('F8', 'Escape')
  await expect(unknown(page, '999666')).toHaveCount(0)
  await expect(field(dialogOf(page), 'Cantidad de Agua')).toHaveValue('1')
})
