// The setup guide of a new gym, from its first to its last step.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { type BrowserTestGym, test } from './browser-fixtures.ts'
import { collectPageErrors, makeClient, makePlan, openScreen } from './gym-steps.ts'
import { replacePrintByCounter } from './print-output.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const guide = (page: Page) => page.getByRole('region', { name: 'Primeros pasos' })
const step = (page: Page, title: string) => guide(page).getByRole('listitem').filter({ hasText: title })
const takeOut = (gym: BrowserTestGym) => gym.api.call('PUT', '/guide/', { put_away: false })

test('setup guide: each step links to its screen and is ticked once done @deep', async ({ page, product, gym }) => {
  const complaints = collectPageErrors(page)
  await takeOut(gym)
  await replacePrintByCounter(page)
  await openScreen(page, product, gym.api, '/dashboard')
  await expect(guide(page).getByText('0 de 7 pasos listos.')).toBeVisible()
  await expectNoAccessibilityFault(page, 'the guide')
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
    await page.goBack()
    await expect(guide(page)).toBeVisible()
  }
  await step(page, 'Planes con su precio').getByRole('link').click()
  await makePlan(gym)
  await page.goBack()
  await expect(step(page, 'Planes con su precio').getByRole('img', { name: 'Hecho' })).toBeVisible()
  // The guide also updates when another user does a step.
  await makeClient(gym, 'Ana')
  await expect(step(page, 'Tus clientes actuales').getByRole('img', { name: 'Hecho' })).toBeVisible()
  await step(page, 'Prueba de impresión').getByRole('button').click()
  await expect.poll(() => page.evaluate('window.prints')).toBe(1)
  await expect(step(page, 'Prueba de impresión').getByRole('img', { name: 'Hecho' })).toBeVisible()
  await expect(guide(page).getByText('3 de 7 pasos listos.')).toBeVisible()
  expect(complaints).toEqual([])
})
