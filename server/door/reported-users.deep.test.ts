// Tests users reported by terminals: acknowledged updates, old reports, truncated names, emptied terminals.
import { describe, expect, test } from 'vitest'
import { app, gym, makeMember, port, readTerminalStatus, startDoorApp, uploadLines } from '../testing/door-app.ts'
import { makeClient } from '../testing/factories.ts'
import {
  formatTerminalUsersByPin,
  makeRegisteredTerminal,
  makeSimulatedTerminal,
  toPin,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const names = [
  'Ana\tMaría\nPeña\r',
  'María de los Ángeles Fernández de la Vega y Ñáñez, 60 caract',
  'Zoë 🏋️‍♀️💪🏽🏋️‍♀️💪🏽',
  '王小明王小明王小明王小明',
  'a=b&c\u0001\u2028d\u0085',
]

describe.each([
  ['UTF-8', 97, false],
  ['GBK', 83, true],
])('terminal with language %s that reports each update', (_, language, gbkNames) => {
  test.each(names)('reported users: no endless updates for the name %j', async (name) => {
    const { terminal } = await makeRegisteredTerminal(gym, port, {}, { language, faults: { gbkNames } })
    const made = await gym.admin.try('clients.create', { body: { name } })
    if (made.status !== 201) return expect(made.status).toBe(422)
    const pin = toPin(made.answer)
    terminal.events.on('command', ({ text }) => {
      const changed = /^DATA UPDATE USERINFO PIN=(\d+)/.exec(text)?.[1]
      if (changed) queueMicrotask(() => terminal.enrol({ pin: changed }))
    })
    await waitUntilInSync(terminal)
    expect(terminal.users.get(pin)?.name.length).toBeGreaterThan(0)
    expect(terminal.users.get(pin)?.name).not.toMatch(/[\t\r\n\uFFFD]/)
    expect(Buffer.byteLength(terminal.users.get(pin)?.name ?? '')).toBeLessThanOrEqual(gbkNames ? 36 : 24)
    expect(await waitUntilInSync(terminal)).toBe(0)
    expect((await gym.admin.call('door.edit-user-name', { query: { pin } })).pending).toBe(false)
  })
})

describe('user changed at the terminal', () => {
  test('user changed at the terminal: corrected', async () => {
    const { terminal } = await makeRegisteredTerminal(gym, port)
    const client = await makeClient(gym, { name: 'Ana', card_number: '7' })
    const pin = toPin(client)
    await waitUntilInSync(terminal)
    for (const change of [{ verify: 0 }, { verify: -1 }, { name: 'Otra' }, { card: '99' }]) {
      terminal.enrol({ pin, ...change })
      await waitUntilInSync(terminal)
      expect(formatTerminalUsersByPin(terminal)[pin]).toBe('3 7 Ana')
    }
    // A password would let a blocked user in, since method 3 means password only.
    for (const change of [{ password: '1234' }, { password: '0000' }, { pri: 14 }, { pri: 14 }]) {
      app.clock.advance(3_600_000)
      terminal.enrol({ pin, ...change })
      await waitUntilInSync(terminal)
      expect(terminal.users.get(pin)).toMatchObject({ password: '', pri: 0, verify: 3 })
    }
  })

  test('blocked user admitted at the terminal: corrected each time', async () => {
    const { terminal } = await makeRegisteredTerminal(gym, port)
    const pin = toPin(await makeClient(gym, { name: 'Ana' }))
    await waitUntilInSync(terminal)
    for (let time = 0; time < 6; time++) {
      terminal.enrol({ pin, verify: 0 })
      await waitUntilInSync(terminal)
      if (time >= 3) {
        // After the fourth identical report, the record is sent at growing intervals, and the status counts the user.
        expect((await readTerminalStatus())?.can_still_enter).toBe(1)
        await waitUntilInSync(terminal)
        expect(formatTerminalUsersByPin(terminal)[pin]).toBe('0  Ana')
        app.clock.advance(121_000 + (2 ** (time - 3) - 1) * 60_000)
        await waitUntilInSync(terminal)
      }
      expect(formatTerminalUsersByPin(terminal)[pin]).toBe('3  Ana')
      expect((await readTerminalStatus())?.can_still_enter).toBe(0)
    }
  })

  test('late report of an old deletion: the deleted client is still removed from the terminal', async () => {
    for (const line of [
      'OPLOG 9\t0\t2020-01-01 10:00:00\t%\t0\t0\t0',
      'OPLOG 13\t0\t2020-01-01 10:00:00\t0\t0\t0\t0',
    ]) {
      const { terminal, device } = await makeRegisteredTerminal(gym, port)
      const client = await makeMember()
      const pin = toPin(client)
      await waitUntilInSync(terminal)
      await gym.admin.call('clients.delete', { params: { id_client: client.id } })
      await uploadLines(device.sn, 'OPERLOG', line.replace('%', pin))
      await waitUntilInSync(terminal)
      expect([line, terminal.users.has(pin)]).toEqual([line, false])
    }
  })
})

describe('emptied terminal', () => {
  test.each(['OPLOG 13', 'OPLOG 22'])('emptied terminal: filled again after %s', async (word) => {
    const { terminal, device } = await makeRegisteredTerminal(gym, port)
    await makeClient(gym)
    await waitUntilInSync(terminal)
    const before = formatTerminalUsersByPin(terminal)
    terminal.users.clear()
    await uploadLines(device.sn, 'OPERLOG', `${word}\t0\t2026-06-15 12:00:00\t0\t0\t0\t0`)
    await waitUntilInSync(terminal)
    expect(formatTerminalUsersByPin(terminal)).toEqual(before)
  })

  test('devices.update: a terminal with a new serial number is filled', async () => {
    const { terminal, device } = await makeRegisteredTerminal(gym, port)
    await makeClient(gym)
    await waitUntilInSync(terminal)
    const sn = `${device.sn}B`
    await gym.admin.call('devices.update', { params: { id_device: device.id }, body: { sn } })
    expect(await gym.admin.call('devices.list')).toMatchObject([{ sn, connected: false, last_seen: null }])
    const unheard = { firmware: null, push_version: null, clock_offset: null, model: null }
    expect(await gym.admin.call('devices.status')).toMatchObject([unheard])
    const replacement = makeSimulatedTerminal(port, sn)
    await waitUntilInSync(replacement)
    expect(formatTerminalUsersByPin(replacement)).toEqual(formatTerminalUsersByPin(terminal))
    expect((await terminal.step()).ok).toBe(true)
    expect((await gym.admin.call('devices.unknown')).map((each) => each.sn)).toContain(`${device.sn.slice(0, -4)}····`)
  })
})
