// Requests of the screens that stay open all day, not counting those of the frame around every page.
import { expect } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findTableRows, makeClient, openScreen, recordAttendance } from './gym-steps.ts'

/** Calls of the frame around every page, and the plans, which are prefetched for the sale dialog. */
const ofFrame =
  /^\/(memberships|cash_drawers|debts\/rules|devices|fiscal\/settings|gym-info|config|users\/\d+|notifications\/sse|zkteco\/(refused|let-in))\/?(\?|$)/

const screens = {
  Clientes: ['/clients/'],
  Asistencia: ['/attendances/detail', '/inside/'],
  Dashboard: ['/guide/', '/inside/', '/notifications/', '/statistics/'],
}

test('requests: Clientes sends one, Asistencia two, Dashboard at most four', async ({ page, product, gym }) => {
  await recordAttendance(gym, await makeClient(gym, 'Ana Brújula'))
  const requested = new Set<string>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const call = pathname.replace('/v1', '') + search
    if (pathname.startsWith('/v1/') && !ofFrame.test(call)) requested.add(call)
  })
  const visit = async (screen: keyof typeof screens) => {
    // Calls of the former page do not count: it may poll until the next page is drawn.
    const former = new Set(requested)
    requested.clear()
    await page.getByRole('link', { name: screen, exact: true }).click()
    const list = screen === 'Asistencia' ? 'Asistencias' : 'Clientes'
    const shown =
      screen === 'Dashboard' ? page.getByRole('list', { name: 'Notificaciones' }) : findTableRows(page, list)
    await expect(shown).toContainText('Ana Brújula')
    // Waits for calls that start when the page is idle, at the latest after three seconds (kit/wait-until-page-idle.ts).
    await page.evaluate('new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 3000 }))')
    const own = [...requested].filter((call) => !former.has(call))
    return own.map((call) => call.replace(/\?.*/, '')).sort()
  }
  const expectFew = async (screen: keyof typeof screens) => {
    const paths = await visit(screen)
    expect(
      paths.filter((path) => !screens[screen].includes(path)),
      screen,
    ).toEqual([])
    expect(paths.length, `${screen}: ${paths}`).toBeLessThanOrEqual(screens[screen].length)
  }
  await openScreen(page, product, gym.api, '/support')
  await expectFew('Asistencia')
  await expectFew('Dashboard')
  await expectFew('Clientes')
  await expectFew('Asistencia')
  await expectFew('Clientes')
})
