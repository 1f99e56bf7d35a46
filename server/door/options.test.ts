// Changed options: the terminal is asked once to read them again.
import { expect, test } from 'vitest'
import { app, greet, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeDevice } from '../testing/factories.ts'
import { commandsOf, exchange, makeTerminal, requestText, settle } from '../testing/terminals.ts'

startDoorApp()

test.each([
  ['summer time', async () => app.clock.set('2026-11-01T06:30:00Z')],
  [
    'another zone',
    async () => void (await gym.admin.call('gym-info.update', { body: { timeZone: 'Asia/Kathmandu' } })),
  ],
  [
    'another delay',
    async () => {
      const [device] = await gym.admin.call('devices.list')
      await gym.admin.call('devices.update', { params: { id_device: device?.id ?? 0 }, body: { delay: 5 } })
    },
  ],
])('%s: one CHECK, a handshake, and no more', async (_, change) => {
  await gym.admin.call('gym-info.update', { body: { timeZone: 'America/New_York' } })
  app.clock.set('2026-11-01T05:30:00Z')
  const { terminal } = await makeTerminal(gym, port)
  await settle(terminal)
  const texts = commandsOf(terminal)
  const before = terminal.stats().exchanges
  await change()
  for (let step = 0; step < 5; step++) await terminal.step()
  expect(texts).toEqual(['CHECK', expect.stringMatching(/^SET OPTION DateTime=\d+$/)])
  expect(terminal.stats().exchanges).toBeGreaterThan(before + 5)
})

test('a terminal that would not keep whose right ends is not told to end rights', async () => {
  const { sn } = await makeDevice(gym)
  const poll = async () =>
    (await exchange(port, requestText('GET', `/iclock/getrequest?SN=${sn}&INFO=Ver%201,0,0,0,10.0.0.9`))).text
  const [, command] = /C:(\w+):SET OPTION OverValidTime=1/.exec(await poll()) ?? []
  await exchange(port, requestText('POST', `/iclock/devicecmd?SN=${sn}`, `ID=${command}&Return=-1002&CMD=SET OPTION`))
  for (let minute = 0; minute < 5; minute++) {
    app.clock.advance(60_000)
    expect(await poll()).not.toContain('ValidTime')
  }
  expect(await gym.admin.call('devices.status')).toMatchObject([{ expires_itself: 'no' }])
})

test('options: are sent again after a handshake, the time for reconnecting first', async () => {
  const { terminal } = await makeTerminal(gym, port, {}, { firmware: { validTimeCode: 0, overValidTime: 2 } })
  await settle(terminal)
  const [{ expires_itself } = {}] = await gym.admin.call('devices.status')
  terminal.factoryReset()
  const texts = commandsOf(terminal)
  await settle(terminal)
  await settle(terminal)
  expect(texts.filter((text) => text.includes('ValidTime'))).toEqual([
    'SET OPTION OverValidTime=1',
    'SET OPTION UserValidTimeFun=1',
  ])
  expect(await gym.admin.call('devices.status')).toMatchObject([{ expires_itself }])
})

test('a CHECK that got lost comes again, but not at each poll', async () => {
  const { sn, id } = await makeDevice(gym)
  const poll = async () => (await exchange(port, requestText('GET', `/iclock/getrequest?SN=${sn}`))).text
  await greet(sn)
  await gym.admin.call('devices.update', { params: { id_device: id }, body: { delay: 7 } })
  expect((await poll()).split('\n').at(-1)).toBe('C:0:CHECK')
  expect(await poll()).toBe('OK')
  app.clock.advance(120_000)
  expect((await poll()).split('\n').at(-1)).toBe('C:0:CHECK')
  const told = await exchange(port, requestText('POST', `/iclock/devicecmd?SN=${sn}`, 'ID=0&Return=0&CMD=CHECK'))
  expect(told.text).toBe('OK')
  app.clock.advance(240_000)
  expect(await poll()).not.toContain('CHECK')
})
