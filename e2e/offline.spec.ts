import { expect } from '@playwright/test'
import { test } from './product.ts'
import { enter } from './scenes.ts'

test.use({ serviceWorkers: 'allow' })

test('a reload without network shows the application, which says what it waits for', async ({
  page,
  context,
  product,
  gym,
}) => {
  await enter(page, product, gym.api, '/clients')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  // What the page fetched before it was in charge is kept as well.
  await expect
    .poll(() =>
      page.evaluate(`(async () => {
        const [name] = await caches.keys()
        const kept = name ? (await (await caches.open(name)).keys()).map(({ url }) => url) : []
        const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
        return kept.length > 5 && fetched.filter((url) => url.includes('/assets/') && !kept.includes(url))
      })()`),
    )
    .toEqual([])
  await context.setOffline(true)
  await page.reload()
  const waiting = page.getByText('Sin conexión con el servidor. Reintentando…')
  await expect(waiting).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('No hay clientes')).toBeVisible()
  await expect(waiting).toBeHidden()

  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
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
