import { once } from 'node:events'
import { expect } from '@playwright/test'
import { expectSoon } from './paces.ts'
import { logIn, makeTerminal, makeUser, test } from './product.ts'
import {
  choice,
  enter,
  expectVerify,
  field,
  gymDay,
  instantOf,
  listClients,
  makePlan,
  readClient,
  session,
  written,
} from './scenes.ts'

test('new member: registered and sold a plan by keyboard, then passes, and every screen shows it', async ({
  page,
  browser,
  product,
  gym,
  hand,
}) => {
  await makePlan(gym)
  const terminal = await makeTerminal(product, gym)
  terminal.start()

  await logIn(page, product, gym.username)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('link', { name: 'Clientes' }).press('Enter')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  await hand.press('Alt+n')
  await expect(field(page, 'Nombre')).toBeFocused()
  await hand.type('Yésica Núñez')
  await hand.press('Enter')
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { items } = await listClients(gym)
  const [client] = items
  if (items.length !== 1 || !client) throw new Error('not one client was stored')
  expect(client).toMatchObject({ name: 'Yésica Núñez', is_active: true, membership: null })

  const pin = String(client.id_zkteco)
  await expectVerify(terminal, client.id_zkteco, 3)
  expect(terminal.punch(pin)).toEqual({ opened: false, reason: 'blocked' })

  await hand.press('Alt+v')
  await expect(choice(page, 'Cliente')).toBeFocused()
  await hand.type('yesica')
  await expect(page.getByRole('option', { name: /Yésica Núñez/ })).toHaveAttribute('aria-selected', 'true')
  await hand.press('Enter')
  await expect(choice(page, 'Plan')).toBeFocused()
  await hand.type('mens')
  await hand.press('Enter')
  await expect(page.getByText(written(gymDay(29)))).toBeVisible()
  await hand.press('Control+Enter')
  await expect(page.getByText('Membresía vendida.')).toBeVisible()
  expect((await readClient(gym, client.id)).membership).toMatchObject({
    name: 'Mensual',
    start_date: gymDay(),
    expire_membership: gymDay(30),
  })
  await expectVerify(terminal, client.id_zkteco, 0)

  const attendance = await hand.openTab(`${product.address}/attendance`)
  await expect(attendance.getByText('No hay asistencias')).toBeVisible()
  const elsewhere = await (await browser.newContext()).newPage()
  await enter(elsewhere, product, await session(product, await makeUser(gym, 'gym_worker')), '/support')
  await expect(elsewhere.getByRole('link', { name: /^0 entradas sin leer/ })).toBeVisible()

  const badge = `document.querySelector('[aria-label^="1 entrada sin leer"]')`
  const listed = `document.querySelector('tbody')?.textContent.includes('Yésica Núñez')`
  const seen = [
    instantOf(attendance, listed),
    instantOf(attendance, badge),
    instantOf(page, badge),
    instantOf(elsewhere, badge),
  ]
  const opened = once(terminal.events, 'door')
  const punched = Date.now()
  expect(terminal.punch(pin)).toEqual({ opened: true })
  await opened
  const delays = (await Promise.all(seen)).map((instant) => instant - punched)
  expectSoon(Math.max(...delays), 1000, `shown after ${delays.join(', ')} ms`)
  const stored = await gym.api.call<{ items: object[] }>('GET', '/attendances/detail?page=1')
  expect(stored.items).toMatchObject([{ id_client: client.id, membership_name: 'Mensual' }])

  await elsewhere.context().close()
  await terminal.stop()
})
