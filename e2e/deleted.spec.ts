// One dialog restores deleted products, suppliers, plans, users and, for the master, gyms.
import { expect } from '@playwright/test'
import { makeUser, test } from './product.ts'
import { complaintsOf, enter, makePlan, rowsOf } from './scenes.ts'
import { stock } from './stock-scenes.ts'

test('deleted rows: product, supplier, plan and user are found by name and restored', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  const water = await stock(gym, 'Agua', 7)
  const gel = await stock(gym, 'Gel', 3)
  const supplier = await gym.api.call<{ id: number }>('POST', '/suppliers/', { name: 'Bebidas Ñandú' })
  const plan = await makePlan(gym, 'Trimestral')
  const username = await makeUser(gym, 'gym_worker')
  const users = await gym.api.call<{ id: number; name: string; username: string }[]>('GET', '/users/')
  const user = users.find((each) => each.username === username)
  for (const path of [
    `products/${water.id}`,
    `products/${gel.id}`,
    `suppliers/${supplier.id}`,
    `memberships/${plan.id}`,
  ])
    await gym.api.call('DELETE', `/${path}`)
  await gym.api.call('DELETE', `/users/${user?.id}`)
  const complaints = complaintsOf(page)
  await enter(page, product, gym.api, '/inventory')
  for (const { at, button, name, done, list } of [
    { at: '/inventory', button: 'Productos', name: 'Agua', done: 'Producto restaurado', list: '/products/' },
    {
      at: '/inventory?tab=suppliers',
      button: 'Proveedores',
      name: 'Bebidas Ñandú',
      done: 'Proveedor restaurado',
      list: '/suppliers/',
    },
    { at: '/memberships', button: 'Planes', name: 'Trimestral', done: 'Plan restaurado', list: '/memberships/' },
    { at: '/settings', button: 'Usuarios', name: user?.name ?? '', done: 'Usuario restaurado', list: '/users/' },
  ]) {
    await page.goto(`${product.address}${at}`)
    await page.getByTitle(`${button} eliminados`).click()
    const dialog = page.getByRole('dialog', { name: `${button} eliminados` })
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await hand.type(name.toLowerCase())
    await expect(rowsOf(page, `${button} eliminados`)).toHaveCount(1)
    await dialog.getByRole('button', { name: `Restaurar ${name}` }).click()
    await expect(page.getByText(done, { exact: true })).toBeVisible()
    await expect(rowsOf(page, `${button} eliminados`).getByRole('button')).toHaveCount(0)
    await hand.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(name).first()).toBeVisible()
    expect(JSON.stringify(await gym.api.call('GET', list))).toContain(name)
  }
  expect(await gym.api.call('GET', `/products/${water.id}`)).toMatchObject({ quantity: 7 })
  expect(complaints).toEqual([])
})
