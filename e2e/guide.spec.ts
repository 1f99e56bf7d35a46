// The first morning: what a new gym is shown, and what becomes of it.
import { expect, type Page } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { withoutPrinter } from './printed.ts'
import { type Gym, makeUser, test } from './product.ts'
import { complaintsOf, enter, makeClient, makePlan, session } from './scenes.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const guide = (page: Page) => page.getByRole('region', { name: 'Primeros pasos' })
const step = (page: Page, title: string) => guide(page).getByRole('listitem').filter({ hasText: title })
const takeOut = (gym: Gym) => gym.api.call('PUT', '/guide/', { put_away: false })
const back = (page: Page) => page.getByRole('link', { name: 'Volver a los primeros pasos' })

test('each step leads to its place and back, and is ticked by what is there', async ({ page, product, gym }) => {
  const complaints = complaintsOf(page)
  await takeOut(gym)
  await withoutPrinter(page)
  await enter(page, product, gym.api, '/dashboard')
  await expect(guide(page).getByText('Hechos: 0 de 7.')).toBeVisible()
  await expectNoBarrier(page, 'the guide')
  const places: [string, string | RegExp][] = [
    ['Datos y logo del gimnasio', /\/settings\?tab=gym$/],
    ['La terminal de la puerta', /\/settings\?tab=devices$/],
    ['Tu personal', /\/settings$/],
    ['Mensajes', /\/settings\?tab=notifications$/],
    ['Planes con su precio', /\/memberships$/],
  ]
  for (const [title, address] of places) {
    await step(page, title).getByRole('link', { name: title }).press('Enter')
    await expect(page).toHaveURL(address)
    await back(page).press('Enter')
    await expect(guide(page)).toBeVisible()
    await expect(back(page)).toHaveCount(0)
  }
  await step(page, 'Planes con su precio').getByRole('link').click()
  await makePlan(gym)
  await back(page).click()
  await expect(step(page, 'Planes con su precio').getByRole('img', { name: 'Hecho' })).toBeVisible()
  // Live, whoever does it.
  await makeClient(gym, 'Ana')
  await expect(step(page, 'Quienes ya vienen').getByRole('img', { name: 'Hecho' })).toBeVisible()
  await step(page, 'Prueba de impresión').getByRole('button').click()
  await expect.poll(() => page.evaluate('window.prints')).toBe(1)
  await expect(step(page, 'Prueba de impresión').getByRole('img', { name: 'Hecho' })).toBeVisible()
  await expect(guide(page).getByText('Hechos: 3 de 7.')).toBeVisible()
  expect(complaints).toEqual([])
})

test('it is put away, and found again under Configuración; an import opens over its list and leads back', async ({
  page,
  product,
  gym,
}) => {
  await takeOut(gym)
  await enter(page, product, gym.api, '/dashboard')
  await step(page, 'Quienes ya vienen').getByRole('link').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await back(page).click()
  await guide(page).getByRole('button', { name: 'Quitar del Dashboard' }).click()
  await expect(guide(page)).toHaveCount(0)
  await page.goto(`${product.pageAddress}/settings?tab=gym`)
  await guide(page).getByRole('button', { name: 'Mostrar en el Dashboard' }).click()
  await expect(guide(page).getByRole('button', { name: 'Quitar del Dashboard' })).toBeVisible()
  // From there it leads back there, whether it stands on the dashboard or not.
  await step(page, 'La terminal de la puerta').getByRole('link').click()
  await back(page).click()
  await expect(page).toHaveURL(/\/settings\?tab=gym$/)
  await expect(guide(page)).toBeVisible()
  await expect(back(page)).toHaveCount(0)
  await page.goto(`${product.pageAddress}/dashboard`)
  await expect(guide(page)).toBeVisible()
})

test('it is the owner’s: whoever works there sees none', async ({ page, product, gym }) => {
  await takeOut(gym)
  await enter(page, product, await session(product, await makeUser(gym, 'gym_worker')), '/dashboard')
  await expect(page.getByRole('region', { name: 'Notificaciones' })).toBeVisible()
  await expect(guide(page)).toHaveCount(0)
})
