// A page whose session ends: what happens to its input, its pending calls and its address.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { loginAs, makeUser, test, userPassword } from './browser-fixtures.ts'
import { findField, makeClient, openScreen, recordAttendance } from './gym-steps.ts'
import { beginWaterSale, findSaleDialog, openSaleDialog, waterBarcode } from './sale-dialog.ts'
import { listSales } from './stock-steps.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Tu sesión terminó' })
const reportPhone = (page: Page) => findField(page, 'Teléfono que recibe el reporte')
const storedToken = (page: Page) => page.evaluate('localStorage.getItem("access_token")')

/** Makes the token invalid, so that the server rejects it as after its expiry. */
const spoilToken = (page: Page) => page.evaluate('localStorage.access_token = localStorage.access_token.slice(0, -8)')

/**
 * Returns a function that makes the server reject only the next call with an HTTP method, so that no poll notices the
 * ended session first. Call it before the page opens.
 */
async function refuser(page: Page): Promise<(method: string) => void> {
  let refused: string | null = null
  await page.route('**/v1/**', (route) => {
    const headers = route.request().headers()
    const isIt = route.request().method() === refused
    if (isIt) refused = null
    return route.continue(
      isIt ? { headers: { ...headers, authorization: headers.authorization?.slice(0, -8) ?? '' } } : {},
    )
  })
  return (method) => {
    refused = method
  }
}

test('expired session: a page with unsaved input asks for the password @deep', async ({ page, product, gym, hand }) => {
  const client = await makeClient(gym, 'Ana Brújula')
  const refuseNext = await refuser(page)
  await openScreen(page, product, gym.api, '/settings?tab=notifications')
  await hand.write(reportPhone(page), '809 555')
  await spoilToken(page)
  await expect(question(page)).toBeVisible()
  expect(await storedToken(page)).toBeNull()
  await expect(question(page).getByLabel('Usuario')).toHaveValue(gym.username)
  await expectNoAccessibilityFault(page, 'a session that ended')

  // Nothing but the password and the link to log in as another user is available.
  await hand.press('Escape', 'Control+k', 'Control+b')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await hand.type('equivocada')
  await hand.press('Enter')
  await expect(page.getByText('Error de autenticación')).toBeVisible()
  await hand.type(userPassword)
  await hand.enterTwice()
  await expect(question(page)).toHaveCount(0)
  await expect(reportPhone(page)).toBeFocused()
  await expect(page.getByText('Reporte diario guardado')).toHaveCount(0)
  await hand.type(' 0100')
  await expect(reportPhone(page)).toHaveValue('809 555 0100')
  // Polls and the event stream continue with the new session.
  await recordAttendance(gym, client)
  await expect(page.getByRole('link', { name: /^1 entrada sin leer/ })).toBeVisible()

  // A save that is rejected because the session ended is repeated after the login.
  refuseNext('PUT')
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'PUT') answers.push(response.status())
  })
  await hand.press('Control+Enter')
  await expect(question(page)).toBeVisible()
  await hand.type(userPassword)
  await hand.press('Enter')
  await expect(page.getByText('Reporte diario guardado')).toBeVisible()
  expect(await gym.api.call('GET', '/report-schedule/report_schedule')).toMatchObject({
    report_phone_number: '809 555 0100',
  })
  expect(answers.filter((status) => status === 200)).toHaveLength(1)
})

test('expired session: the login leads back to the former page @deep', async ({ page, product, gym, hand }) => {
  await page.goto(`${product.address}/clients?name=ana`)
  await expect(page).toHaveURL(`${product.address}/`)
  const enterByHand = async (username: string) => {
    await expect(page.getByLabel('Usuario')).toBeFocused()
    await hand.type(username)
    await hand.press('Tab')
    await hand.type(userPassword)
    await hand.press('Enter')
  }
  await enterByHand(gym.username)
  await expect(page).toHaveURL(/\/clients\?name=ana$/)
  await page.getByRole('link', { name: 'Inventario' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inventario' })).toBeVisible()
  await spoilToken(page)
  await expect(page.getByText('Token inválido')).toBeVisible()
  await expect(page).toHaveURL(`${product.address}/`)
  // Another user, who may not open that page, gets the dashboard.
  await enterByHand(await makeUser(gym, 'gym_worker'))
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('expired session: an open sale is booked once after the login @deep', async ({ page, product, gym, hand }) => {
  const refuseNext = await refuser(page)
  const { dialog } = await beginWaterSale(page, product, gym)
  await spoilToken(page)
  await expect(question(page)).toBeVisible()
  await hand.type(userPassword)
  await hand.press('Enter')
  await expect(question(page)).toHaveCount(0)
  await expect(findField(dialog, 'Cantidad de Agua')).toHaveValue('1')
  // Waits, because Enter is ignored for a moment after a dialog closes.
  hand.takingUp = 900
  await hand.scan(waterBarcode)
  await expect(findField(dialog, 'Cantidad de Agua')).toHaveValue('2')

  // The session ends again when the sale is submitted.
  refuseNext('POST')
  await hand.press('Control+Enter')
  await expect(question(page)).toBeVisible()
  expect(await listSales(gym)).toEqual([])
  await hand.type(userPassword)
  await hand.press('Enter')
  await expect(page.getByText('Venta realizada con éxito')).toBeVisible()
  await expect(findSaleDialog(page)).toHaveCount(0)
  expect(await listSales(gym)).toMatchObject([{ amount_total: '50.00' }])
  await expect(page.getByRole('button', { name: /Ventas en espera/ })).toHaveCount(0)

  // A manual logout does not ask: the draft of the sale stays for the user.
  await openSaleDialog(page)
  await hand.scan(waterBarcode)
  await expect(findField(dialog, 'Cantidad de Agua')).toHaveValue('1')
  await hand.back()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await loginAs(page, product, gym.username)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(`${product.address}/billing`)
  await expect(page.getByRole('button', { name: 'Ventas en espera (1)' })).toBeVisible()
})
