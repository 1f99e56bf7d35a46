// A check-in added by mistake is undone by Ctrl+Z, or later in its row with a reason, and restored.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeUser, test } from './browser-fixtures.ts'
import {
  findCombobox,
  findField,
  findTableRows,
  makeClient,
  makePlan,
  openApiSession,
  openScreen,
  recordAttendance,
  sellPlan,
} from './gym-steps.ts'
import { makeKeyPressCounter } from './typing-time-limits.ts'

test('attendance: Ctrl+Z or a button in the list undoes a check-in @deep', async ({ page, product, gym, hand }) => {
  const ana = await makeClient(gym, 'Ana Brújula')
  const plan = await makePlan(gym, 'Diez visitas', 60)
  const terms = { pause_days: 0, pause_times: null, visits: 10, each_pass: false }
  await gym.api.call('PUT', `/memberships/${plan.id}/terms`, terms)
  await sellPlan(gym, plan, ana)
  await openScreen(page, product, await openApiSession(product, await makeUser(gym, 'gym_worker')), '/attendance')
  const rows = findTableRows(page, 'Asistencias')
  const dialog = page.getByRole('dialog')
  await expect(page.getByText('No hay asistencias')).toBeVisible()
  const { press, expectAtMost } = makeKeyPressCounter(hand)
  await press('Alt+n')
  await expect(findCombobox(dialog, 'Cliente')).toBeFocused()
  await hand.type('ana')
  await press('Enter')
  await expect(dialog).toContainText('Quedan 10 visitas')
  await expectNoAccessibilityFault(page, 'noting a visit')
  await press('Control+Enter')
  expectAtMost(3, 'note a visit')
  await expect(page.getByText('Entrada anotada')).toBeVisible()
  await expect(rows.first()).toContainText('Quedan 9 visitas')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Deshecho', { exact: true })).toBeVisible()
  await expect(page.getByText('Entrada de Ana Brújula')).toBeVisible()
  await expect(page.getByText('No hay asistencias')).toBeVisible()

  await recordAttendance(gym, ana)
  await page.getByRole('button', { name: 'Anular la entrada de Ana Brújula' }).click()
  await hand.write(findField(dialog, 'Motivo'), 'Era su hermana')
  await expectNoAccessibilityFault(page, 'taking a visit back')
  await hand.press('Enter')
  await expect(page.getByText('Entrada anulada', { exact: true })).toBeVisible()
  await expect(page.getByText('No hay asistencias')).toBeVisible()
  await page.getByRole('button', { name: 'Entradas anuladas' }).click()
  const undone = findTableRows(page, 'Entradas anuladas')
  await expect(undone).toHaveCount(2)
  await expect(undone.first()).toContainText('Era su hermana')
  await expect(undone.nth(1)).toContainText(/Deshecho al cabo de \d+ segundo/)
  await expectNoAccessibilityFault(page, 'visits that were taken back')
  await undone
    .first()
    .getByRole('button', { name: /Volver a contar/ })
    .click()
  await expect(undone).toHaveCount(1)
  await hand.press('Escape')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Quedan 9 visitas')
})
