// Who is inside: by the door, by hand and by the clock, as the desk sees it.
import { expect } from '@playwright/test'
import { defaultTimeZone, localTime } from '../contract/dates.ts'
import { expectNoBarrier } from './barriers.ts'
import { makeTerminal, makeUser, test } from './product.ts'
import { enter, field, makeClient, makePlan, noteAttendance, rowsOf, sellPlan, session } from './scenes.ts'

const phone = { width: 375, height: 740 }
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

test('somebody comes and leaves by a panel’s two readers, and the desk sees it without asking', async ({
  page,
  product,
  gym,
}) => {
  const firmware = { dialect: 'access', deviceName: 'inBio', lockCount: 2 } as const
  const terminal = await makeTerminal(product, gym, { firmware })
  const ana = await makeClient(gym, 'Ana Brújula')
  const pin = String(ana.id_zkteco)
  await sellPlan(gym, await makePlan(gym), ana)
  await noteAttendance(gym, await makeClient(gym, 'Rosa Paulino'), minutesAgo(100))
  terminal.start()
  await expect.poll(() => terminal.users.has(pin)).toBe(true)
  await enter(page, product, gym.api, '/dashboard')
  // Nobody knows who leaves yet.
  const count = page.getByRole('link', { name: /^Últimos 90 min: 0$/ })
  await expect(count).toBeVisible()
  // Room for the accent of its capital, which stands above what a button's line has.
  const room = await count.locator('.mantine-Button-label').evaluate((label) => {
    const { lineHeight, fontSize } = label.ownerDocument.defaultView.getComputedStyle(label)
    return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
  })
  expect(room).toBeGreaterThan(1.2)
  expect(terminal.punch(pin, { status: 0 }).opened).toBe(true)
  await expect(page.getByRole('link', { name: 'Últimos 90 min: 1' })).toBeVisible()
  // Within a second the two would be one record.
  const second = terminal.shows()
  await expect.poll(() => terminal.shows()).not.toBe(second)
  expect(terminal.punch(pin, { status: 1 }).opened).toBe(true)
  const link = page.getByRole('link', { name: 'Dentro: 1' })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Quién está dentro' })).toBeVisible()
  const rows = rowsOf(page, 'Quién está dentro')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(/Rosa Paulino.*Anotado a mano/)
  expect(await gym.api.call('GET', '/attendances/detail')).toMatchObject({ total: 2 })
  await terminal.stop()
})

test('by keyboard: found, noted as having left, taken back, and everybody; each with who said so', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const lucia = await makeUser(gym, 'gym_worker')
  for (const name of ['Ana Brújula', 'Luis Terrero', 'Rosa Paulino'])
    await noteAttendance(gym, await makeClient(gym, name))
  await gym.api.call('PUT', '/inside/settings', { capacity: 3, tells: true })
  await enter(page, product, await session(product, lucia), '/inside')
  const rows = rowsOf(page, 'Quién está dentro')
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('3 de 3 últimos 90 min · lleno')).toBeVisible()
  await expectNoBarrier(page, 'inside')
  const search = field(page, 'Buscar quién está dentro')
  await search.focus()
  await hand.write(search, 'terr')
  await expect(rows).toHaveCount(1)
  const leaves = page.getByRole('button', { name: 'Anotar salida Luis Terrero' })
  // What empties the field, and who it is.
  for (let step = 0; step < 3; step += 1) await hand.press('Tab')
  await expect(leaves).toBeFocused()
  await hand.press('Enter')
  await expect(page.getByText('Salida de Luis Terrero anotada')).toBeVisible()
  await expect(page.getByText('Nadie con «terr» está dentro')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).press('Enter')
  await expect(rows).toHaveCount(1)
  await hand.write(search, '')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Todos se han ido' }).press('Enter')
  await expectNoBarrier(page, 'everybody has left')
  await page.getByRole('dialog').getByRole('button', { name: 'Nadie queda dentro' }).press('Enter')
  await expect(page.getByText('Nadie ha entrado en los últimos 90 minutos')).toBeVisible()
  await page.getByRole('radio', { name: /^Dentro/ }).focus()
  await hand.press('ArrowLeft')
  const noted = rowsOf(page, 'Salidas anotadas')
  await expect(noted).toHaveCount(2)
  await expect(noted.nth(0)).toContainText('Todos los que estaban dentro')
  await expect(noted.nth(1)).toContainText(/Luis Terrero.*deshecho por/)
  await expectNoBarrier(page, 'departures')
  await page.getByRole('button', { name: 'Deshacer la salida de todos' }).press('Enter')
  await expect(noted.nth(0)).toContainText('deshecho por')
  await page.getByRole('radio', { name: 'Anotadas' }).focus()
  await hand.press('ArrowRight')
  await expect(rows).toHaveCount(3)
})

test('on a phone: the limit is set, passed and told; who is taken to have left is told as that', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const closes_at = localTime(defaultTimeZone, minutesAgo(-180)).slice(11, 16)
  await page.setViewportSize(phone)
  await enter(page, product, gym.api, '/settings?tab=gym')
  const form = page.getByRole('form', { name: 'Aforo y salidas' })
  await hand.write(field(form, 'Aforo'), '0')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(field(form, 'Aforo')).toHaveAttribute('aria-invalid', 'true')
  await hand.write(field(form, 'Aforo'), '1')
  await form.getByLabel('Avisar cuando se supera el aforo').check()
  await hand.write(field(form, 'Horas hasta suponer que salió'), '2')
  await form.getByLabel('Hora de cierre').fill(closes_at)
  await expectNoBarrier(page, 'limit')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Aforo guardado')).toBeVisible()
  expect(await gym.api.call('GET', '/inside/settings')).toEqual({
    capacity: 1,
    tells: true,
    hours: 2,
    closes_at,
  })

  const terminal = await makeTerminal(product, gym, {})
  const [device] = await gym.api.call<{ id: number }[]>('GET', '/devices/')
  await gym.api.call('PUT', `/devices/${device?.id}`, { direction: 'both' })
  await noteAttendance(gym, await makeClient(gym, 'Rosa Paulino'), minutesAgo(130))
  for (const name of ['Ana Brújula', 'María de los Ángeles Encarnación Villavicencio de la Concepción'])
    await noteAttendance(gym, await makeClient(gym, name))
  terminal.forcePunch(`4711\t${terminal.shows()}\t1\t15`)
  while (terminal.unsent() > 0) await terminal.step()
  await page.setViewportSize(phone)
  await page.goto(`${product.address}/attendance`)
  const count = page.getByRole('link', { name: 'Dentro: 2 de 1 · aforo superado' })
  await expect(count).toBeVisible()
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width)
  await count.click()
  await expect(rowsOf(page, 'Quién está dentro')).toHaveCount(2)
  await expectNoBarrier(page, 'inside with long names')
  await page.setViewportSize(phone)
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width)
  await page.getByText('Supuestas (1)').click()
  await expect(page.getByRole('columnheader', { name: 'Se supone que salió' })).toBeAttached()
  await expect(rowsOf(page, 'Salidas supuestas')).toContainText('Rosa Paulino')
  expect(await gym.api.call('GET', '/notifications/')).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ message: 'Aforo superado: hay 2 personas dentro y el límite es 1.' }),
    ]),
  })
  await terminal.stop()
})
