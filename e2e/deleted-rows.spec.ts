// Deleted products, suppliers, plans and users are restored in a dialog.
import { expect } from '@playwright/test'
import { makeUser, test } from './browser-fixtures.ts'
import { collectPageErrors, findTableRows, makePlan, openScreen } from './gym-steps.ts'
import { makeStockedProduct } from './stock-steps.ts'

test('deleted rows: product, supplier, plan and user can be restored @deep', async ({ page, product, gym, hand }) => {
  const water = await makeStockedProduct(gym, 'Agua', 7)
  const supplier = await gym.api.call<{ id: number }>('POST', '/suppliers/', { name: 'Bebidas Ñandú' })
  const plan = await makePlan(gym, 'Trimestral')
  const username = await makeUser(gym, 'gym_worker')
  const users = await gym.api.call<{ id: number; name: string; username: string }[]>('GET', '/users/')
  const user = users.find((each) => each.username === username)
  for (const path of [
    `products/${water.id}`,
    `suppliers/${supplier.id}`,
    `memberships/${plan.id}`,
    `users/${user?.id}`,
  ])
    await gym.api.call('DELETE', `/${path}`)
  const complaints = collectPageErrors(page)
  await openScreen(page, product, gym.api, '/inventory')
  for (const [at, button, name, done] of [
    ['/inventory', 'Productos', 'Agua', 'Producto restaurado'],
    ['/inventory?tab=suppliers', 'Proveedores', 'Bebidas Ñandú', 'Proveedor restaurado'],
    ['/memberships', 'Planes', 'Trimestral', 'Plan restaurado'],
    ['/settings', 'Usuarios', user?.name ?? '', 'Usuario restaurado'],
  ] as const) {
    await page.goto(`${product.address}${at}`)
    await page.getByTitle(`${button} eliminados`).click()
    const dialog = page.getByRole('dialog', { name: `${button} eliminados` })
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await hand.type(name.toLowerCase())
    await expect(findTableRows(page, `${button} eliminados`)).toHaveCount(1)
    await dialog.getByRole('button', { name: `Restaurar ${name}` }).click()
    await expect(page.getByText(done, { exact: true })).toBeVisible()
    await expect(findTableRows(page, `${button} eliminados`).getByRole('button')).toHaveCount(0)
    await hand.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(name).first()).toBeVisible()
  }
  expect(await gym.api.call('GET', `/products/${water.id}`)).toMatchObject({ quantity: 7 })
  expect(complaints).toEqual([])
})
