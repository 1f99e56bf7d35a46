// Unacknowledged records are sent again by the clock, and end right whatever got lost.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makePayment } from '../testing/factories.ts'
import { commandsOf, exchange, holdings, makeTerminal, requestText, settle } from '../testing/terminals.ts'

startDoorApp()

const pinOf = (client: { id_zkteco: number | null }) => String(client.id_zkteco)
const params = ({ id }: { id: number }) => ({ id_client: id })
const poll = async (sn: string) => (await exchange(port, requestText('GET', `/iclock/getrequest?SN=${sn}`))).text
const say = async (sn: string, page: string, body: string) =>
  (await exchange(port, requestText('POST', `/iclock/${page.replace('?', `?SN=${sn}&`)}`, body))).text
const seconds = (count: number) => app.clock.advance(count * 1000)

/** Seconds after the first delivery at which a command that is never acknowledged comes again. */
async function deliveries(sn: string, until: number): Promise<number[]> {
  const times: number[] = []
  for (let second = 0; second <= until; second++) {
    if ((await poll(sn)) !== 'OK') times.push(second)
    seconds(1)
  }
  return times
}

describe('resending', () => {
  test.each([
    [2, [0, 10, 20, 30, 150, 270]],
    [6, [0, 18, 36, 54, 174]],
    [null, [0, 30, 60, 90, 210]],
    [60, [0, 30, 60, 90, 210]],
  ])('with a delay of %s s at %j', async (delay, expected) => {
    const { device } = await makeTerminal(gym, port, { delay })
    expect(await deliveries(device.sn, 280)).toEqual(expected)
  })

  test('a terminal that was busy is asked again soon: somebody who paid may wait before it', async () => {
    const { device } = await makeTerminal(gym, port)
    for (let time = 0; time < 5; time++) {
      const [, id] = /^C:(\w+):/.exec(await poll(device.sn)) ?? []
      expect(id, `time ${time}`).toBeDefined()
      await say(device.sn, 'devicecmd?', `ID=${id}&Return=-1005&CMD=DATA`)
      seconds(10)
    }
  })

  test('a refused command waits two minutes', async () => {
    const { device } = await makeTerminal(gym, port)
    const [, id] = /^C:(\w+):/.exec(await poll(device.sn)) ?? []
    await say(device.sn, 'devicecmd?', `ID=${id}&Return=-1002&CMD=DATA`)
    expect(await deliveries(device.sn, 240)).toEqual([120, 240])
  })

  test('a new handshake has it sent at once, and counts the tries anew', async () => {
    const { device } = await makeTerminal(gym, port)
    expect(await deliveries(device.sn, 50)).toEqual([0, 10, 20, 30])
    await exchange(port, requestText('GET', `/iclock/cdata?SN=${device.sn}&options=all&pushver=2.4.1`))
    expect(await deliveries(device.sn, 50)).toEqual([0, 10, 20, 30])
  })

  test('resending: other changes do not postpone it', async () => {
    const { device } = await makeTerminal(gym, port)
    await poll(device.sn)
    let again = -1
    for (let second = 1; second <= 20 && again < 0; second++) {
      seconds(1)
      await gym.admin.call('gym-info.update', { body: { services: String(second) } })
      if ((await poll(device.sn)) !== 'OK') again = second
    }
    expect(again).toBe(10)
  })
})

test('a terminal that holds all it should asks nothing of the database', async () => {
  const { device, terminal } = await makeTerminal(gym, port)
  await settle(terminal)
  const write = vi.spyOn(app.database, 'write')
  const read = vi.spyOn(app.database, 'read')
  for (let time = 0; time < 5; time++) expect(await poll(device.sn)).toBe('OK')
  expect([write.mock.calls.length, read.mock.calls.length]).toEqual([0, 0])
  vi.restoreAllMocks()
})

describe('a lost acknowledgement', () => {
  test('resending: a withdrawn admission ends with a blocked client', async () => {
    const { terminal } = await makeTerminal(gym, port)
    const client = await makeClient(gym)
    await settle(terminal)
    await makePayment(gym, { id_client: client.id, start_date: '2026-06-15' })
    terminal.faults.dropBeforeAnswer = true
    await refuseResults(async () => {
      await terminal.step()
      expect(terminal.users.get(pinOf(client))?.verify).toBe(0)
      await gym.admin.call('door.edit-user-verify', { query: { pin: pinOf(client), new_verify: 3 } })
    })
    terminal.faults.dropBeforeAnswer = false
    await settle(terminal)
    expect(terminal.users.get(pinOf(client))?.verify).toBe(3)
  })

  test('resending: a new client deleted at once ends with nobody', async () => {
    const { terminal } = await makeTerminal(gym, port)
    await settle(terminal)
    const client = await makeClient(gym)
    await refuseResults(async () => {
      await terminal.step()
      expect(terminal.users.has(pinOf(client))).toBe(true)
      await gym.admin.call('clients.delete', { params: params(client) })
    })
    await settle(terminal)
    expect(terminal.users.has(pinOf(client))).toBe(false)
  })

  test('resending: an adopted and deleted user ends with nobody', async () => {
    const { terminal } = await makeTerminal(gym, port)
    await settle(terminal)
    terminal.enrol({ pin: '888', verify: 0 })
    await settle(terminal)
    const client = await makeClient(gym, { id_zkteco: 888 })
    await makePayment(gym, { id_client: client.id, start_date: '2026-06-15' })
    await refuseResults(async () => {
      await terminal.step()
      await gym.admin.call('clients.delete', { params: params(client) })
    })
    await settle(terminal)
    expect(terminal.users.has('888')).toBe(false)
  })

  test('resending: a reassigned PIN is deleted first', async () => {
    const { terminal } = await makeTerminal(gym, port)
    await settle(terminal)
    const first = await makeClient(gym, { id_zkteco: 900 })
    const texts = commandsOf(terminal)
    await refuseResults(async () => {
      await terminal.step()
      await gym.admin.call('clients.delete', { params: params(first) })
      await makeClient(gym, { id_zkteco: 900, name: 'Otra' })
      await terminal.step()
    })
    seconds(10)
    await settle(terminal)
    expect(texts.map((text) => text.slice(0, 11))).toEqual(['DATA UPDATE', 'DATA DELETE', 'DATA DELETE', 'DATA UPDATE'])
    expect(holdings(terminal)['900']).toBe('3  Otra')
  })

  test('resending: one removal does not resend everyone', async () => {
    const { terminal } = await makeTerminal(gym, port)
    const [client] = await Promise.all(Array.from({ length: 5 }, () => makeClient(gym)))
    await settle(terminal)
    await gym.admin.call('door.delete-user', { query: { pin: pinOf(client ?? { id_zkteco: null }) } })
    const texts = commandsOf(terminal)
    await refuseResults(async () => {
      await terminal.step()
    })
    seconds(30)
    await settle(terminal)
    expect(new Set(texts)).toEqual(new Set([`DATA DELETE USERINFO PIN=${client?.id_zkteco}`]))
  })

  /** While `work` runs, results do not reach the server. */
  async function refuseResults(work: () => Promise<void>): Promise<void> {
    lost = true
    await work()
    lost = false
  }
})

let lost = false
beforeAll(() => {
  // Results of commands get lost: no effect, and no readable answer.
  app.app.server.prependListener('request', (request) => {
    if (lost && request.url?.includes('devicecmd')) request.url = '/lost'
  })
})
