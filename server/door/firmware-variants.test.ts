// Tests differences between firmware versions: answer formats, upload stamps, options.
import { expect, test } from 'vitest'
import {
  app,
  gym,
  makeMember,
  port,
  readTerminalStatus,
  sendHandshake,
  startDoorApp,
  uploadLines,
} from '../testing/door-app.ts'
import { makeClient, makeDevice, makePayment } from '../testing/factories.ts'
import {
  exchangeBytes,
  makeRegisteredTerminal,
  makeRequestBytes,
  recordCommands,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const total = async () => (await gym.admin.call('attendances.list')).total

test.each(['OK', 'OK:n'] as const)(
  'firmware: a terminal that accepts only %s gets that answer from then on',
  async (acceptedForm) => {
    const { device, terminal } = await makeRegisteredTerminal(gym, port, {}, { faults: { acceptedForm } })
    const pin = String((await makeClient(gym)).id_zkteco)
    terminal.forcePunch({ pin, time: '2026-06-15 11:00:00' })
    for (let step = 0; step < 8 && terminal.unsent() > 0; step++) await terminal.step()
    expect(terminal.unsent()).toBe(0)
    expect(await total()).toBe(1)
    for (const minute of [10, 20, 30]) {
      terminal.forcePunch({ pin, time: `2026-06-15 11:${minute}:00` })
      await terminal.step()
    }
    expect(terminal.unsent()).toBe(0)
    const answer = await uploadLines(device.sn, 'ATTLOG', `${pin}\t2026-06-15 11:40:00\n`)
    expect(answer.text).toBe(acceptedForm === 'OK' ? 'OK' : 'OK:1')
  },
)

test('firmware: a batch that is sent again and again gets another form, and OK the sixth time', async () => {
  const { sn } = await makeDevice(gym)
  const answers = []
  for (let time = 0; time < 6; time++) answers.push((await uploadLines(sn, 'ATTLOG', '7\t2026-06-15 11:00:00\n')).text)
  expect(answers).toEqual(['OK: 1', 'OK: 1', 'OK: 1', 'OK:1', 'OK:1', 'OK'])
})

test('firmware: an old terminal gets its upload stamps back, and so sends its log only once', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, port, {}, { firmware: { stamps: 'own' } })
  const pin = String((await makeClient(gym)).id_zkteco)
  for (const minute of [10, 11]) terminal.forcePunch({ pin, time: `2026-06-15 11:${minute}:00` })
  await waitUntilInSync(terminal)
  expect(await total()).toBe(2)
  const uploads: string[] = []
  terminal.events.on('exchange', ({ target }) => {
    if (target.includes('table=ATTLOG')) uploads.push(target)
  })
  terminal.powerCut()
  await waitUntilInSync(terminal)
  expect(uploads).toEqual([])
  expect((await sendHandshake(device.sn)).text).toMatch(/\nATTLOGStamp=5\d+\n/)
})

test('full terminal: lists people who do not fit, with an alarm if one of them has a right', async () => {
  const { terminal, device } = await makeRegisteredTerminal(gym, port, {}, { firmware: { capacity: 2 } })
  const alarming = async () => {
    app.clock.advance(31_000)
    await terminal.step()
    app.clock.advance(6000)
    return (await gym.admin.call('devices.list')).map(({ alarm }) => alarm)
  }
  const [first, paid] = [await makeMember(), await makeClient(gym)]
  for (let step = 0; step < 4; step++) expect(await alarming()).toEqual([false])
  const refused = [{ id_client: paid.id, reason: 'El dispositivo está lleno' }]
  expect(await readTerminalStatus()).toMatchObject({ held: 2, kept_out: 0, refused })
  await makePayment(gym, { id_client: paid.id, start_date: '2026-06-15' })
  await alarming()
  expect(await alarming()).toEqual([true])
  expect(await gym.admin.call('devices.status')).toMatchObject([{ id: device.id, kept_out: 1 }])
  await gym.admin.call('clients.delete', { params: { id_client: first.id } })
  app.clock.advance(121_000)
  for (let step = 0; step < 4; step++) await alarming()
  expect(await alarming()).toEqual([false])
  expect(terminal.users.get(String(paid.id_zkteco))?.verify).toBe(0)
})

test('firmware: terminals with HTTP/1.0, chunked bodies or Expect headers are served', async () => {
  for (const faults of [{ http10: true }, { chunkedBody: true }, { expectContinue: true }]) {
    const { terminal } = await makeRegisteredTerminal(gym, port, {}, { faults })
    const client = await makeClient(gym)
    terminal.forcePunch({ pin: String(client.id_zkteco), time: '2026-06-15 11:00:00' })
    await waitUntilInSync(terminal)
    expect([faults, terminal.unsent(), terminal.users.has(String(client.id_zkteco))]).toEqual([faults, 0, true])
    await terminal.stop()
  }
})

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
])('changed options (%s): the terminal gets one CHECK and sends one handshake', async (_, change) => {
  await gym.admin.call('gym-info.update', { body: { timeZone: 'America/New_York' } })
  app.clock.set('2026-11-01T05:30:00Z')
  const { terminal } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  const texts = recordCommands(terminal)
  const before = terminal.stats().exchanges
  await change()
  for (let step = 0; step < 5; step++) await terminal.step()
  expect(texts).toEqual(['CHECK', expect.stringMatching(/^SET OPTION DateTime=\d+$/)])
  expect(terminal.stats().exchanges).toBeGreaterThan(before + 5)
})

test('firmware: a terminal that refuses to keep expired users gets no command to end rights', async () => {
  const { sn } = await makeDevice(gym)
  const poll = async () =>
    (await exchangeBytes(port, makeRequestBytes('GET', `/iclock/getrequest?SN=${sn}&INFO=Ver%201,0,0,0,10.0.0.9`))).text
  const [, command] = /C:(\w+):SET OPTION OverValidTime=1/.exec(await poll()) ?? []
  await exchangeBytes(
    port,
    makeRequestBytes('POST', `/iclock/devicecmd?SN=${sn}`, `ID=${command}&Return=-1002&CMD=SET OPTION`),
  )
  for (let minute = 0; minute < 5; minute++) {
    app.clock.advance(60_000)
    expect(await poll()).not.toContain('ValidTime')
  }
  expect(await gym.admin.call('devices.status')).toMatchObject([{ expires_itself: 'no' }])
})

test('terminal options: sent again after a handshake, first the one that keeps expired users', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port, {}, { firmware: { validTimeCode: 0, overValidTime: 2 } })
  await waitUntilInSync(terminal)
  const [{ expires_itself } = {}] = await gym.admin.call('devices.status')
  terminal.factoryReset()
  const texts = recordCommands(terminal)
  await waitUntilInSync(terminal)
  await waitUntilInSync(terminal)
  expect(texts.filter((text) => text.includes('ValidTime'))).toEqual([
    'SET OPTION OverValidTime=1',
    'SET OPTION UserValidTimeFun=1',
  ])
  expect(await gym.admin.call('devices.status')).toMatchObject([{ expires_itself }])
})
