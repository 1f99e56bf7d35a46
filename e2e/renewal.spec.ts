// Selling a membership for days already paid needs confirmation, by the form and by the server.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import {
  findCombobox,
  findField,
  formatDay,
  getGymDay,
  makeClient,
  makePlan,
  openScreen,
  readClient,
  sellPlan,
} from './gym-steps.ts'
import { millisecondsPerDay, shiftPageClock } from './simulated-user.ts'
import { listPayments } from './stock-steps.ts'

test('renewal: starts after the days already paid, or asks to pay them twice @deep', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const plan = await makePlan(gym)
  await makePlan(gym, 'Pase de un día', 1)
  const ana = await makeClient(gym, 'Ana Brújula')
  await sellPlan(gym, plan, ana)
  await sellPlan(gym, plan, ana, getGymDay(30))
  await shiftPageClock(page, -millisecondsPerDay)
  // This computer gets no change events, so it does not know of sales elsewhere.
  await page.route(/notifications\/sse/, (route) => route.abort())
  await openScreen(page, product, gym.api, '/billing')
  const dialog = page.getByRole('dialog', { name: 'Vender membresía' })
  const start = findField(dialog, 'Fecha de inicio')
  const question = page.getByRole('dialog', { name: 'Días ya pagados' })
  const paid = (days: string) => `Ya está pagado ${days}. Confirma la venta para cobrarlo otra vez.`
  const begin = async () => {
    await hand.press('Alt+m')
    await expect(findCombobox(dialog, 'Cliente')).toBeFocused()
    await hand.type('ana')
    await hand.enterTwice()
  }
  await expect(page.getByRole('button', { name: 'Vender membresía' })).toBeVisible()
  await begin()
  await expect(start).toHaveValue(formatDay(getGymDay(60)))
  await expect(dialog.getByText('Ya está pagado')).toHaveCount(0)

  // Sells a day pass within the days already paid.
  await hand.write(findCombobox(dialog, 'Plan'), 'pase')
  await hand.press('Enter')
  await hand.writeAndLeave(start, formatDay(getGymDay(45)))
  const pass = paid(`el ${formatDay(getGymDay(45))}`)
  await expect(dialog.getByText(pass)).toBeVisible()
  await start.focus()
  await hand.press('Control+Enter')
  await expect(question.getByText(pass)).toBeVisible()
  await expectNoAccessibilityFault(page, 'days that are paid', ['narrow'])
  // A double Enter closes the question without selling.
  await hand.enterTwice()
  await expect(question).toHaveCount(0)
  await expect(dialog).toBeVisible()
  expect(await listPayments(gym)).toHaveLength(2)
  await hand.press('Control+Enter')
  await question.getByRole('button', { name: 'Vender de todos modos' }).click()
  await expect(page.getByText('Membresía vendida.')).toBeVisible()
  expect(await listPayments(gym)).toHaveLength(3)
  await expect(dialog).toHaveCount(0)

  // Another computer sells Ana the same month, which only the server knows.
  await begin()
  await expect(start).toHaveValue(formatDay(getGymDay(60)))
  await sellPlan(gym, plan, ana, getGymDay(62))
  await hand.press('Control+Enter')
  const meanwhile = paid(`del ${formatDay(getGymDay(62))} al ${formatDay(getGymDay(89))}`)
  await expect(question.getByText(meanwhile)).toBeVisible()
  expect(await listPayments(gym)).toHaveLength(4)
  await question.getByRole('button', { name: 'Volver' }).click()
  await expect(dialog.getByText(meanwhile)).toBeVisible()
  await expect(start).toHaveValue(formatDay(getGymDay(60)))
  await hand.writeAndLeave(start, formatDay(getGymDay(92)))
  await expect(dialog.getByText('Ya está pagado')).toHaveCount(0)
  await hand.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  expect(await listPayments(gym)).toHaveLength(5)
  expect(await readClient(gym, ana.id)).toMatchObject({ paid_until: getGymDay(122) })
})

test('renewal: from the client search to the sale takes four keys and a name', async ({ page, product, gym, hand }) => {
  const plan = await makePlan(gym)
  const ana = await makeClient(gym, 'Ana Brújula')
  await sellPlan(gym, plan, ana)
  await openScreen(page, product, gym.api, '/attendance')
  await expect(page.getByRole('heading', { level: 1, name: 'Control de Asistencias' })).toBeVisible()
  await hand.press('Control+k')
  await expect(findCombobox(page, 'Buscar clientes, pantallas y acciones')).toBeFocused()
  await hand.type('brúj')
  await hand.press('Enter')
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  // The focus is on a harmless button, so that another Enter does not sell.
  await expect(card.getByRole('button', { name: 'Vender membresía' })).toBeFocused()
  // The client card ignores hotkeys while the palette covers it.
  await hand.press('Control+k')
  await expect(findCombobox(page, 'Buscar clientes, pantallas y acciones')).toBeFocused()
  await hand.press('Alt+v')
  await expect(page).not.toHaveURL(/\/sell/)
  await hand.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await hand.press('Alt+v')
  const sale = page.getByRole('dialog', { name: 'Vender membresía' })
  await expect(findCombobox(sale, 'Plan')).toBeFocused()
  await expect(findField(sale, 'Fecha de inicio')).toHaveValue(formatDay(getGymDay(30)))
  await hand.press('Control+Enter')
  await expect(page.getByText('Membresía vendida.')).toBeVisible()
  expect(await listPayments(gym)).toHaveLength(2)
})
