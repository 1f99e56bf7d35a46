import { once } from 'node:events'
import { expect, type Page } from '@playwright/test'
import { expectWhole } from './barriers.ts'
import type { Hand } from './hand.ts'
import { holdBack } from './hold-back.ts'
import { type Gym, makeTerminal, test } from './product.ts'
import { anonymousClient, choice, countPayments, enter, field, makePlan, rowsOf } from './scenes.ts'

const plansOf = (gym: Gym) =>
  gym.api.call<{ name: string; duration_days: number; price: string; description: string | null }[]>(
    'GET',
    '/memberships/',
  )

test('plans: are created, edited and deleted, and the imported one is hidden', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  await enter(page, product, gym.api, '/memberships')
  await expect(rowsOf(page, 'Planes de Membresías')).toHaveCount(1)
  await expect(page.getByText('Membresía Importada')).toHaveCount(0)
  await page.getByRole('button', { name: 'Nuevo plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar Plan de Membresía' })
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expect(field(dialog, 'Nombre')).toBeFocused()
  await expect(field(dialog, 'Precio')).toHaveAttribute('aria-invalid', 'true')
  await hand.write(field(dialog, 'Nombre'), 'Mensual')
  await hand.write(field(dialog, 'Descripción'), 'Todos los días')
  await hand.write(field(dialog, 'Duración (días)'), '30')
  await hand.write(field(dialog, 'Precio'), '1500.5')
  await hand.press('Enter')
  await expect(page.getByText('Plan de Membresía creado con éxito.')).toBeVisible()
  await expect(rowsOf(page, 'Planes de Membresías').filter({ hasText: 'Mensual' })).toContainText('$ 1,500.50')
  expect(await plansOf(gym)).toContainEqual(
    expect.objectContaining({ name: 'Mensual', description: 'Todos los días', duration_days: 30, price: '1500.50' }),
  )

  await page.getByRole('button', { name: 'Editar Mensual' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar Plan de Membresía' })
  await hand.write(field(edit, 'Precio'), '1800')
  await hand.write(field(edit, 'Duración (días)'), '1825')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Plan de Membresía editado con éxito.')).toBeVisible()
  await expect(rowsOf(page, 'Planes de Membresías').filter({ hasText: 'Mensual' })).toContainText('1,825')
  expect(await plansOf(gym)).toContainEqual(expect.objectContaining({ name: 'Mensual', price: '1800.00' }))

  // A proxy's 404 page does not prove that the plan is gone.
  let kept = 0
  await page.route(/\/v1\/memberships\/\d+$/, (route) =>
    route.request().method() === 'DELETE' && kept++ === 0 ? route.fulfill({ status: 200, body: '' }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Eliminar Mensual' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Error inesperado: código 200')).toBeVisible()
  await expect(rowsOf(page, 'Planes de Membresías').filter({ hasText: 'Mensual' })).toHaveCount(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Membresía eliminada correctamente')).toBeVisible()
  expect((await plansOf(gym)).map(({ name }) => name)).toEqual(['Membresía Diaria'])
})

test('Membresía Diaria: only its price can be edited', async ({ page, product, gym, hand }) => {
  await enter(page, product, gym.api, '/memberships')
  await page.getByRole('button', { name: /^Eliminar Membresía Diaria/ }).click({ force: true })
  const why = 'La Membresía Diaria no se puede renombrar, cambiar de duración ni eliminar.'
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText(why)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowsOf(page, 'Planes').filter({ hasText: 'Membresía Diaria' })).toContainText('Sin precio')
  await page.getByRole('button', { name: 'Editar Membresía Diaria' }).click()
  const dialog = page.getByRole('dialog')
  await expect(field(dialog, 'Nombre')).toBeDisabled()
  await expect(field(dialog, 'Duración (días)')).toBeDisabled()
  await hand.write(field(dialog, 'Precio'), '250')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Plan de Membresía editado con éxito.')).toBeVisible()
  expect(await plansOf(gym)).toEqual([
    expect.objectContaining({ name: 'Membresía Diaria', duration_days: 1, price: '250.00' }),
  ])
  await expect(page.getByText('Sin precio')).toHaveCount(0)
})

async function beginSale(page: Page, hand: Hand, client: string) {
  await page.getByRole('button', { name: 'Vender membresía' }).click()
  const dialog = page.getByRole('dialog', { name: 'Vender membresía' })
  await expect(choice(dialog, 'Cliente')).toBeFocused()
  await hand.type(client, { pause: { after: 3, for: 500 } })
  await hand.press('Enter')
  await expect(choice(dialog, 'Plan')).toBeFocused()
  return { dialog, sell: dialog.getByRole('button', { name: 'Vender membresía' }) }
}

async function pickPlan(page: Page, hand: Hand, name: string): Promise<void> {
  await hand.write(choice(page, 'Plan'), name.slice(0, 5))
  await hand.press('Enter')
  await expect(choice(page, 'Plan')).toHaveValue(name)
}

test('anonymous client: buys only day passes, and the door opens for the visitor', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  await makePlan(gym)
  const terminal = await makeTerminal(product, gym)
  const connected = once(terminal.events, 'cycle')
  terminal.start()
  await connected
  await enter(page, product, gym.api, '/clients')
  const { dialog, sell } = await beginSale(page, hand, 'anonimo')
  await pickPlan(page, hand, 'Mensual')
  await sell.click()
  await expect(dialog.getByText('El cliente ánonimo solo puede comprar una Membresía Diaria')).toBeVisible()
  expect(await countPayments(gym)).toBe(0)
  await pickPlan(page, hand, 'Membresía Diaria')
  await expect(dialog.getByText('Membresía Diaria no tiene precio: se vende por $ 0.00.')).toBeVisible()
  await sell.click()
  await expect(page.getByText('Membresía vendida.')).toBeVisible()
  expect(await countPayments(gym)).toBe(1)
  const door = once(terminal.events, 'door')
  await page.getByRole('dialog').getByRole('button', { name: 'Abrir puerta' }).click()
  await door
  await expect(page.getByText('El dispositivo confirmó la apertura. La entrada quedó registrada.')).toBeVisible()
  // One sale admits one visitor: no button remains to press by mistake.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Abrir puerta' })).toHaveCount(0)
  expect(terminal.doorOpenings).toHaveLength(1)
  const { id } = await anonymousClient(gym)
  expect(await gym.api.call('GET', '/attendances/detail')).toMatchObject({ total: 1, items: [{ id_client: id }] })

  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectWhole(page.getByRole('dialog', { name: 'Membresía vendida' }).getByRole('button'))
  }

  // The next visitor is another sale, not a repetition.
  await page.getByRole('button', { name: 'Vender otra' }).click()
  await hand.write(choice(page, 'Cliente'), 'anonimo')
  // Enter sells only after the price is shown; an earlier press shows a message.
  const come = await holdBack(page, /clients\/\d+\/paid/)
  await page.getByRole('option', { name: /Anónimo/ }).click()
  await sell.click()
  come()
  await expect(dialog.getByText('El precio no estaba a la vista todavía: confirma la venta.')).toBeVisible()
  expect(await countPayments(gym)).toBe(1)
  await sell.click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Abrir puerta' })).toBeVisible()
  expect(await countPayments(gym)).toBe(2)
  await terminal.stop()
})
