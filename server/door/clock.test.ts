// Terminal clocks, and the handling of wrong ones.
import { localTime } from '@torniquete/contract/shared/dates.ts'
import type { Terminal } from '@torniquete/terminal-simulator/terminal.ts'
import { describe, expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { makeClient, makeDevice, makeGym, makePayment, makePlan, makeUser } from '../testing/factories.ts'
import { commandsOf, exchange, makeTerminal, requestText, settle } from '../testing/terminals.ts'
import { openTestApp } from '../testing/test-app.ts'
import { setClock } from './drivers/zkteco/attendance-commands.ts'

const app = await openTestApp({ SESSION_HOURS: '8760' })
const port = (await app.listen()).port

test('devices.status: shows firmware, pending records, and the clock offset of a recent pass', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  const gym = await makeGym(app)
  const { terminal } = await makeTerminal(gym, port)
  const client = await makeClient(gym)
  const sn = (await gym.admin.call('devices.list'))[0]?.sn
  const status = async () => (await gym.admin.call('devices.status'))[0]
  expect(await status()).toMatchObject({ pending: expect.any(Number), clock_offset: null })
  expect((await status())?.pending).toBeGreaterThan(0)
  await settle(terminal)
  expect(await status()).toMatchObject({ pending: 0, firmware: expect.any(String) })
  const upload = (time: string) =>
    app.app.inject({
      method: 'POST',
      url: `/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=1`,
      payload: `${client.id_zkteco}\t${time}\t0\t1\n`,
      headers: { 'content-type': 'text/plain' },
    })
  // The clock was set at the handshake, and the first calls may be a backlog.
  await upload('2026-06-15 08:00:00')
  expect((await status())?.clock_offset).toBe(0)
  for (let minute = 0; minute < 3; minute += 1) {
    app.clock.advance(30_000)
    await settle(terminal)
  }
  await upload('2026-06-15 12:03:30')
  expect((await status())?.clock_offset).toBe(120)
})

test('clock: a wrong one is set daily, and counts as right after a pass, not a report', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  const gym = await makeGym(app)
  const { terminal, device } = await makeTerminal(gym, port)
  const client = await makeClient(gym)
  await settle(terminal)
  await asOwner(app, (owner) => owner.query('update devices set clock_offset = 7200 where id = $1', [device.id]))
  const texts = commandsOf(terminal)
  // Nothing else changes: it is set after each of two midnights but the first, which comes half a day after its handshake.
  for (let half = 0; half < 96; half += 1) {
    app.clock.advance(30 * 60_000)
    await settle(terminal)
  }
  expect(texts.filter((text) => text.includes('DateTime='))).toHaveLength(1)
  const status = async () => (await gym.admin.call('devices.status'))[0]
  expect(await status()).toMatchObject({ clock_offset: 7200 })
  for (let poll = 0; poll < 4; poll += 1) {
    app.clock.advance(20_000)
    await settle(terminal)
  }
  terminal.forcePunch({ pin: String(client.id_zkteco), time: '2026-06-17 12:01:20' })
  await settle(terminal)
  expect(Math.abs((await status())?.clock_offset ?? 7200)).toBeLessThan(5)
})

test('devices.clock: a terminal is given the time when a person says so, once', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  const gym = await makeGym(app)
  const { terminal, device } = await makeTerminal(gym, port)
  await settle(terminal)
  app.clock.advance(3_600_000)
  await settle(terminal)
  const texts = commandsOf(terminal)
  await gym.admin.call('devices.clock', { params: { id_device: device.id } })
  expect(await settle(terminal)).toBe(0)
  await settle(terminal)
  expect(texts).toEqual([setClock('2026-06-15 13:00:00')])
  expect((await gym.admin.try('devices.clock', { params: { id_device: device.id + 1 } })).status).toBe(404)
})

test('devices.clock: one that will not take the time says so, until it does', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  const gym = await makeGym(app)
  const { terminal, device } = await makeTerminal(gym, port)
  await settle(terminal)
  const refuses = async () => (await gym.admin.call('devices.status'))[0]?.refuses_clock
  for (const refused of [true, false]) {
    terminal.faults.failCommands = refused
    await gym.admin.call('devices.clock', { params: { id_device: device.id } })
    await settle(terminal)
    expect(await refuses()).toBe(refused)
  }
})

test('clock: a backlog with a wrong clock is kept and marked, and accuses nobody', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  const gym = await makeGym(app)
  const { sn } = await makeDevice(gym, { name: 'Puerta' })
  const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
  await makePayment(gym, { id_client: luis.id, start_date: '2026-06-15' })
  const rosa = await makeUser(gym, 'gym_worker', { name: 'Rosa', is_active: false })
  const send = (...lines: string[]) =>
    exchange(port, requestText('POST', `/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=1`, lines.join('\n')))
  const news = async () => (await gym.admin.call('notifications.list')).items.map(({ message }) => message).toReversed()
  const without = async () => (await gym.admin.call('devices.status'))[0]?.passes_without_right
  await send(
    `${ana.id_zkteco}\t2000-01-01 00:00:10`,
    `${rosa.id_zkteco}\t2000-01-01 00:01:00`,
    `${luis.id_zkteco}\t2000-01-01 00:01:20`,
  )
  expect(await news()).toEqual(['Ana ha ingresado al gimnasio.', 'Luis ha ingresado al gimnasio.'])
  expect(await without()).toBe(0)
  expect((await gym.admin.call('devices.list'))[0]).toMatchObject({ alarm: false })
  expect((await gym.admin.call('attendances.list')).total).toBe(2)
  // However long it is: a part that is recorded for itself is a part of it.
  const hour = Array.from({ length: 1000 }, (_, at) => {
    const [minute, second] = [Math.floor(at / 60), at % 60].map((each) => String(each).padStart(2, '0'))
    return `${luis.id_zkteco}\t2000-01-02 01:${minute}:${second}`
  })
  await send(...hour, `${ana.id_zkteco}\t2000-01-02 09:00:00`)
  expect(await without()).toBe(0)
  // A face that stands before it is no backlog: whoever it is enters now.
  app.clock.advance(600_000)
  await send(`${ana.id_zkteco}\t2000-01-01 03:00:00`, `${ana.id_zkteco}\t2000-01-01 03:00:01`)
  expect((await news()).at(-1)).toBe('Ana ha ingresado al gimnasio. Sin derecho: sin membresía (Puerta).')
  expect(await without()).toBe(1)
  // Events with their own time use it, also beside events without one.
  await send(`${luis.id_zkteco}\t2000-01-01 04:00:00`, `${rosa.id_zkteco}\t2026-06-15 11:59:00`)
  expect(await without()).toBe(2)
})

describe('a clock that went wrong while the terminal was calling', () => {
  /** Forced passes only: the terminal's own decision does not matter here. */
  async function steady(firmware: object = {}) {
    app.clock.set('2026-06-15T16:00:00Z')
    const gym = await makeGym(app)
    const made = await makeTerminal(gym, port, {}, { now: () => app.clock.now(), firmware })
    const client = await makeClient(gym, { name: 'Ana' })
    await settle(made.terminal)
    await wait(made.terminal, 3 * 3600)
    const texts = commandsOf(made.terminal)
    const come = async (time: string) => {
      made.terminal.forcePunch({ pin: String(client.id_zkteco), time })
      await settle(made.terminal)
    }
    const status = async () => (await gym.admin.call('devices.status'))[0]
    const visits = async () => (await gym.admin.call('attendances.list')).items.map(({ check_in }) => check_in)
    return {
      ...made,
      gym,
      client,
      come,
      status,
      visits,
      clocks: () => texts.filter((text) => text.includes('DateTime=')),
    }
  }
  /** After which it has been calling for a while. */
  const wait = async (terminal: Terminal, seconds: number) => {
    app.clock.advance(seconds * 1000)
    for (let poll = 0; poll < 4; poll += 1) {
      app.clock.advance(30_000)
      await terminal.step()
    }
  }

  test.each([
    ['to the year 2000', '2000-01-01 00:00:00'],
    ['a day back', '2026-06-14 15:00:00'],
    ['two days ahead', '2026-06-17 15:00:00'],
  ])('%s is corrected at the first pass, which counts as now', async (_, time) => {
    const { terminal, gym, client, come, status, visits, clocks } = await steady()
    // Ended: by the terminal's clock, not yet.
    const day = await makePlan(gym, { duration_days: 1 })
    await makePayment(gym, { id_client: client.id, id_membership: day.id, start_date: '2026-06-14' })
    await wait(terminal, 120)
    terminal.turnClock(time)
    const at = app.clock.now().toISOString()
    await come(terminal.shows())
    expect(clocks()).toHaveLength(1)
    expect(await status()).toMatchObject({ passes_without_right: 1 })
    app.clock.advance(6000)
    expect((await gym.admin.call('devices.list'))[0]).toMatchObject({ alarm: true })
    expect(await visits()).toEqual([at])
    await wait(terminal, 60)
    await come(terminal.shows())
    expect(Math.abs((await status())?.clock_offset ?? 7200)).toBeLessThan(5)
    expect(clocks()).toHaveLength(1)
  })

  test('clock: a change at the menu is corrected at once', async () => {
    const { terminal, clocks } = await steady()
    terminal.turnClock('2026-06-15 09:00:00', true)
    await settle(terminal)
    expect(clocks()).toHaveLength(1)
    expect(terminal.shows().slice(0, 16)).toBe(localTime('America/Santo_Domingo', app.clock.now()).slice(0, 16))
  })

  test('clock: a terminal that refuses is told hourly, and repeated seconds lose no visit', async () => {
    const { terminal, come, visits, clocks } = await steady({ ignoresDateTime: true })
    const second = '2000-01-01 00:01:00'
    for (let day = 0; day < 3; day += 1) {
      terminal.turnClock('2000-01-01 00:00:59')
      app.clock.advance(1000)
      await come(second)
      // Its answer was lost: the same once more.
      await come(second)
      await wait(terminal, 3000)
    }
    expect(await visits()).toHaveLength(3)
    expect(clocks().length).toBeGreaterThanOrEqual(2)
    expect(clocks().length).toBeLessThanOrEqual(3)
    // All of them, after it began anew: as they were.
    terminal.powerCut()
    terminal.resendAll()
    await settle(terminal)
    expect(await visits()).toHaveLength(3)
  })

  test('and what it sends again for ever makes one visit', async () => {
    const { terminal, come, visits } = await steady({ ignoresDateTime: true })
    for (let time = 0; time < 5; time += 1) {
      await come('2000-01-01 00:01:00')
      await wait(terminal, 400)
    }
    expect(await visits()).toHaveLength(1)
  })

  test('and what it sends again for ever, several in turn, makes one visit each', { tags: ['deep'] }, async () => {
    const { come, visits } = await steady({ ignoresDateTime: true })
    for (let time = 0; time < 20; time += 1) {
      for (const second of ['2000-01-01 00:01:00', '2000-01-01 00:03:00', '2000-01-01 00:05:00']) {
        await come(second)
        app.clock.advance(20_000)
      }
    }
    expect(await visits()).toHaveLength(3)
  })

  test.each(['2099-01-01 00:01:00', '9999-12-31 23:59:59'])('and shows %s is taken all the same', async (time) => {
    const { terminal, come, status, visits } = await steady({ ignoresDateTime: true })
    terminal.turnClock(time)
    await come(time)
    expect(await visits()).toHaveLength(1)
    expect((await status())?.clock_offset).toBeGreaterThan(2e9)
  })

  test('is not told by what comes late because it was refused', async () => {
    const { terminal, client, status, visits } = await steady()
    const change = (statement: string) => asOwner(app, (owner) => owner.query(statement))
    await change('alter table attendances add constraint no_room check (false) not valid')
    const came = app.clock.now().toISOString()
    terminal.forcePunch({ pin: String(client.id_zkteco), time: terminal.shows() })
    for (let poll = 0; poll < 30; poll += 1) {
      expect(await terminal.step()).toMatchObject({ ok: false })
      app.clock.advance(20_000)
    }
    await change('alter table attendances drop constraint no_room')
    await settle(terminal)
    expect(await visits()).toEqual([came])
    expect(Math.abs((await status())?.clock_offset ?? 0)).toBeLessThan(5)
  })

  test('hides nobody who is deleted there and enrolled anew', async () => {
    const { terminal, client, come } = await steady({ ignoresDateTime: true })
    const pin = String(client.id_zkteco)
    terminal.enrol({ pin: '900', name: 'De antes' })
    await wait(terminal, 7200)
    terminal.turnClock('2026-06-14 15:00:00')
    await come(terminal.shows())
    terminal.deleteUser(pin)
    terminal.enrol({ pin, name: 'Pedro', verify: 0 })
    terminal.enrolTemplate({ pin, kind: 'face', number: 0, owner: 'Pedro' })
    await wait(terminal, 240)
    // The user under her PIN is unknown; she has another PIN.
    expect(terminal.users.get(pin)?.name).toBe('Pedro')
    expect([...terminal.users.values()].map(({ name }) => name)).toContain('Ana')
  })
})
