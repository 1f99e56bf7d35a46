import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { openScreen } from './gym-steps.ts'
import { slowdownFactor, throttlePage } from './slowdown.ts'
import { expectWithinTimeLimit } from './typing-time-limits.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker controls the page, which happens after everything is cached. */
const expectKept = (page: Page) =>
  expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')

test('offline: after a reload, the app appears and reconnects @deep', async ({ page, context, product, gym }) => {
  await openScreen(page, product, gym.api, '/clients')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  // The service worker caches the whole application, including screens that were never opened.
  await expect
    .poll(() =>
      page.evaluate(`(async () => {
        const [name] = await caches.keys()
        const kept = name ? (await (await caches.open(name)).keys()).map(({ url }) => url) : []
        const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
        const unseen = kept.some((url) => url.includes('/assets/SettingsPage-'))
        return unseen && fetched.filter((url) => url.includes('/assets/') && !kept.includes(url))
      })()`),
    )
    .toEqual([])
  await expectKept(page)
  await context.setOffline(true)
  await page.reload()
  const waiting = page.getByText('Sin conexión con el servidor. Reintentando…')
  await expect(waiting).toBeVisible()
  await expectNoAccessibilityFault(page, 'waiting for the network')
  await context.setOffline(false)
  await expect(page.getByText('No hay clientes')).toBeVisible()
  await expect(waiting).toBeHidden()

  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  // Slows the page down, so that the login appears before the session is known.
  await throttlePage(page, 4)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByLabel('Usuario')).toBeVisible()
  await expect(waiting).toBeVisible()
  const foreign = await page.evaluate(`(async () => {
    const [name] = await caches.keys()
    return (await (await caches.open(name)).keys()).filter(({ url }) => /\\/(v1|docs|landing|iclock)/.test(url)).length
  })()`)
  expect(foreign).toBe(0)
})

test('offline: a server that never answers does not block the page @deep', async ({ page, product, gym }) => {
  await openScreen(page, product, gym.api, '/clients')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  await expectKept(page)
  product.sleep()
  try {
    const began = Date.now()
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByText('Cargando sesión…')).toBeVisible({ timeout: 20_000 * slowdownFactor })
    // The page waits 3 s for the server, and its files wait another 3 s.
    expectWithinTimeLimit(Date.now() - began, 12_000, 'a page without its host')
  } finally {
    product.wake()
  }
  await expect(page.getByText('No hay clientes')).toBeVisible()
})
