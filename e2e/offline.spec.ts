import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { expectSoon } from './paces.ts'
import { test } from './product.ts'
import { enter } from './scenes.ts'
import { slowDown, slowdown } from './slowdown.ts'

test.use({ serviceWorkers: 'allow' })

/** The page is cached last, and serves only once the service worker controls the page. */
const expectKept = (page: Page) =>
  expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')

test('offline: a reload shows the app and its pending requests @deep', async ({ page, context, product, gym }) => {
  await enter(page, product, gym.api, '/clients')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  // The whole application is cached, screens never opened included.
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
  // Slow enough to show the login before the session is known.
  await slowDown(page, 4)
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

test('offline: a host that accepts but never answers delays no page @deep', async ({ page, product, gym }) => {
  await enter(page, product, gym.api, '/clients')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  await expectKept(page)
  product.sleep()
  try {
    const began = Date.now()
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByText('Cargando sesión…')).toBeVisible({ timeout: 20_000 * slowdown })
    // The page and its files wait 3 s each.
    expectSoon(Date.now() - began, 12_000, 'a page without its host')
  } finally {
    product.wake()
  }
  await expect(page.getByText('No hay clientes')).toBeVisible()
})
