// People inside the gym, as reception sees them: entered by door or by hand, left by door or by timeout.
import { expect } from '@playwright/test'
import { makeRegisteredTerminal, test } from './browser-fixtures.ts'
import { findTableRows, makeClient, makePlan, openScreen, recordAttendance, sellPlan } from './gym-steps.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

test('people inside: passes at a door controller’s readers appear without a reload', async ({ page, product, gym }) => {
  const firmware = { dialect: 'access', deviceName: 'inBio', lockCount: 2 } as const
  const terminal = await makeRegisteredTerminal(product, gym, { firmware })
  const ana = await makeClient(gym, 'Ana Brújula')
  const pin = String(ana.id_zkteco)
  await sellPlan(gym, await makePlan(gym), ana)
  await recordAttendance(gym, await makeClient(gym, 'Rosa Paulino'), minutesAgo(100))
  terminal.start()
  await expect.poll(() => terminal.users.has(pin)).toBe(true)
  await openScreen(page, product, gym.api, '/dashboard')
  // The label shows a time window as long as the gym has no recorded exits.
  const count = page.getByRole('link', { name: /^Últimos 90 min: 0$/ })
  await expect(count).toBeVisible()
  // The button's line height must have room for the accent of a capital letter.
  const room = await count.locator('.mantine-Button-label').evaluate((label) => {
    const { lineHeight, fontSize } = label.ownerDocument.defaultView.getComputedStyle(label)
    return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
  })
  expect(room).toBeGreaterThan(1.2)
  expect(terminal.punch(pin, { status: 0 }).opened).toBe(true)
  await expect(page.getByRole('link', { name: 'Últimos 90 min: 1' })).toBeVisible()
  // Waits a second: two passes within the same second would be one record.
  const second = terminal.shows()
  await expect.poll(() => terminal.shows()).not.toBe(second)
  expect(terminal.punch(pin, { status: 1 }).opened).toBe(true)
  const link = page.getByRole('link', { name: 'Dentro: 1' })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Quién está dentro' })).toBeVisible()
  const rows = findTableRows(page, 'Quién está dentro')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(/Rosa Paulino.*Anotado a mano/)
  expect(await gym.api.call('GET', '/attendances/detail')).toMatchObject({ total: 2 })
  await terminal.stop()
})
