import { expect } from '@playwright/test'
import { dayLength, setClockWrong } from './hand.ts'
import { holdBack } from './hold-back.ts'
import { expectSoon } from './paces.ts'
import { makeTerminal, test } from './product.ts'
import {
  enter,
  field,
  gymDay,
  instantOf,
  makeClient,
  makePlan,
  noteAttendance,
  rowsOf,
  sellPlan,
  written,
} from './scenes.ts'
import { slowdown } from './slowdown.ts'

test('today by default; filtered by name and by days; reset returns to today', async ({ page, product, gym, hand }) => {
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

test('the columns; the expiry is a day earlier than on the wire; nobody yet is said', async ({
  page,
  product,
  gym,
}) => {
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

test('an arrival is shown without waiting for the poll', async ({ page, product, gym }) => {
  const client = await makeClient(gym, 'Ana Brújula')
  const answered = (path: string) => page.waitForResponse((response) => response.url().includes(path))
  const ready = Promise.all([answered('/attendances/detail'), answered('/notifications/sse')])
  await enter(page, product, gym.api, '/attendance')
  await expect(page.getByText('No hay asistencias')).toBeVisible()
  await ready
  // The next poll is almost 5 s away.
  const shown = instantOf(page, `document.querySelector('tbody')?.textContent.includes('Ana Brújula')`)
  const noted = Date.now()
  await noteAttendance(gym, client)
  const took = (await shown) - noted
  expectSoon(took, 2500, 'an arrival')
  expect(took).toBeLessThan(4500 * slowdown)
})

test('who comes in is drawn as the stream tells it, by which door too, and counts once when the list tells of them', async ({
  page,
  product,
  gym,
}) => {
  const [ana, luis] = [await makeClient(gym, 'Ana Brújula'), await makeClient(gym, 'Luis Terrero')]
  const terminals = [await makeTerminal(product, gym), await makeTerminal(product, gym, { name: 'Puerta de atrás' })]
  for (const terminal of terminals) await terminal.step()
  // By a terminal's clock, which may be seconds behind, whoever passes comes after her.
  await noteAttendance(gym, ana, new Date(Date.now() - 60_000))
  const listens = page.waitForResponse(/\/notifications\/sse/)
  await enter(page, product, gym.api, '/attendance')
  await listens
  const rows = rowsOf(page, 'Asistencias')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('columnheader', { name: 'Puerta' })).toBeVisible()
  const letGo = await holdBack(page, /(attendances\/detail|zkteco\/attendances)\?/)
  terminals[1]?.forcePunch({ pin: String(luis.id_zkteco), time: terminals[1].shows() })
  await terminals[1]?.step()
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Luis Terrero' })).toContainText('Puerta de atrás')
  await expect(page.getByText('2 asistencias')).toBeVisible()
  letGo()
  await noteAttendance(gym, await makeClient(gym, 'Rosa Paulino'))
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('3 asistencias')).toBeVisible()
  for (const terminal of terminals) await terminal.stop()
})

test('a thousand rows are one scrolling list of which only what is seen is drawn', async ({ page, product, gym }) => {
  const client = await makeClient(gym, 'Ana Brújula', { id_zkteco: 700 })
  const terminal = await makeTerminal(product, gym)
  const day = gymDay(-1)
  for (let minute = 0; minute < 1000; minute++) {
    const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'))
    terminal.forcePunch({ pin: String(client.id_zkteco), time: `${day} ${hours}:${minutes}:00` })
  }
  while (terminal.unsent() > 0) await terminal.step()
  const stored = `/attendances/detail?page=1&size_page=1000&start_date=${day}&end_date=${day}`
  expect(await gym.api.call('GET', stored)).toMatchObject({ total: 1000 })

  const letGo = await holdBack(page, '**/SeenRows-*.js')
  await enter(page, product, gym.api, `/attendance?start=${day}&end=${day}`)
  const table = page.getByRole('table', { name: 'Asistencias' })
  await expect(table).toHaveAttribute('aria-rowcount', '1001')
  // The code for many rows is on its way: whoever jumps to the end meanwhile is there when it comes.
  await page.getByRole('region', { name: 'Asistencias' }).focus()
  await page.keyboard.press('End')
  letGo()
  await expect(table).toContainText('00:00')
  await page.keyboard.press('Home')
  await expect(page.getByText('1,000 asistencias')).toBeVisible()
  await expect(table).toContainText('16:39')
  expect(await table.locator('tr').count()).toBeLessThan(200)
  await page.getByRole('region', { name: 'Asistencias' }).focus()
  await page.keyboard.press('End')
  await expect(table.locator('[aria-rowindex="1001"]')).toBeInViewport()
  await expect(table.locator('[aria-rowindex="1001"]')).toContainText('00:00')
  expect(await table.locator('tr').count()).toBeLessThan(200)
  await page.keyboard.press('Home')
  await expect(table.locator('[aria-rowindex="2"]')).toBeInViewport()
  await terminal.stop()
})

test('what happens meanwhile comes into a list without a flash', async ({ page, product, gym }) => {
  await noteAttendance(gym, await makeClient(gym, 'Ana Brújula'))
  await enter(page, product, gym.api, '/attendance')
  await expect(rowsOf(page, 'Asistencias')).toHaveCount(1)
  await page.evaluate(`{
    globalThis.flashes = 0
    const seen = () => { if (document.querySelector('[data-dimmed]')) flashes += 1 }
    new MutationObserver(seen).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-dimmed'] })
  }`)
  await noteAttendance(gym, await makeClient(gym, 'Rosa Paulino'))
  await expect(rowsOf(page, 'Asistencias')).toHaveCount(2)
  expect(await page.evaluate('flashes')).toBe(0)
})

test('Asistencia: asks for page 1, size 1000, again every five seconds', async ({ page, product, gym }) => {
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

test('whoever the stream told of stands no more as soon as the list knows that they were taken back', async ({
  page,
  product,
  gym,
}) => {
  const ana = await makeClient(gym, 'Ana Brújula')
  await noteAttendance(gym, await makeClient(gym, 'Rosa Paulino'))
  const listens = page.waitForResponse(/\/notifications\/sse/)
  await enter(page, product, gym.api, '/attendance')
  const rows = rowsOf(page, 'Asistencias')
  await expect(rows).toHaveCount(1)
  await listens
  const answered = (isThere: boolean) =>
    page.waitForResponse(async (each) => {
      if (!/attendances\/detail\?/.test(each.url())) return false
      // Of what was given up for a newer question nothing can be read.
      const text = await each.text().catch(() => null)
      return text !== null && text.includes(ana.name) === isThere
    })
  const listed = answered(true)
  const { attendance_id } = await gym.api.call<{ attendance_id: number }>('POST', '/attendances/', {
    id_client: ana.id,
  })
  await expect(rows).toHaveCount(2)
  await listed
  const known = answered(false)
  await gym.api.call('POST', `/attendances/${attendance_id}/undo`, { reason: 'Era su hermana' })
  await known
  // Sooner than what was on its way would be asked for again.
  await expect(rows).toHaveCount(1, { timeout: 1000 })
})
