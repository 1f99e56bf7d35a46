// Deleted templates do not come back from terminals that were away or unknown at the time.
import type { Client } from '@torniquete/contract/members/clients.ts'
import type { Terminal, TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makePayment, makeUnreadDevice } from '../testing/factories.ts'
import { acceptOrigin, makeProvenTerminal, settle } from '../testing/terminals.ts'

startDoorApp()
beforeEach(() => gym.admin.call('biometrics.configure', { body: { keeps: true } }))

const sends = { faults: { sendsTemplates: true } } as const satisfies Partial<TerminalOptions>
const access = { firmware: { dialect: 'access' } } as const satisfies Partial<TerminalOptions>
const pinOf = (client: Client) => String(client.id_zkteco)
const ofClient = ({ id }: Client) => ({ params: { id_client: id } })
const agree = (client: Client, agrees = true) =>
  gym.admin.call('biometrics.agree', { ...ofClient(client), body: { agrees } })
const kept = async (client: Client) =>
  (await gym.admin.call('biometrics.read', ofClient(client))).kept.map(({ kind, finger }) => `${kind} ${finger}`)
const make = async (name: string, options: Partial<TerminalOptions>) =>
  (await makeProvenTerminal(gym, port, { name }, options)).terminal

/** A paying client who agrees. */
async function makeMember(name: string): Promise<Client> {
  const client = await makeClient(gym, { name })
  await makePayment(gym, { id_client: client.id, start_date: '2026-06-15' })
  await agree(client)
  return client
}

const enrol = (terminal: Terminal, client: Client, owner: string, kind = 'finger' as const, number = 6) =>
  terminal.enrolTemplate({ pin: pinOf(client), kind, number, owner })
const opensTo = (terminal: Terminal, client: Client, owner: string) =>
  terminal.punch(pinOf(client), { method: 'finger', owner }).opened

describe.each([
  ['attendance', {}],
  ['access', access],
] as const)('a terminal that was not the gym’s when something was dropped (%s)', (_, dialect) => {
  test.each(['a finger', 'the agreement'])('brings %s back to nobody', async (what) => {
    const [ana, luis] = [await makeMember('Ana'), await makeMember('Luis')]
    const { device, terminal: away } = await makeProvenTerminal(gym, port, { name: 'Dos' }, { ...sends, ...dialect })
    const there = await make('Uno', sends)
    await settle(away)
    enrol(away, ana, 'índice')
    enrol(away, ana, 'anular', 'finger', 1)
    enrol(away, luis, 'Luis')
    await settle(away)
    await settle(there)
    expect(await kept(ana)).toEqual(['finger 1', 'finger 6'])
    await gym.admin.call('devices.delete', { params: { id_device: device.id } })
    if (what === 'a finger')
      await gym.admin.call('biometrics.drop', { ...ofClient(ana), query: { kind: 'finger', finger: 1 } })
    else {
      await agree(ana, false)
      app.clock.advance(60_000)
      await agree(ana)
    }
    app.clock.advance(3_600_000)
    const again = await makeUnreadDevice(gym, { name: 'Dos otra vez', sn: device.sn })
    await settle(away)
    await acceptOrigin(gym, again)
    for (let round = 0; round < 3; round += 1) for (const terminal of [away, there]) await settle(terminal)
    const stays = what === 'a finger'
    expect(await kept(ana)).toEqual(stays ? ['finger 6'] : [])
    for (const terminal of [away, there])
      expect([
        opensTo(terminal, ana, 'anular'),
        opensTo(terminal, ana, 'índice'),
        opensTo(terminal, luis, 'Luis'),
      ]).toEqual([false, stays, true])
    // Enrolled anew it is theirs again, and stays.
    enrol(away, ana, 'anular', 'finger', 1)
    for (let round = 0; round < 3; round += 1) for (const terminal of [away, there]) await settle(terminal)
    expect(await kept(ana)).toContain('finger 1')
    expect([opensTo(away, ana, 'anular'), opensTo(there, ana, 'anular')]).toEqual([true, true])
  })
})
