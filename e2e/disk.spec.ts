// A disk that fills up: whoever can do something about it is told in time, and at the counter nothing is lost meanwhile.

import { expect, type Page } from '@playwright/test'
import { errors } from '@torniquete/contract/errors.ts'
import { expectNoBarrier } from './barriers.ts'
import { masterPassword, test } from './product.ts'
import { choice, enter, makeClient } from './scenes.ts'
import { longestPause } from './slowdown.ts'
import { stock } from './stock-scenes.ts'

const full = errors['disk.full'][1]

const answerDisk = (page: Page, free: number, level: string) =>
  page.route('**/v1/disk/', (route) => route.fulfill({ json: { free, level } }))
const warning = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text })

test('the super admin and the master are warned where they look anyway', async ({ page, product, gym }) => {
  await enter(page, product, gym.api, '/dashboard')
  await expect(page.getByText('No hay notificaciones nuevas')).toBeVisible()
  await expect(warning(page, /disco/i)).toHaveCount(0)
  await answerDisk(page, 1.6e9, 'low')
  await page.reload()
  await expect(warning(page, /le quedan 1\.6 GB: haz sitio pronto/)).toBeVisible()
  await expectNoBarrier(page, 'a disk that is nearly full')
  await answerDisk(page, 0.1e9, 'full')
  await page.goto(`${product.address}/settings?tab=gym`)
  await expect(warning(page, /está lleno \(quedan 0\.1 GB\)/)).toBeVisible()
  await expectNoBarrier(page, 'a full disk in the settings')
  await enter(page, product, await product.logIn('master', masterPassword), '/admin/gyms')
  await expect(warning(page, /está lleno/)).toBeVisible()
})

test('a sale that finds no room says why, waits, and is booked once when there is', async ({
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
  // Pressed while there is none: once there is, it may go by itself before a hand gets there.
  await dialog.getByRole('button', { name: 'Reintentar ahora' }).click()
  await expect(dialog.getByText(full)).toBeVisible()
  await page.unroute('**/v1/sales/')
  await expect(page.getByText('Venta realizada con éxito')).toBeVisible({ timeout: longestPause })
  expect((await gym.api.call<{ total: number }>('GET', '/sales/')).total).toBe(1)
})
