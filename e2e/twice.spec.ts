// A second press in the moment between what was booked and its dialog's end, which on a slow PC is long enough for a finger.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Hand } from './hand.ts'
import { type Gym, type Product, test } from './product.ts'
import { beginWaterSale, scan, waterCode } from './sale-dialog.ts'
import { choice, enter, field, type List } from './scenes.ts'
import { makeProduct, makeSupplier, purchasesOf, salesOf } from './stock-scenes.ts'

interface Scene {
  page: Page
  product: Product
  gym: Gym
  hand: Hand
}

interface Booking {
  title: string
  /** Opens its form and fills it. */
  fill: (scene: Scene) => Promise<Locator>
  booked: string
  count: (gym: Gym) => Promise<number>
}

const totalOf = async (gym: Gym, path: string) => (await gym.api.call<List<object>>('GET', path)).total

const bookings: Booking[] = [
  {
    title: 'a sale',
    fill: async ({ page, product, gym }) => (await beginWaterSale(page, product, gym)).dialog,
    booked: 'Venta realizada con éxito',
    count: async (gym) => (await salesOf(gym)).length,
  },
  {
    title: 'a purchase',
    fill: async ({ page, product, gym, hand }) => {
      await makeSupplier(gym, 'Induveca')
      await makeProduct(gym, 'Agua', { code: waterCode })
      await enter(page, product, gym.api, '/inventory')
      await page.getByRole('button', { name: 'Comprar' }).click()
      const dialog = page.getByRole('dialog', { name: 'Agregar Factura de compra' })
      await choice(dialog, 'Proveedor').fill('induveca')
      await page.getByRole('option', { name: 'Induveca' }).click()
      await scan(page, waterCode)
      await hand.write(field(dialog, 'Precio de Agua'), '12.5')
      return dialog
    },
    booked: 'Factura de compra creada con éxito',
    count: async (gym) => (await purchasesOf(gym)).length,
  },
  {
    title: 'an expense',
    fill: async ({ page, product, gym }) => {
      await enter(page, product, gym.api, '/expenses')
      await page.getByRole('button', { name: 'Nuevo gasto' }).click()
      const dialog = page.getByRole('dialog', { name: 'Agregar Gasto' })
      await field(dialog, 'Concepto').fill('Luz')
      await field(dialog, 'Importe').fill('1250')
      await dialog.getByLabel('Categoría').selectOption('Electricidad y agua')
      return dialog
    },
    booked: 'Gasto registrado.',
    count: (gym) => totalOf(gym, '/expenses/'),
  },
  {
    title: 'a client',
    fill: async ({ page, product, gym }) => {
      await enter(page, product, gym.api, '/clients')
      await page.getByRole('button', { name: 'Nuevo cliente' }).click()
      const dialog = page.getByRole('dialog', { name: 'Agregar Cliente' })
      await field(dialog, 'Nombre').fill('Rosa Paulino')
      return dialog
    },
    booked: 'Cliente agregado con éxito',
    count: (gym) => totalOf(gym, '/clients/'),
  },
]

for (const { title, fill, booked, count } of bookings)
  test(`${title}: pressed again while its dialog goes, it is booked once`, { tag: '@deep' }, async ({
    page,
    product,
    gym,
    hand,
  }) => {
    // As where the machine has much to do.
    await page.addInitScript(`{
      const back = history.back.bind(history)
      history.back = () => setTimeout(back, 1500)
    }`)
    const dialog = await fill({ page, product, gym, hand })
    await hand.press('Control+Enter')
    await expect(page.getByText(booked)).toBeVisible()
    await hand.press('Control+Enter')
    await expect(dialog).toHaveCount(0)
    expect(await count(gym)).toBe(1)
  })
