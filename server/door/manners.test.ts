// Firmware in its own ways: the answer that it takes, the marks that it counts by, the past that it tells again.
import { describe, expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makePayment } from '../testing/factories.ts'
import { commandsOf, exchange, holdings, makeTerminal, requestText, settle, terminalAt } from '../testing/terminals.ts'

startDoorApp()

const total = async () => (await gym.admin.call('attendances.list')).total

test.each(['OK', 'OK:n'] as const)(
  'a terminal that accepts only %s gets that answer from then on',
  async (acceptedForm) => {
    const { device, terminal } = await makeTerminal(gym, port, {}, { faults: { acceptedForm } })
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
    const answer = await exchange(
      port,
      requestText('POST', `/iclock/cdata?SN=${device.sn}&table=ATTLOG&Stamp=1`, `${pin}\t2026-06-15 11:40:00\n`),
    )
    expect(answer.text).toBe(acceptedForm === 'OK' ? 'OK' : 'OK:1')
  },
)

describe('a terminal with marks of its own', () => {
  test('gets its marks back, and sends its past once', async () => {
    const options = { firmware: { stamps: 'own' as const } }
    const { device, terminal } = await makeTerminal(gym, port, {}, options)
    const pin = String((await makeClient(gym)).id_zkteco)
    for (let minute = 10; minute < 20; minute++) terminal.forcePunch({ pin, time: `2026-06-15 11:${minute}:00` })
    await settle(terminal)
    expect(await total()).toBe(10)
    const uploads: string[] = []
    terminal.events.on('exchange', ({ target }) => {
      if (target.includes('table=ATTLOG')) uploads.push(target)
    })
    terminal.powerCut()
    await settle(terminal)
    expect(uploads).toEqual([])
    const said = await exchange(port, requestText('GET', `/iclock/cdata?SN=${device.sn}&options=all&pushver=2.4.1`))
    expect(said.text).toMatch(/\nATTLOGStamp=5\d+\n/)
  })

  test('resent history: neither empties a terminal nor puts it in doubt', async () => {
    const operations = [
      { code: 13, time: '2026-06-14 08:00:00' },
      { code: 22, time: '2026-06-15 08:00:00' },
    ]
    const { device, terminal } = await makeTerminal(gym, port, {}, { firmware: { stamps: 'own' }, operations })
    await makeClient(gym, { name: 'Ana' })
    await settle(terminal)
    const texts = commandsOf(terminal)
    const past = operations.map(({ code, time }) => `OPLOG ${code}\t0\t${time}\t0\t0\t0\t0`).join('\n')
    await exchange(port, requestText('POST', `/iclock/cdata?SN=${device.sn}&table=OPERLOG&Stamp=1`, `${past}\n`))
    await settle(terminal)
    expect(texts).toEqual([])
    // Actions from here on are observed.
    terminal.users.clear()
    const now = 'OPLOG 13\t0\t2026-06-15 12:00:00\t0\t0\t0\t0\n'
    await exchange(port, requestText('POST', `/iclock/cdata?SN=${device.sn}&table=OPERLOG&Stamp=2`, now))
    await settle(terminal)
    expect(Object.values(holdings(terminal))).toContain('3  Ana')
  })
})

test.each([
  ['without a method', { reportedVerify: 'absent' }],
  ['by its group', { reportedVerify: 'group' }],
  ['in capitals', { reportedName: 'upper case' }],
  ['without accents', { reportedName: 'ascii' }],
  ['a byte short', { reportedName: '23 bytes' }],
  ['with the card turned round', { reportedCard: 'reversed hex' }],
] as const)('a terminal that reports each user %s gets no endless updates', async (_, said) => {
  const { terminal } = await makeTerminal(gym, port, {}, { faults: { reportsPuts: true, ...said } })
  for (const name of ['Ñáñez María de los Ángeles Peña', 'Ana'])
    await makeClient(gym, { name, card_number: name === 'Ana' ? '123456' : null })
  for (let step = 0; step < 30; step++) {
    app.clock.advance(31_000)
    await terminal.step()
  }
  expect(await settle(terminal)).toBe(0)
  expect((await gym.admin.call('devices.status'))[0]?.pending).toBe(0)
})

test('full terminal: names who does not fit, and members with a right go first', async () => {
  const { terminal } = await makeTerminal(gym, port, {}, { firmware: { capacity: 4 } })
  for (let at = 0; at < 6; at++) await makeClient(gym, { name: `Socia ${at}` })
  for (let step = 0; step < 6; step++) {
    app.clock.advance(31_000)
    await terminal.step()
  }
  const status = (await gym.admin.call('devices.status'))[0]
  expect(status?.refused.length).toBeGreaterThan(0)
  expect(status?.refused[0]?.reason).toBe('El dispositivo está lleno')
  expect([status?.held, status?.kept_out]).toEqual([4, 0])
})

test('a terminal that will not take who has paid is alarming, until it does', async () => {
  const { terminal, device } = await makeTerminal(gym, port, {}, { firmware: { capacity: 2 } })
  const alarming = async () => {
    app.clock.advance(31_000)
    await terminal.step()
    app.clock.advance(6000)
    return (await gym.admin.call('devices.list')).map(({ alarm }) => alarm)
  }
  const [first, paid] = [await makeClient(gym), await makeClient(gym)]
  await makePayment(gym, { id_client: first.id, start_date: '2026-06-15' })
  for (let step = 0; step < 4; step++) expect(await alarming()).toEqual([false])
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

test('two terminals of one gym with HTTP/1.0, chunked bodies and capitals are served', async () => {
  for (const faults of [
    { http10: true },
    { chunkedBody: true },
    { upperCasePath: true },
    { expectContinue: true },
    { keepAlive: true },
  ]) {
    const { device } = await makeTerminal(gym, port)
    const terminal = terminalAt(port, device.sn, { faults })
    const client = await makeClient(gym)
    terminal.forcePunch({ pin: String(client.id_zkteco), time: '2026-06-15 11:00:00' })
    await settle(terminal)
    expect([faults, terminal.unsent(), terminal.users.has(String(client.id_zkteco))]).toEqual([faults, 0, true])
    await terminal.stop()
  }
})
