import { expect } from '@playwright/test'
import { test, userPassword } from './browser-fixtures.ts'
import {
  findField,
  formatDay,
  getGymDay,
  makeClient,
  makePlan,
  recordAttendance,
  sellPlan,
  tableRows,
} from './gym-steps.ts'
import { dayLength, shiftPageClock } from './simulated-user.ts'

// Uses the address of most gyms: http://<address>:3000, where browsers disable features of secure contexts.
test.use({ address: 'lan' })

for (const [wrong, by] of [
  ['a day ahead', dayLength],
  ['a day behind', -dayLength],
] as const)
  test(`clock skew: a PC ${wrong} shows the gym’s day over plain http @deep`, async ({ page, product, gym, hand }) => {
    const ana = await makeClient(gym, 'Ana Brújula')
    await sellPlan(gym, await makePlan(gym, 'Diaria', 1), ana)
    await recordAttendance(gym, ana)
    await shiftPageClock(page, by)
    await page.goto(product.pageAddress)
    expect(await page.evaluate('isSecureContext')).toBe(false)
    await expect(page.getByLabel('Usuario')).toBeFocused()
    await hand.type(gym.username)
    await hand.press('Tab')
    await hand.type(userPassword)
    await hand.enterTwice()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.getByRole('link', { name: 'Asistencia' }).click()
    await expect(tableRows(page, 'Asistencias')).toContainText(['Ana Brújula'])
    await expect(findField(page, 'Fecha de inicio')).toHaveValue(formatDay(getGymDay()))
    // The membership's last day is today by the gym's clock, so it is still valid.
    await expect(tableRows(page, 'Asistencias')).toContainText(['Vigente'])
    await expect(page.getByText('Token inválido')).toHaveCount(0)
  })
