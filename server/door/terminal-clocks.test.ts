// Tests terminal clocks, and how passes from wrong clocks are stored.
import { toLocalTime } from '@torniquete/contract/shared/dates.ts'
import type { Terminal } from '@torniquete/terminal-simulator/terminal.ts'
import { describe, expect, test } from 'vitest'
import { queryAsOwner } from '../testing/database-digest.ts'
import {
  app,
  gym,
  listNotificationMessages,
  makeMember,
  port,
  readTerminalStatus,
  startDoorApp,
  uploadLines,
} from '../testing/door-app.ts'
import { makeClient, makeDevice, makePayment, makePlan, makeUser } from '../testing/factories.ts'
import { makeRegisteredTerminal, recordCommands, waitUntilInSync } from '../testing/simulated-terminals.ts'
import { formatClockSetting } from './drivers/zkteco/attendance-commands.ts'

startDoorApp()

test('devices.status: shows firmware, pending records, and the clock offset of a live pass', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, port)
  const client = await makeClient(gym)
  expect(await readTerminalStatus()).toMatchObject({ pending: expect.any(Number), clock_offset: null })
  expect((await readTerminalStatus())?.pending).toBeGreaterThan(0)
  await waitUntilInSync(terminal)
  expect(await readTerminalStatus()).toMatchObject({ pending: 0, firmware: expect.any(String) })
  const pass = (time: string) => uploadLines(device.sn, 'ATTLOG', `${client.id_zkteco}\t${time}\t0\t1`)
  // This pass may be from a backlog, as right after the handshake, so its time does not show the clock's offset.
  await pass('2026-06-15 08:00:00')
  expect((await readTerminalStatus())?.clock_offset).toBe(0)
  for (let minute = 0; minute < 3; minute += 1) {
    app.clock.advance(30_000)
    await waitUntilInSync(terminal)
  }
  await pass('2026-06-15 12:03:30')
  expect((await readTerminalStatus())?.clock_offset).toBe(120)
})

test('wrong clock: set daily, and shown as correct only once a pass shows the right time', async () => {
  const { terminal, device } = await makeRegisteredTerminal(gym, port)
  const client = await makeClient(gym)
  await waitUntilInSync(terminal)
  await queryAsOwner(app, 'update devices set clock_offset = 7200 where id = $1', [device.id])
  const texts = recordCommands(terminal)
  // The clock is set daily. The first midnight is skipped, since it is only half a day after the handshake.
  for (let part = 0; part < 12; part += 1) {
    app.clock.advance(4 * 3_600_000)
    await waitUntilInSync(terminal)
  }
  expect(texts.filter((text) => text.includes('DateTime='))).toHaveLength(1)
  expect(await readTerminalStatus()).toMatchObject({ clock_offset: 7200 })
  for (let poll = 0; poll < 4; poll += 1) {
    app.clock.advance(20_000)
    await waitUntilInSync(terminal)
  }
  terminal.forcePunch({ pin: String(client.id_zkteco), time: '2026-06-17 12:01:20' })
  await waitUntilInSync(terminal)
  expect(Math.abs((await readTerminalStatus())?.clock_offset ?? 7200)).toBeLessThan(5)
})

test('devices.clock: sends the time only once', async () => {
  const { terminal, device } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  app.clock.advance(3_600_000)
  await waitUntilInSync(terminal)
  const texts = recordCommands(terminal)
  await gym.admin.call('devices.clock', { params: { id_device: device.id } })
  expect(await waitUntilInSync(terminal)).toBe(0)
  await waitUntilInSync(terminal)
  expect(texts).toEqual([formatClockSetting('2026-06-15 13:00:00')])
  expect((await gym.admin.try('devices.clock', { params: { id_device: device.id + 1 } })).status).toBe(404)
})

test('devices.clock: a refusal is shown until the terminal accepts the time', async () => {
  const { terminal, device } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  const refuses = async () => (await readTerminalStatus())?.refuses_clock
  for (const refused of [true, false]) {
    terminal.faults.failCommands = refused
    await gym.admin.call('devices.clock', { params: { id_device: device.id } })
    await waitUntilInSync(terminal)
    expect(await refuses()).toBe(refused)
  }
})

test('clock: a backlog from a wrong clock makes attendances, and reports no missing right', async () => {
  const { sn } = await makeDevice(gym, { name: 'Puerta' })
  const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeMember({ name: 'Luis' })]
  const rosa = await makeUser(gym, 'gym_worker', { name: 'Rosa', is_active: false })
  const send = (...lines: string[]) => uploadLines(sn, 'ATTLOG', ...lines)
  const without = async () => (await readTerminalStatus())?.passes_without_right
  await send(
    `${ana.id_zkteco}\t2000-01-01 00:00:10`,
    `${rosa.id_zkteco}\t2000-01-01 00:01:00`,
    `${luis.id_zkteco}\t2000-01-01 00:01:20`,
  )
  expect(await listNotificationMessages()).toEqual(['Luis ha ingresado al gimnasio.', 'Ana ha ingresado al gimnasio.'])
  expect(await without()).toBe(0)
  expect((await gym.admin.call('devices.list'))[0]).toMatchObject({ alarm: false })
  expect((await gym.admin.call('attendances.list')).total).toBe(2)
  // These passes span less than a visit, so they are not a backlog, and Ana enters now.
  app.clock.advance(600_000)
  await send(`${ana.id_zkteco}\t2000-01-01 03:00:00`, `${ana.id_zkteco}\t2000-01-01 03:00:01`)
  expect((await listNotificationMessages())[0]).toBe(
    'Ana ha ingresado al gimnasio. Sin derecho: sin membresía (Puerta).',
  )
  expect(await without()).toBe(1)
  // The pass with a plausible time is checked by that time, even beside a pass without one.
  await send(`${luis.id_zkteco}\t2000-01-01 04:00:00`, `${rosa.id_zkteco}\t2026-06-15 11:59:00`)
  expect(await without()).toBe(2)
})

describe('clock that goes wrong while the terminal is connected', () => {
  /** Makes a connected terminal, whose passes are forced so that its own decision does not matter. */
  async function steady(firmware: object = {}) {
    const made = await makeRegisteredTerminal(gym, port, {}, { now: () => app.clock.now(), firmware })
    const client = await makeClient(gym, { name: 'Ana' })
    await waitUntilInSync(made.terminal)
    await wait(made.terminal, 3 * 3600)
    const texts = recordCommands(made.terminal)
    const come = async (time: string) => {
      made.terminal.forcePunch({ pin: String(client.id_zkteco), time })
      await waitUntilInSync(made.terminal)
    }
    const visits = async () => (await gym.admin.call('attendances.list')).items.map(({ check_in }) => check_in)
    return { ...made, client, come, visits, clocks: () => texts.filter((text) => text.includes('DateTime=')) }
  }
  /** Waits until the terminal counts as steadily connected. */
  const wait = async (terminal: Terminal, seconds: number) => {
    app.clock.advance(seconds * 1000)
    for (let poll = 0; poll < 4; poll += 1) {
      app.clock.advance(30_000)
      await terminal.step()
    }
  }

  test.each([
    ['to the year 2000', '2000-01-01 00:00:00'],
    ['two days ahead', '2026-06-17 15:00:00'],
  ])('clock set %s: corrected after the first pass, which gets its arrival time', async (_, time) => {
    const { terminal, client, come, visits, clocks } = await steady()
    // The membership has expired, but not yet by the terminal's clock.
    const day = await makePlan(gym, { duration_days: 1 })
    await makePayment(gym, { id_client: client.id, id_membership: day.id, start_date: '2026-06-14' })
    await wait(terminal, 120)
    terminal.turnClock(time)
    const at = app.clock.now().toISOString()
    await come(terminal.shows())
    expect(clocks()).toHaveLength(1)
    expect(await readTerminalStatus()).toMatchObject({ passes_without_right: 1 })
    app.clock.advance(6000)
    expect((await gym.admin.call('devices.list'))[0]).toMatchObject({ alarm: true })
    expect(await visits()).toEqual([at])
    await wait(terminal, 60)
    await come(terminal.shows())
    expect(Math.abs((await readTerminalStatus())?.clock_offset ?? 7200)).toBeLessThan(5)
    expect(clocks()).toHaveLength(1)
  })

  test('clock: a change at the menu is corrected at once', async () => {
    const { terminal, clocks } = await steady()
    terminal.turnClock('2026-06-15 09:00:00', true)
    await waitUntilInSync(terminal)
    expect(clocks()).toHaveLength(1)
    expect(terminal.shows().slice(0, 16)).toBe(toLocalTime('America/Santo_Domingo', app.clock.now()).slice(0, 16))
  })

  test('clock that cannot be set: tried again hourly', async () => {
    const { terminal, come, visits, clocks } = await steady({ ignoresDateTime: true })
    for (let day = 0; day < 3; day += 1) {
      terminal.turnClock(`2000-01-0${day + 1} 00:00:59`)
      app.clock.advance(1000)
      await come(terminal.shows())
      await wait(terminal, 3000)
    }
    expect(await visits()).toHaveLength(3)
    expect(clocks().length).toBeGreaterThanOrEqual(2)
    expect(clocks().length).toBeLessThanOrEqual(3)
  })

  test('wrong clock: a pass line that is repeated for ever makes only one visit', async () => {
    const { terminal, come, visits } = await steady({ ignoresDateTime: true })
    for (let time = 0; time < 5; time += 1) {
      await come('2000-01-01 00:01:00')
      await wait(terminal, 400)
    }
    expect(await visits()).toHaveLength(1)
  })
})
