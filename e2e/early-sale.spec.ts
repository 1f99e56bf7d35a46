// A sale that is confirmed before all of its dialog is there.
import { expect } from '@playwright/test'
import { holdBack } from './hold-back.ts'
import { test } from './product.ts'
import { dialogOf, linesOf, waterCode } from './sale-dialog.ts'
import { choice, enter, field } from './scenes.ts'
import { salesOf, stock } from './stock-scenes.ts'

for (const changed of [false, true]) {
  const what = changed ? 'sells nothing that was changed meanwhile' : 'sells once that is there'
  test(`Ctrl + Enter before the proposed client is known ${what}`, async ({ page, product, gym, hand }) => {
    await stock(gym, 'Agua', 9, { code: waterCode })
    const answer = await holdBack(page, '**/v1/clients/name/**')
    await enter(page, product, gym.api, '/billing')
    await page.getByRole('button', { name: 'Vender producto' }).click()
    await expect(choice(dialogOf(page), 'Producto')).toBeFocused()
    await hand.scan(waterCode)
    await expect(linesOf(page)).toHaveCount(1)
    await page.keyboard.press('Control+Enter')
    await expect(dialogOf(page).getByText('Selecciona un cliente')).toBeVisible()
    if (changed) await field(dialogOf(page), 'Cantidad de Agua').fill('2')
    answer()
    if (changed) await expect(choice(dialogOf(page), 'Cliente')).toHaveValue('Cliente Anónimo')
    else await expect(dialogOf(page)).toHaveCount(0)
    expect(await salesOf(gym)).toHaveLength(changed ? 0 : 1)
  })
}

test('Facturación: Alt+M right after the page began to load opens the membership sale', async ({
  page,
  product,
  gym,
}) => {
  await enter(page, product, gym.api, '/dashboard')
  await page.goto(`${product.address}/billing`, { waitUntil: 'commit' })
  await page.waitForFunction("document.readyState !== 'loading'")
  await page.keyboard.press('Alt+KeyM')
  await expect(page.getByRole('dialog', { name: 'Vender membresía' })).toBeVisible()
})
