// Requests of a visit to the screens that are open all day, besides those of the frame around every page.
import { expect } from '@playwright/test'
import { test } from './product.ts'
import { enter, makeClient, noteAttendance, rowsOf } from './scenes.ts'

const ofFrame = /^\/(devices|gym-info|config|users\/\d+|notifications\/sse|zkteco\/(refused|let-in))\/?(\?|$)/

const visits = [
  { screen: 'Clientes', list: 'Clientes', allowed: ['/clients/'] },
  { screen: 'Asistencia', list: 'Asistencias', allowed: ['/attendances/detail', '/inside/'] },
  {
    screen: 'Dashboard',
    list: 'Notificaciones',
    allowed: ['/guide/', '/inside/', '/notifications/', '/statistics/'],
  },
] as const

test('a visit asks one list on Clientes, at most two on Asistencia and four on Dashboard', async ({
  page,
  product,
  gym,
}) => {
  await noteAttendance(gym, await makeClient(gym, 'Ana Brújula'))
  await enter(page, product, gym.api, '/clients')
  const requested = new Set<string>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const call = pathname.replace('/v1', '') + search
    if (pathname.startsWith('/v1/') && !ofFrame.test(call)) requested.add(call)
  })
  // Plans are prefetched once, for the sale dialog.
  await page.waitForResponse(/\/v1\/memberships\//)
  for (const round of ['first', 'second'])
    for (const { screen, list, allowed } of visits) {
      requested.clear()
      await page.getByRole('link', { name: screen, exact: true }).click()
      const shown = list === 'Notificaciones' ? page.getByRole('list', { name: list }) : rowsOf(page, list)
      await expect(shown.first()).toContainText('Ana Brújula')
      // Some calls wait until the page is idle.
      await page.evaluate('new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))')
      const paths = [...requested].map((call) => call.replace(/\?.*/, '')).sort()
      expect(
        paths.filter((path) => !(allowed as readonly string[]).includes(path)),
        `${round} visit of ${screen}`,
      ).toEqual([])
      expect(paths.length, `${round} visit of ${screen}: ${paths}`).toBeLessThanOrEqual(allowed.length)
    }
})
