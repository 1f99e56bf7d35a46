import { expect } from '@playwright/test'
import { dayLength, setClockWrong } from './hand.ts'
import { test } from './product.ts'
import { enter, field, gymDay, makeClient, makePlan, noteAttendance, rowsOf, sellPlan, written } from './scenes.ts'

test('attendance: shows today, filters by name and days, and resets to today', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  const ana = await makeClient(gym, 'Ana Brújula')
  const luis = await makeClient(gym, 'Luis Terrero')
  await noteAttendance(gym, ana)
  await noteAttendance(gym, luis)
  await noteAttendance(gym, luis, new Date(Date.now() - 3 * dayLength))
  await setClockWrong(page, -dayLength)
  await enter(page, product, gym.api, '/attendance')
  const rows = rowsOf(page, 'Asistencias')
  await expect(rows).toHaveCount(2)
  await expect(field(page, 'Fecha de inicio')).toHaveValue(written(gymDay()))
  await expect(field(page, 'Fecha de fin')).toHaveValue(written(gymDay()))
  const search = page.getByRole('button', { name: 'Buscar', exact: true })
  await expect(search).toHaveCount(0)

  await hand.write(field(page, 'Nombre del cliente'), 'brujula', { pause: { after: 3, for: 500 } })
  await search.click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Ana Brújula')
  await hand.write(field(page, 'Nombre del cliente'), '')
  await hand.writeAndLeave(field(page, 'Fecha de inicio'), written(gymDay(-3)))
  await search.click()
  await expect(rows).toHaveCount(3)
  await hand.writeAndLeave(field(page, 'Fecha de fin'), written(gymDay(-1)))
  await search.click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Luis Terrero')
  await expect(rows).toContainText(written(gymDay(-3)))
  await page.reload()
  await expect(rows).toHaveCount(1)

  await page.getByRole('button', { name: 'Restablecer' }).click()
  await expect(rows).toHaveCount(2)
  await expect(search).toHaveCount(0)
  await expect(field(page, 'Fecha de inicio')).toHaveValue(written(gymDay()))
})

test('attendance: shows the last valid day as expiry, and a text for an empty list', async ({ page, product, gym }) => {
  await enter(page, product, gym.api, '/attendance')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Control de Asistencias/)
  await expect(page.getByText('No hay asistencias')).toBeVisible()
  const client = await makeClient(gym, 'Ana Brújula')
  await sellPlan(gym, await makePlan(gym, 'Semanal', 7), client)
  await noteAttendance(gym, client)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Nombre del cliente',
    'Fecha de ingreso',
    'Membresía',
    'Vencimiento',
  ])
  const row = rowsOf(page, 'Asistencias')
  for (const text of ['Ana Brújula', 'Semanal', written(gymDay()), written(gymDay(6))])
    await expect(row).toContainText(text)
  expect(await gym.api.call('GET', '/attendances/detail')).toMatchObject({
    items: [{ client_name: 'Ana Brújula', membership_name: 'Semanal', expire_membership: gymDay(7) }],
  })
  await row.getByRole('link', { name: 'Ana Brújula' }).click()
  await expect(page.getByRole('dialog', { name: 'Ficha del cliente' })).toBeVisible()
})

test('attendance: requests page 1 with size 1000 every five seconds', { tag: '@deep' }, async ({
  page,
  product,
  gym,
}) => {
  await noteAttendance(gym, await makeClient(gym, 'Rosa Paulino'))
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/attendances\/detail\?/.test(request.url())) asked.push(new URL(request.url()).search)
  })
  await enter(page, product, gym.api, '/attendance')
  await expect(rowsOf(page, 'Asistencias')).toHaveCount(1)
  await page.waitForResponse(/\/attendances\/detail\?/)
  await page.waitForResponse(/\/attendances\/detail\?/)
  expect(asked.length).toBeGreaterThan(1)
  for (const search of asked) expect(search).toMatch(/[?&]page=1&size_page=1000(&|$)/)
})
