// The search of the whole application and the list of its keys, by keyboard alone.
import { expect, type Page } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { makeUser, masterPassword, test } from './product.ts'
import { choice, complaintsOf, enter, makeClient, session } from './scenes.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const searchLabel = 'Buscar clientes, pantallas y acciones'
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

test('a client is found from any page, and what it does elsewhere begins there', async ({ page, product, gym }) => {
  await makeClient(gym, 'Yésica Marte')
  await makeClient(gym, 'Wilkin Peralta')
  const complaints = complaintsOf(page)
  await enter(page, product, gym.api, '/attendance')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = choice(page, searchLabel)
  await expect(field).toBeFocused()
  await expect(option(page, 'Vender producto')).toHaveAttribute('aria-selected', 'true')
  await expectNoBarrier(page, 'palette with actions')

  // Typed on without a look: Enter waits for the answer.
  await page.keyboard.type('marte yesica')
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await expect(card.getByRole('heading', { name: 'Yésica Marte' })).toBeVisible()
  await expect(page).toHaveURL(/\/clients\?client=\d+$/)

  // Over the card, whose own Escape waits.
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(card).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('nuevo usu')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Agregar Cliente' })
  await expect(form.getByRole('textbox', { name: 'Nombre', exact: true })).toBeFocused()
  await expect(page).toHaveURL(/\/settings$/)
  // What is being written is not left by a key.
  await page.keyboard.press('Control+k')
  await expect(field).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Nuevo usuario' })).toBeVisible()
  await expect(form).toBeHidden()
  expect(complaints).toEqual([])
})

test('arrows, the door, the theme, and the list of keys', async ({ page, product, gym }) => {
  await enter(page, product, gym.api, '/billing')
  const opener = page.getByRole('button', { name: 'Ir a…' }).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(choice(page, searchLabel)).toBeFocused()
  await page.keyboard.type('vender')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'Vender membresía')).toHaveAttribute('aria-selected', 'true')
  await expect(choice(page, searchLabel)).toHaveAttribute('aria-activedescendant', /sell-membership$/)
  await page.keyboard.press('Enter')
  const sale = page.getByRole('dialog', { name: 'Vender membresía' })
  await expect(choice(sale, 'Cliente')).toBeFocused()
  await expect(page).toHaveURL(/\/billing$/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(sale).toBeHidden()

  const field = choice(page, searchLabel)
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('puerta')
  const opened = page.waitForRequest((request) => request.url().endsWith('/v1/zkteco/open-door'))
  await page.keyboard.press('Enter')
  await opened
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('tema')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')

  await opener.focus()
  await page.keyboard.press('Shift+?')
  const list = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await expect(list.getByText('Registrar proveedor')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Shift+?')
  await expectNoBarrier(page, 'keys')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.getByRole('textbox', { name: 'Nombre del cliente' }).first().focus()
  await page.keyboard.press('Shift+?')
  await expect(list).toBeHidden()
})

test('each role finds its own', async ({ page, product, gym }) => {
  const worker = await session(product, await makeUser(gym, 'gym_worker'))
  await page.setViewportSize({ width: 375, height: 700 })
  await enter(page, product, worker, '/attendance')
  await page.getByRole('button', { name: 'Ir a…' }).first().click()
  await expect(option(page, 'Abrir puerta')).toBeVisible()
  await expect(option(page, 'Clientes')).toBeVisible()
  for (const hidden of ['Comprar', 'Nuevo usuario', 'Inventario', 'Configuración'])
    await expect(option(page, hidden)).toHaveCount(0)
  await page.keyboard.type('comprar')
  await expect(page.getByText('Nada coincide con la búsqueda')).toBeVisible()
  await expectNoBarrier(page, 'palette of the master')

  const master = await product.logIn('master', masterPassword)
  await page.evaluate(`localStorage.access_token = '${master.token}'`)
  await page.reload()
  await page.getByRole('button', { name: 'Ir a…' }).first().click()
  await expect(page.getByRole('option')).toHaveText([
    /^Cambiar tema/,
    /^Atajos de teclado/,
    /^Cerrar sesión/,
    /^Gimnasios/,
  ])
})
