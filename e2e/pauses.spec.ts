// Pausing a membership by keyboard, from the setting in the plan to the terminal.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeRegisteredTerminal, test } from './browser-fixtures.ts'
import {
  findField,
  findTableRows,
  formatDay,
  getGymDay,
  makeClient,
  makePlan,
  openScreen,
  readClient,
  sellPlan,
} from './gym-steps.ts'

test('membership pause: the door stays closed until the pause ends @deep', async ({ page, product, gym, hand }) => {
  const terminal = await makeRegisteredTerminal(product, gym)
  terminal.start()
  const plan = await makePlan(gym)
  const ana = await makeClient(gym, 'Ana Brújula')
  await sellPlan(gym, plan, ana, getGymDay(-10))
  await sellPlan(gym, plan, ana, getGymDay(20))
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await openScreen(page, product, gym.api, `/clients/${ana.id}/card`)
  await expect(card.getByText(/^Puede entrar hasta el/)).toBeVisible()
  // A client whose plan allows no pauses has no pause button.
  await expect(card.getByRole('button', { name: 'Pausar' })).toHaveCount(0)

  await openScreen(page, product, gym.api, '/memberships')
  await page.getByRole('button', { name: 'Editar Mensual' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar Plan de Membresía' })
  await hand.write(findField(edit, 'Días de pausa al año'), '20')
  await hand.write(findField(edit, 'Pausas al año'), '3')
  await hand.press('Control+Enter')
  await expect(page.getByText('Plan de Membresía editado con éxito.')).toBeVisible()

  await openScreen(page, product, gym.api, `/clients/${ana.id}/card`)
  await card.getByRole('button', { name: 'Pausar' }).focus()
  await hand.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pausar membresía' })
  await expect(dialog.getByText('Le quedan 20 días este año, en 3 pausas como máximo.')).toBeVisible()
  await expect(findField(dialog, 'Primer día')).toHaveValue(formatDay(getGymDay()))
  await expect(findField(dialog, 'Primer día')).toBeFocused()
  const top = (name: string) => findField(dialog, name).evaluate((input) => input.getBoundingClientRect().top)
  expect(await top('Último día')).toBe(await top('Primer día'))
  await hand.write(findField(dialog, 'Último día'), formatDay(getGymDay(30)))
  await hand.write(findField(dialog, 'Motivo'), 'Viaje')
  await hand.press('Enter')
  await expect(page.getByText('Su plan permite 20 días de pausa al año: le quedan 20.')).toBeVisible()
  await hand.writeAndLeave(findField(dialog, 'Último día'), formatDay(getGymDay(4)))
  await expectNoAccessibilityFault(page, 'pause')
  await findField(dialog, 'Motivo').focus()
  await hand.press('Enter')
  await expect(page.getByText('Membresía en pausa.')).toBeVisible()

  await expect(card.getByText(`No puede entrar: en pausa hasta el ${formatDay(getGymDay(4))}`)).toBeVisible()
  await expect(card.getByText(`Pagado hasta`)).toBeVisible()
  expect((await readClient(gym, ana.id)).membership?.expire_membership).toBe(getGymDay(25))
  await expect.poll(() => terminal.users.get(String(ana.id_zkteco))?.verify).toBe(3)
  await expectNoAccessibilityFault(page, 'card of who pauses')
  await hand.press('Escape')
  await expect(findTableRows(page, 'Clientes')).toContainText(`En pausa hasta el ${formatDay(getGymDay(4))}`)

  // A client who returns early ends the pause at once and loses no days.
  await openScreen(page, product, gym.api, `/clients/${ana.id}/card`)
  await card
    .getByRole('button', { name: 'Quitar pausa' })
    .or(card.getByRole('button', { name: 'Terminar pausa' }))
    .focus()
  await hand.press('Enter')
  await expect(card.getByText(/^Puede entrar hasta el/)).toBeVisible()
  expect((await readClient(gym, ana.id)).membership?.expire_membership).toBe(getGymDay(20))
  await expect.poll(() => terminal.users.get(String(ana.id_zkteco))?.verify).toBe(0)
  await terminal.stop()
})
