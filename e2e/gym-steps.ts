// Test data, and helpers that find elements on pages.
import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, formatDate, toLocalDay } from '../contract/shared/dates.ts'
import type { Terminal } from '../terminal-simulator/terminal.ts'
import { gymTimeZone } from './avoid-midnight.ts'
import { type ApiClient, type AppServer, type BrowserTestGym, userPassword } from './browser-fixtures.ts'

/** Today in the gym's time zone, shifted by `away` days. */
export const getGymDay = (away = 0): string => addDays(toLocalDay(gymTimeZone, new Date()), away)

/** Formats a date as on screen: DD/MM/AAAA. */
export const formatDay = (day: string): string => formatDate(day)

interface StoredClient {
  id: number
  id_zkteco: number
  name: string
  email: string | null
  phone_number: string | null
  photo_url: string | null
  is_active: boolean
  membership: { name: string; start_date: string; expire_membership: string } | null
}

export interface ListAnswer<Row> {
  items: Row[]
  total: number
}

export const makeClient = (gym: BrowserTestGym, name: string, more: object = {}): Promise<StoredClient> =>
  gym.api.call('POST', '/clients/', { name, ...more })

export const readClient = (gym: BrowserTestGym, id: number): Promise<StoredClient> =>
  gym.api.call('GET', `/clients/${id}`)

export const listClients = (gym: BrowserTestGym): Promise<ListAnswer<StoredClient>> =>
  gym.api.call('GET', '/clients/?size_page=1000')

export const makePlan = (gym: BrowserTestGym, name = 'Mensual', days = 30): Promise<{ id: number }> =>
  gym.api.call('POST', '/memberships/', { name, duration_days: days, price: '1500.00' })

export const sellPlan = (
  gym: BrowserTestGym,
  plan: { id: number },
  client: { id: number },
  start = getGymDay(),
): Promise<object> =>
  gym.api.call('POST', '/membership_payments/', {
    id_membership: plan.id,
    id_client: client.id,
    start_date: start,
    overlap: true,
  })

export const recordAttendance = (gym: BrowserTestGym, client: { id: number }, checkIn = new Date()): Promise<object> =>
  gym.api.call('POST', '/attendances/', { id_client: client.id, check_in: checkIn.toISOString() })

/** Adds check-ins more than a minute apart, the last one now; each creates a notification. */
export async function recordVisits(gym: BrowserTestGym, client: { id: number }, count: number): Promise<void> {
  for (let before = count - 1; before >= 0; before -= 1)
    await recordAttendance(gym, client, new Date(Date.now() - before * 61_000))
}

/** Adds a check-in of a new client, which creates one notification. */
export const recordNewClientVisit = async (gym: BrowserTestGym): Promise<object> =>
  recordAttendance(gym, await makeClient(gym, 'Visita de hoy'))

/** Returns the gym's anonymous client. */
export async function readAnonymousClient(gym: BrowserTestGym): Promise<StoredClient> {
  const [found] = await gym.api.call<StoredClient[]>('GET', '/clients/name/anonimo')
  if (!found) throw new Error('a gym without Cliente Anónimo')
  return found
}

/** Waits until the terminal stores the PIN with this verification code: 0 opens the door, 3 refuses. */
export async function expectVerifyMode(terminal: Terminal, pin: number, verify: 0 | 3): Promise<void> {
  await expect.poll(() => terminal.users.get(String(pin))?.verify, { intervals: [50] }).toBe(verify)
}

/** Opens a screen with an existing session. Its token is stored only once, so that a logout on the page is final. */
export async function openScreen(page: Page, product: AppServer, api: ApiClient, path: string): Promise<void> {
  await page.addInitScript(
    `if (!sessionStorage.entered) { sessionStorage.entered = '1'; localStorage.access_token = '${api.token}' }`,
  )
  await page.goto(product.pageAddress + path)
}

/** Logs in a user of a gym outside the browser. */
export const openApiSession = (product: AppServer, username: string): Promise<ApiClient> =>
  product.loginAs(username, userPassword)

/** Finds a field by its complete label. */
export const findField = (within: Page | Locator, name: string): Locator =>
  within.getByRole('textbox', { name, exact: true })

/** Finds a combobox by its complete label. */
export const findCombobox = (within: Page | Locator, name: string): Locator =>
  within.getByRole('combobox', { name, exact: true })

/** Finds the rows of a table, without its header and loading placeholders. */
export const findTableRows = (page: Page, table: string): Locator =>
  page.getByRole('table', { name: table }).and(page.locator(':not([aria-busy=true])')).locator('tbody').getByRole('row')

/** Finds a figure of the cash flow screen: its amount and label. */
export const findCashFlowFigure = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Resumen' }).getByRole('region', { name, exact: true })

/** Resolves with the time, by this machine's clock, at which an expression becomes true. Call it before the cause. */
export const waitForExpression = (page: Page, expression: string): Promise<number> =>
  // Not `waitForFunction`, which uses eval, forbidden by the page's content security policy.
  page.evaluate(`new Promise((resolve) => {
    const look = () => ((${expression}) ? resolve(Date.now()) : setTimeout(look, 10))
    look()
  })`)

/** Waits until the undo code is loaded, which happens once the page is idle. */
export const waitForUndoScript = (page: Page): Promise<void> =>
  expect(async () => {
    await page.keyboard.press('Control+z')
    await expect(page.getByText('No hay nada que deshacer')).toBeVisible({ timeout: 500 })
  }).toPass()

/** Collects errors and warnings of the page as they occur. */
export function collectPageErrors(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  // Also collects content security policy violations; registered before the page loads anything.
  void page.addInitScript(`document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error('security policy', violatedDirective, blockedURI))`)
  return complaints
}
