import { expect } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import {
  findTableRows,
  formatDay,
  getGymDay,
  makeClient,
  makePlan,
  openScreen,
  recordAttendance,
  sellPlan,
} from './gym-steps.ts'

test('attendance list: polls 1000 rows at once, and shows the last valid day', async ({ page, product, gym }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/attendances\/detail\?/.test(request.url())) asked.push(new URL(request.url()).search)
  })
  await openScreen(page, product, gym.api, '/attendance')
  await expect(page.getByText('No hay asistencias')).toBeVisible()
  const client = await makeClient(gym, 'Ana Brújula')
  await sellPlan(gym, await makePlan(gym, 'Semanal', 7), client)
  await recordAttendance(gym, client)
  const row = findTableRows(page, 'Asistencias')
  for (const text of ['Ana Brújula', 'Semanal', formatDay(getGymDay()), formatDay(getGymDay(6))])
    await expect(row).toContainText(text)
  await expect(findTableRows(page, 'Asistencias')).toHaveCount(1)
  await page.waitForResponse(/\/attendances\/detail\?/)
  await page.waitForResponse(/\/attendances\/detail\?/)
  expect(asked.length).toBeGreaterThan(1)
  for (const search of asked) expect(search).toMatch(/[?&]page=1&size_page=1000(&|$)/)
  await row.getByRole('link', { name: 'Ana Brújula' }).click()
  await expect(page.getByRole('dialog', { name: 'Ficha del cliente' })).toBeVisible()
})
