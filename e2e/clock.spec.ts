import { expect } from '@playwright/test'
import { dayLength, setClockWrong } from './hand.ts'
import { holdBack } from './hold-back.ts'
import { password, test } from './product.ts'
import { enter, field, gymDay, makeClient, makePlan, noteAttendance, rowsOf, sellPlan, written } from './scenes.ts'

for (const [wrong, by] of [
  ['a day ahead', dayLength],
  ['a day behind', -dayLength],
] as const)
  test(`a PC whose clock is ${wrong} logs in, and today is the gym's`, async ({ page, product, gym, hand }) => {
    const ana = await makeClient(gym, 'Ana Brújula')
    await sellPlan(gym, await makePlan(gym, 'Diaria', 1), ana)
    await noteAttendance(gym, ana)
    await setClockWrong(page, by)
    await page.goto(product.address)
    await expect(page.getByLabel('Usuario')).toBeFocused()
    await hand.type(gym.username)
    await hand.press('Tab')
    await hand.type(password)
    await hand.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.getByRole('link', { name: 'Asistencia' }).click()
    await expect(rowsOf(page, 'Asistencias')).toContainText(['Ana Brújula'])
    await expect(field(page, 'Fecha de inicio')).toHaveValue(written(gymDay()))
    // Its last day is today, by the gym's clock.
    await expect(rowsOf(page, 'Asistencias')).toContainText(['Vigente'])
    await expect(page.getByText('Token inválido')).toHaveCount(0)
  })

test('a birth year of two digits is the last one, also before the gym’s day is known', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const answer = await holdBack(page, '**/v1/gym-info/')
  await enter(page, product, gym.api, '/clients/new')
  const birth = field(page.getByRole('dialog', { name: 'Agregar Cliente' }), 'Fecha de nacimiento')
  await hand.writeAndLeave(birth, '5/6/90')
  await expect(birth).toHaveValue('05/06/1990')
  answer()
})
