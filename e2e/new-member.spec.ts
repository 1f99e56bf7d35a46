import { once } from 'node:events'
import { expect } from '@playwright/test'
import { makeRegisteredTerminal, makeUser, test } from './browser-fixtures.ts'
import {
  expectVerifyMode,
  makeClient,
  makePlan,
  openApiSession,
  openScreen,
  sellPlan,
  waitForExpression,
} from './gym-steps.ts'
import { expectWithinTimeLimit } from './typing-time-limits.ts'

test('new member: every screen shows the pass within a second', async ({ page, browser, product, gym, hand }) => {
  const client = await makeClient(gym, 'Yésica Núñez')
  const pin = String(client.id_zkteco)
  const terminal = await makeRegisteredTerminal(product, gym)
  terminal.start()
  await expectVerifyMode(terminal, client.id_zkteco, 3)
  expect(terminal.punch(pin)).toEqual({ opened: false, reason: 'blocked' })
  await sellPlan(gym, await makePlan(gym), client)
  await expectVerifyMode(terminal, client.id_zkteco, 0)

  await openScreen(page, product, gym.api, '/clients')
  await expect(page.getByRole('link', { name: /^0 entradas sin leer/ })).toBeVisible()
  const attendance = await hand.openTab(`${product.address}/attendance`)
  await expect(attendance.getByText('No hay asistencias')).toBeVisible()
  const elsewhere = await (await browser.newContext()).newPage()
  await openScreen(elsewhere, product, await openApiSession(product, await makeUser(gym, 'gym_worker')), '/support')
  await expect(elsewhere.getByRole('link', { name: /^0 entradas sin leer/ })).toBeVisible()

  const badge = `document.querySelector('[aria-label^="1 entrada sin leer"]')`
  const listed = `document.querySelector('tbody')?.textContent.includes('Yésica Núñez')`
  const seen = [
    waitForExpression(attendance, listed),
    waitForExpression(attendance, badge),
    waitForExpression(page, badge),
    waitForExpression(elsewhere, badge),
  ]
  const opened = once(terminal.events, 'door')
  const punched = Date.now()
  expect(terminal.punch(pin)).toEqual({ opened: true })
  await opened
  const delays = (await Promise.all(seen)).map((instant) => instant - punched)
  expectWithinTimeLimit(Math.max(...delays), 1000, `shown after ${delays.join(', ')} ms`)
  const stored = await gym.api.call<{ items: object[] }>('GET', '/attendances/detail?page=1')
  expect(stored.items).toMatchObject([{ id_client: client.id, membership_name: 'Mensual' }])

  await elsewhere.context().close()
  await terminal.stop()
})
