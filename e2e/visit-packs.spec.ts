// A visit pack by keyboard: sold, used up at the terminal, and its remaining visits shown on every screen.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeRegisteredTerminal, test } from './browser-fixtures.ts'
import {
  expectVerifyMode,
  findField,
  findTableRows,
  getGymDay,
  makeClient,
  makePlan,
  openScreen,
  recordAttendance,
  sellPlan,
} from './gym-steps.ts'

test('visit pack: the door stays closed after the last visit @deep', async ({ page, product, gym, hand }) => {
  const terminal = await makeRegisteredTerminal(product, gym)
  terminal.start()
  const plan = await makePlan(gym, 'Diez pases')
  const ana = await makeClient(gym, 'Ana Brújula')
  const pin = Number(ana.id_zkteco)

  await openScreen(page, product, gym.api, '/memberships')
  await page.getByRole('button', { name: 'Editar Diez pases' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar Plan de Membresía' })
  await hand.write(findField(edit, 'Visitas'), '3')
  await edit.getByRole('checkbox', { name: 'Cada pase cuenta, también el mismo día' }).focus()
  await hand.press('Space')
  await expectNoAccessibilityFault(page, 'what a plan grants')
  await hand.press('Control+Enter')
  await expect(page.getByText('Plan de Membresía editado con éxito.')).toBeVisible()

  await sellPlan(gym, plan, ana, getGymDay(-1))
  await expectVerifyMode(terminal, pin, 0)
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await openScreen(page, product, gym.api, `/clients/${ana.id}/card`)
  await expect(card.getByText('Quedan 3 visitas')).toBeVisible()

  // The open client card updates after each pass.
  expect(terminal.punch(String(pin)).opened).toBe(true)
  await expect(card.getByText('Quedan 2 visitas')).toBeVisible()
  // Two check-ins by hand, minutes apart and apart from the pass, use up the remaining two visits.
  for (const minutes of [10, 5]) await recordAttendance(gym, ana, new Date(Date.now() - minutes * 60_000))
  await expect(card.getByText('Sin visitas: usó las 3')).toBeVisible()
  await expect(card.getByText('No puede entrar: usó todas sus visitas')).toBeVisible()
  await expectVerifyMode(terminal, pin, 3)
  await expectNoAccessibilityFault(page, 'card of who used them up')
  await hand.press('Escape')
  await expect(findTableRows(page, 'Clientes')).toContainText('Sin visitas: usó las 3')
  await openScreen(page, product, gym.api, '/attendance')
  await expect(findTableRows(page, 'Asistencias').first()).toContainText('Sin visitas: usó las 3')

  await sellPlan(gym, plan, ana)
  await expectVerifyMode(terminal, pin, 0)
  await expect(findTableRows(page, 'Asistencias').first()).toContainText('Quedan 3 visitas')
  await terminal.stop()
})
