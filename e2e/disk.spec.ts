// A full disk: admins are warned in time, and the counter loses nothing.

import { expect } from '@playwright/test'
import { errors } from '@torniquete/contract/shared/errors.ts'
import { expectNoBarrier } from './barriers.ts'
import { test } from './product.ts'
import { choice, enter, makeClient } from './scenes.ts'
import { longestPause } from './slowdown.ts'
import { stock } from './stock-scenes.ts'

const full = errors['disk.full'][1]

test('sale: waits while the disk is full, says why, and is booked once afterwards', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  await makeClient(gym, 'Ana Brújula')
  await stock(gym, 'Agua Planeta Azul', 10)
  await enter(page, product, gym.api, '/billing/sales/new')
  const dialog = page.getByRole('dialog', { name: 'Vender producto' })
  await choice(dialog, 'Producto').click()
  await hand.type('agua')
  await hand.press('Enter')
  await choice(dialog, 'Cliente').click()
  await hand.type('ana bru')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Ana Brújula/)
  await hand.press('Enter')
  await page.route('**/v1/sales/', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '10' }, json: { detail: full } }),
  )
  await dialog.getByRole('button', { name: 'Vender', exact: true }).click()
  await expect(dialog.getByText(full)).toBeVisible()
  await expect(dialog.getByText('No se registrará dos veces')).toBeVisible()
  await expectNoBarrier(page, 'a sale without room')
  // Pressed while the disk is full: once there is room, the retry may come first.
  await dialog.getByRole('button', { name: 'Reintentar ahora' }).click()
  await expect(dialog.getByText(full)).toBeVisible()
  await page.unroute('**/v1/sales/')
  await expect(page.getByText('Venta realizada con éxito')).toBeVisible({ timeout: longestPause })
  expect((await gym.api.call<{ total: number }>('GET', '/sales/')).total).toBe(1)
})
