import { once } from 'node:events'
import { expect, type Page } from '@playwright/test'
import { makeRegisteredTerminal, test } from './browser-fixtures.ts'
import { findCombobox, findTableRows, makePlan, openScreen, readAnonymousClient } from './gym-steps.ts'
import { holdRequest } from './hold-request.ts'
import type { SimulatedUser } from './simulated-user.ts'
import { listPayments } from './stock-steps.ts'

test('plans: the daily plan cannot be deleted, another plan can @deep', async ({ page, product, gym }) => {
  await makePlan(gym)
  await openScreen(page, product, gym.api, '/memberships')
  await expect(findTableRows(page, 'Planes de Membresías')).toHaveCount(2)
  await expect(page.getByText('Membresía Importada')).toHaveCount(0)
  await expect(findTableRows(page, 'Planes').filter({ hasText: 'Membresía Diaria' })).toContainText('Sin precio')
  await page.getByRole('button', { name: /^Eliminar Membresía Diaria/ }).click({ force: true })
  const why = 'La Membresía Diaria no se puede renombrar, cambiar de duración ni eliminar.'
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText(why)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // An unexpected answer from a proxy does not prove that the plan was deleted.
  let kept = 0
  await page.route(/\/v1\/memberships\/\d+$/, (route) =>
    route.request().method() === 'DELETE' && kept++ === 0 ? route.fulfill({ status: 200, body: '' }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Eliminar Mensual' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Error inesperado: código 200')).toBeVisible()
  await expect(findTableRows(page, 'Planes de Membresías').filter({ hasText: 'Mensual' })).toHaveCount(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Membresía eliminada correctamente')).toBeVisible()
  await expect(findTableRows(page, 'Planes de Membresías')).toHaveCount(1)
})

async function beginSale(page: Page, hand: SimulatedUser, client: string) {
  await page.getByRole('button', { name: 'Vender membresía' }).click()
  const dialog = page.getByRole('dialog', { name: 'Vender membresía' })
  await expect(findCombobox(dialog, 'Cliente')).toBeFocused()
  await hand.type(client, { pause: { after: 3, for: 500 } })
  await hand.press('Enter')
  await expect(findCombobox(dialog, 'Plan')).toBeFocused()
  return { dialog, sell: dialog.getByRole('button', { name: 'Vender membresía' }) }
}

async function pickPlan(page: Page, hand: SimulatedUser, name: string): Promise<void> {
  await hand.write(findCombobox(page, 'Plan'), name.slice(0, 5))
  await hand.press('Enter')
  await expect(findCombobox(page, 'Plan')).toHaveValue(name)
}

test('anonymous client: buys day passes only, reception opens the door @deep', async ({ page, product, gym, hand }) => {
  await makePlan(gym)
  const terminal = await makeRegisteredTerminal(product, gym)
  const connected = once(terminal.events, 'cycle')
  terminal.start()
  await connected
  await openScreen(page, product, gym.api, '/clients')
  const { dialog, sell } = await beginSale(page, hand, 'anonimo')
  await pickPlan(page, hand, 'Mensual')
  await sell.click()
  await expect(dialog.getByText('El cliente ánonimo solo puede comprar una Membresía Diaria')).toBeVisible()
  expect(await listPayments(gym)).toHaveLength(0)
  await pickPlan(page, hand, 'Membresía Diaria')
  await expect(dialog.getByText('Membresía Diaria no tiene precio: se vende por $ 0.00.')).toBeVisible()
  await sell.click()
  await expect(page.getByText('Membresía vendida.')).toBeVisible()
  expect(await listPayments(gym)).toHaveLength(1)
  const door = once(terminal.events, 'door')
  await page.getByRole('dialog').getByRole('button', { name: 'Abrir puerta' }).click()
  await door
  await expect(page.getByText('El dispositivo confirmó la apertura. La entrada quedó registrada.')).toBeVisible()
  // One sale admits one visitor, so no button remains that opens the door again by mistake.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Abrir puerta' })).toHaveCount(0)
  expect(terminal.doorOpenings).toHaveLength(1)
  const { id } = await readAnonymousClient(gym)
  expect(await gym.api.call('GET', '/attendances/detail')).toMatchObject({ total: 1, items: [{ id_client: id }] })

  // The next visitor is a new sale and not a repetition of the first one.
  await page.getByRole('button', { name: 'Vender otra' }).click()
  await hand.write(findCombobox(page, 'Cliente'), 'anonimo')
  // Enter sells only once the price is shown; pressed earlier, it shows a message.
  const come = await holdRequest(page, /clients\/\d+\/paid/)
  await page.getByRole('option', { name: /Anónimo/ }).click()
  await sell.click()
  come()
  await expect(dialog.getByText('El precio no estaba a la vista todavía: confirma la venta.')).toBeVisible()
  expect(await listPayments(gym)).toHaveLength(1)
  await sell.click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Abrir puerta' })).toBeVisible()
  expect(await listPayments(gym)).toHaveLength(2)
  await terminal.stop()
})
