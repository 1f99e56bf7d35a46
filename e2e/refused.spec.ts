// Whoever the door did not let in comes to the desk: they stand on its screens, and one key sells them their time.
import { expect } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { pacedHand } from './hand.ts'
import { makeTerminal, test } from './product.ts'
import { enter, gymDay, makeClient, makePlan, sellPlan } from './scenes.ts'

const firmware = { dialect: 'access', deviceName: 'SenseFace 4A' } as const

test('refused at the door, renewed by keyboard, and let in within 15 seconds', async ({ page, product, gym, hand }) => {
  // It calls as often as one does of which nobody said how often.
  const terminal = await makeTerminal(product, gym, { firmware, delay: null, delayScale: 1 })
  const ana = await makeClient(gym, 'Ana Brújula')
  const pin = String(ana.id_zkteco)
  await sellPlan(gym, await makePlan(gym), ana, gymDay(-40))
  for (let call = 0; call < 30 && !terminal.users.has(pin); call += 1) await terminal.step()
  terminal.start()
  // Wherever the desk is.
  await enter(page, product, gym.api, '/inventory')
  await expect(page.getByRole('heading', { level: 1, name: 'Inventario' })).toBeVisible()
  const person = pacedHand(hand)
  const began = Date.now()
  expect(terminal.punch(pin).opened).toBe(false)
  const notice = page.getByRole('status', { name: 'En la puerta' }).getByRole('article', { name: 'Ana Brújula' })
  await expect(notice).toContainText(/No pudo entrar por Puerta principal a las \d\d:\d\d: membresía vencida el/)
  person.think()
  await person.press('Alt+a')
  const sale = page.getByRole('dialog', { name: 'Vender membresía' })
  await expect(sale.getByRole('combobox', { name: 'Plan' })).toHaveValue('Mensual')
  person.think()
  await person.press('Control+Enter')
  await expect(sale).toBeHidden()
  await expect(notice).toContainText('Puede entrar: que pruebe otra vez en Puerta principal', { timeout: 15_000 })
  person.think()
  expect(terminal.punch(pin).opened).toBe(true)
  await expect(notice).toBeHidden()
  person.expectWithin(15_000, began, 'from the refusal to the entry')
  // One stands where one was.
  await expect(page.getByRole('heading', { level: 1, name: 'Inventario' })).toBeVisible()
  await terminal.stop()
})

test('who is refused and not to be sold anything is put away, and comes back when they try again', async ({
  page,
  product,
  gym,
}) => {
  const terminal = await makeTerminal(product, gym, { firmware })
  const luis = await makeClient(gym, 'Luis Terrero')
  const pin = String(luis.id_zkteco)
  terminal.start()
  await expect.poll(() => terminal.users.has(pin)).toBe(true)
  await enter(page, product, gym.api, '/clients')
  terminal.punch(pin)
  const notice = page.getByRole('article', { name: 'Luis Terrero' })
  await expect(notice).toContainText('sin membresía')
  await page.getByRole('button', { name: 'Quitar el aviso de Luis Terrero' }).click()
  await expect(notice).toBeHidden()
  // Nobody tries twice in a second.
  const second = terminal.shows()
  await expect.poll(() => terminal.shows()).not.toBe(second)
  terminal.punch(pin)
  await expect(notice).toBeVisible()
  await expectNoBarrier(page, 'somebody stands at the desk')
  await notice.getByRole('link', { name: 'Luis Terrero' }).click()
  await expect(page.getByRole('dialog', { name: 'Ficha del cliente' })).toContainText(
    /Puerta principal no le abrió a las/,
  )
  await terminal.stop()
})

test('who is let in out of their hours by a terminal that keeps none stands at the desk as that', async ({
  page,
  product,
  gym,
}) => {
  const terminal = await makeTerminal(product, gym)
  const eva = await makeClient(gym, 'Eva Nocturna')
  const plan = await makePlan(gym)
  // Of a day that is neither today nor near it.
  const other = (new Date(`${gymDay()}T12:00:00Z`).getUTCDay() + 3) % 7
  const week = Array.from({ length: 7 }, (_, day) => (day === other ? [{ from: '06:00', to: '12:00' }] : []))
  const { id } = await gym.api.call<{ id: number }>('POST', '/memberships/schedules', { name: 'Un día', week })
  await gym.api.call('PUT', `/memberships/${plan.id}/access`, { id_schedule: id, doors: null })
  await sellPlan(gym, plan, eva, gymDay())
  const pin = String(eva.id_zkteco)
  terminal.start()
  await expect.poll(() => terminal.users.has(pin)).toBe(true)
  await enter(page, product, gym.api, '/inventory')
  expect(terminal.punch(pin).opened).toBe(true)
  const notice = page
    .getByRole('status', { name: 'En la puerta' })
    .getByRole('article', { name: 'Eva Nocturna, sin derecho' })
  await expect(notice).toContainText(/ha ingresado al gimnasio\. Sin derecho: fuera de su horario/)
  await expectNoBarrier(page, 'somebody came in out of hours')
  await page.getByRole('button', { name: 'Quitar el aviso de Eva Nocturna' }).click()
  await expect(notice).toBeHidden()
  await terminal.stop()
})
