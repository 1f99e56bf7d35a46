// Fixtures and page readers for stories.
import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, dayInZone, showDay } from '../contract/shared/dates.ts'
import type { Terminal } from '../terminal-simulator/terminal.ts'
import { gymZone } from './midnight.ts'
import { type Api, type Gym, type Product, password } from './product.ts'

/** The gym's day, shifted by some days. */
export const gymDay = (away = 0): string => addDays(dayInZone(gymZone, new Date()), away)

/** A date in the screens' format, DD/MM/AAAA. */
export const formatDay = (day: string): string => showDay(day)

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

export interface List<Row> {
  items: Row[]
  total: number
}

export const makeClient = (gym: Gym, name: string, more: object = {}): Promise<StoredClient> =>
  gym.api.call('POST', '/clients/', { name, ...more })

export const readClient = (gym: Gym, id: number): Promise<StoredClient> => gym.api.call('GET', `/clients/${id}`)

export const listClients = (gym: Gym): Promise<List<StoredClient>> => gym.api.call('GET', '/clients/?size_page=1000')

export const makePlan = (gym: Gym, name = 'Mensual', days = 30): Promise<{ id: number }> =>
  gym.api.call('POST', '/memberships/', { name, duration_days: days, price: '1500.00' })

export const sellPlan = (gym: Gym, plan: { id: number }, client: { id: number }, start = gymDay()): Promise<object> =>
  gym.api.call('POST', '/membership_payments/', {
    id_membership: plan.id,
    id_client: client.id,
    start_date: start,
    overlap: true,
  })

export const recordAttendance = (gym: Gym, client: { id: number }, checkIn = new Date()): Promise<object> =>
  gym.api.call('POST', '/attendances/', { id_client: client.id, check_in: checkIn.toISOString() })

/** Adds visits more than a minute apart, the last one now, each with its notification. */
export async function recordVisits(gym: Gym, client: { id: number }, count: number): Promise<void> {
  for (let before = count - 1; before >= 0; before -= 1)
    await recordAttendance(gym, client, new Date(Date.now() - before * 61_000))
}

/** Adds the attendance of a new client, which creates one notification. */
export const recordVisitor = async (gym: Gym): Promise<object> =>
  recordAttendance(gym, await makeClient(gym, 'Visita de hoy'))

/** The gym's anonymous client. */
export async function anonymousClient(gym: Gym): Promise<StoredClient> {
  const [found] = await gym.api.call<StoredClient[]>('GET', '/clients/name/anonimo')
  if (!found) throw new Error('a gym without Cliente Anónimo')
  return found
}

/** Waits until the terminal holds the pin with this code: 0 lets in, 3 blocks. */
export async function expectVerify(terminal: Terminal, pin: number, verify: 0 | 3): Promise<void> {
  await expect.poll(() => terminal.users.get(String(pin))?.verify, { intervals: [50] }).toBe(verify)
}

/** Opens a screen with an existing session; a later logout persists. */
export async function enter(page: Page, product: Product, api: Api, path: string): Promise<void> {
  await page.addInitScript(
    `if (!sessionStorage.entered) { sessionStorage.entered = '1'; localStorage.access_token = '${api.token}' }`,
  )
  await page.goto(product.pageAddress + path)
}

/** A new user's session outside the browser. */
export const session = (product: Product, username: string): Promise<Api> => product.loginAs(username, password)

/** A field by its complete label. */
export const field = (within: Page | Locator, name: string): Locator =>
  within.getByRole('textbox', { name, exact: true })

/** A combobox by its complete label. */
export const choice = (within: Page | Locator, name: string): Locator =>
  within.getByRole('combobox', { name, exact: true })

/** The rows of a table without its header and without placeholders. */
export const tableRows = (page: Page, table: string): Locator =>
  page.getByRole('table', { name: table }).and(page.locator(':not([aria-busy=true])')).locator('tbody').getByRole('row')

/** Amount and word of a figure of Flujo de Caja. */
export const findFigure = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Resumen' }).getByRole('region', { name, exact: true })

/** Instant, by this machine's clock, at which an expression becomes true. Call it before the cause. */
export const waitForInstant = (page: Page, expression: string): Promise<number> =>
  // Not waitForFunction: the content security policy forbids its eval.
  page.evaluate(`new Promise((resolve) => {
    const look = () => ((${expression}) ? resolve(Date.now()) : setTimeout(look, 10))
    look()
  })`)

/** Waits until undo is loaded, which happens once the page is idle. */
export const undoIsReady = (page: Page): Promise<void> =>
  expect(async () => {
    await page.keyboard.press('Control+z')
    await expect(page.getByText('No hay nada que deshacer')).toBeVisible({ timeout: 500 })
  }).toPass()

/** Errors and warnings of the page as they arrive. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  // Records content security policy violations. Registered before anything loads.
  void page.addInitScript(`document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error('security policy', violatedDirective, blockedURI))`)
  return complaints
}
