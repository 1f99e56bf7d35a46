import { once } from 'node:events'
import { expect, type Page } from '@playwright/test'
import { makeRegisteredTerminal, makeUser, test } from './browser-fixtures.ts'
import { openApiSession, openScreen } from './gym-steps.ts'
import { holdRequest } from './hold-request.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' })
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Barra lateral' })
const widthOf = (page: Page) =>
  sidebar(page).evaluate((element) => Math.round(element.getBoundingClientRect().width / 16))

const everyEntry = [
  'Dashboard',
  'Asistencia',
  'Clientes',
  'Facturación',
  'Inventario',
  'Flujo de Caja',
  'Membresías',
  'IA',
  'Configuración',
  'Soporte',
]

test('sidebar: Ctrl+B collapses it to 3 rem, and a cookie stores that for 7 days', async ({ page, product, gym }) => {
  await openScreen(page, product, gym.api, '/clients')
  await expect.poll(() => widthOf(page)).toBe(16)
  await expect(sidebar(page).getByText('Altagracia Peña')).toBeVisible()
  await expect(sidebar(page).getByText('Super Administrador')).toBeVisible()
  await page.keyboard.press('Control+b')
  await expect.poll(() => widthOf(page)).toBe(3)
  const toggled = Date.now() / 1000
  const remembered = async () => (await page.context().cookies()).find(({ name }) => name === 'sidebar_state')
  await expect.poll(async () => (await remembered())?.value).toBe('false')
  const cookie = await remembered()
  expect(Math.abs((cookie?.expires ?? 0) - toggled - 604_800)).toBeLessThan(60)
  await page.reload()
  await expect.poll(() => widthOf(page)).toBe(3)
  // In the collapsed sidebar, icons have accessible names, and the logo and the user are visible.
  await expect(sidebar(page).locator('svg').first()).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Altagracia Peña, Super Administrador' })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Asistencia' })).toBeVisible()
  // Collapsing also works if the browser stores no cookies.
  await page.context().clearCookies()
  await page.evaluate(`Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined })`)
  for (const width of [16, 3]) {
    await page.keyboard.press('Control+b')
    await expect.poll(() => widthOf(page)).toBe(width)
  }
})

test('theme: dark by default, and a chosen theme is remembered @deep', async ({ page, product, gym }) => {
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  await page.emulateMedia({ colorScheme: 'light' })
  await openScreen(page, product, gym.api, '/clients')
  await expect.poll(scheme).toBe('dark')
  await sidebar(page).getByText('Claro').click()
  await expect.poll(scheme).toBe('light')
  await page.reload()
  await expect.poll(scheme).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await sidebar(page).getByText('Sistema').click()
  await expect.poll(scheme).toBe('dark')
  expect(await page.evaluate('localStorage.getItem("theme")')).toBe('system')
})

test('menu: slides in over the page on screens narrower than 768 px', async ({ page, product, gym }) => {
  await page.setViewportSize({ width: 768, height: 800 })
  await openScreen(page, product, gym.api, '/attendance')
  await expect(sidebar(page)).toBeVisible()
  await page.setViewportSize({ width: 767, height: 800 })
  await expect(sidebar(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Asistencias', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  const drawer = page.getByRole('dialog', { name: 'Torniquete' })
  await expect(drawer.getByRole('heading', { name: 'Torniquete' }).locator('svg')).toBeVisible()
  await drawer.getByRole('link', { name: 'Clientes' }).click()
  await expect(page).toHaveURL(/\/clients$/)
  await expect(drawer).toHaveCount(0)
})

const headings = {
  '/dashboard': 'Dashboard',
  '/attendance': 'Control de Asistencias',
  '/clients': 'Clientes',
  '/billing': 'Facturación',
  '/inventory': 'Inventario',
  '/cash-flow': 'Flujo de Caja',
  '/memberships': 'Planes de Membresías',
  '/ia': 'IA',
  '/settings': 'Configuración',
  '/support': 'Soporte',
  '/profile': 'Mi perfil',
  '/ayuda': 'Ayuda',
  '/help': 'Ayuda',
}

test('front desk links: closing a sale returns to the page it was opened on', async ({ page, product, gym, hand }) => {
  const worker = await openApiSession(product, await makeUser(gym, 'gym_worker'))
  await openScreen(page, product, worker, '/clients')
  const counter = page.getByRole('navigation', { name: 'Mostrador' })
  await expect(counter.getByRole('link')).toHaveText(['Vender producto', 'Vender membresía', 'Anotar entrada'])
  await counter.getByRole('link', { name: 'Vender producto' }).click()
  await expect(page.getByRole('dialog', { name: 'Vender producto' })).toBeVisible()
  await hand.press('Escape')
  await expect(page).toHaveURL(/\/clients$/)
})

test('routes: each screen’s address shows that screen @deep', async ({ page, product, gym }) => {
  await openScreen(page, product, gym.api, '/clients')
  for (const [path, heading] of Object.entries(headings)) {
    await page.goto(product.address + path)
    await expect(page.getByRole('heading', { level: 1 }), path).toContainText(heading)
    await expect(page, path).toHaveTitle(new RegExp(heading))
    await expect(sidebar(page).locator('[aria-current=page]'), path).toHaveCount(1)
    for (const entry of everyEntry)
      await expect(page.getByRole('link', { name: entry, exact: true }), `${entry} on ${path}`).toHaveCount(1)
  }
})

test('logout: ends the session in every tab, and Back shows only the login', async ({ page, product, gym, hand }) => {
  await gym.api.call('POST', '/clients/', { name: 'Ana Brújula' })
  await openScreen(page, product, gym.api, '/attendance')
  await menu(page).getByRole('link', { name: 'Clientes' }).click()
  await expect(page.getByText('Ana Brújula')).toBeVisible()
  const second = await hand.openTab(`${product.address}/support`)
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Soporte')
  await hand.swapTo(page)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  for (const tab of [page, second]) await expect(tab.getByLabel('Usuario')).toBeVisible()
  expect(await page.evaluate('localStorage.getItem("access_token")')).toBeNull()
  await page.goBack()
  await expect(page.getByLabel('Usuario')).toBeVisible()
  await expect(page.getByText('Ana Brújula')).toHaveCount(0)
})

test('door button: a double click opens the door once', async ({ page, product, gym }) => {
  await openScreen(page, product, await openApiSession(product, await makeUser(gym, 'gym_worker')), '/support')
  const door = page.getByRole('button', { name: /^Abrir puerta|^Abriendo/ })
  await expect(door).toHaveAttribute('aria-disabled', 'true')
  // `force` is needed, because Playwright does not click elements with aria-disabled.
  await door.click({ force: true })
  await expect(page.getByText('No hay ningún dispositivo registrado').last()).toBeVisible()
  const terminal = await makeRegisteredTerminal(product, gym)
  await expect(door).toHaveAccessibleName('Abrir puerta: Dispositivo desconectado')
  const connected = once(terminal.events, 'cycle')
  terminal.start()
  await connected
  await expect(door).toHaveAccessibleName('Abrir puerta')
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/zkteco/open-door') && asked.push(request.url()))
  // Holds the request, because the terminal would open the door before the page shows the busy state.
  const letGo = await holdRequest(page, '**/zkteco/open-door')
  await door.dblclick()
  await expect(door).toHaveAccessibleName('Abriendo la puerta…')
  letGo()
  await expect(page.getByText('El dispositivo confirmó la apertura')).toBeVisible()
  await expect(door).toHaveAccessibleName('Abrir puerta')
  expect([asked.length, terminal.doorOpenings.length]).toEqual([1, 1])
  // On a phone, the button 'Abrir puerta' is in the top bar of every page.
  await page.setViewportSize({ width: 375, height: 700 })
  await page.getByRole('navigation', { name: 'Barra superior' }).getByRole('button', { name: 'Abrir puerta' }).click()
  await expect.poll(() => terminal.doorOpenings.length).toBe(2)
  await terminal.stop()
})
