// Tests that a terminal that does not list its users is filled only after an admin decided about generated PINs.
import { expect, test } from 'vitest'
import { app, gym, makeMember, port, startDoorApp, uploadLines } from '../testing/door-app.ts'
import { makeClient, makeDeviceBeforeCensus } from '../testing/factories.ts'
import {
  formatTerminalUsersByPin,
  makeSimulatedTerminal,
  recordCommands,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

async function hang() {
  const clients = [await makeMember({ name: 'Óscar Reynoso' }), await makeMember({ name: 'Eva Ruiz' })]
  const pins = clients.map(({ id_zkteco }) => String(id_zkteco))
  const device = await makeDeviceBeforeCensus(gym)
  const terminal = makeSimulatedTerminal(port, device.sn, {
    users: pins.map((pin) => ({ pin, name: `Socio ${pin}`, verify: 0 })),
    templates: pins.map((pin) => ({ pin, kind: 'finger' as const, number: 6, owner: `Socio ${pin}` })),
    firmware: { queryAnswer: 'refused', needsTemplates: true },
  })
  await waitUntilInSync(terminal)
  const params = { params: { id_device: device.id } }
  const skip = (numbers?: 'move' | 'keep') =>
    gym.admin.try('devices.census', { ...params, body: { act: 'skip', ...(numbers && { numbers }) } })
  return { clients, pins, device, terminal, params, skip }
}

test('skipped census: refused with the affected names if generated PINs are undecided', async () => {
  const { pins, terminal, params, skip } = await hang()
  const texts = recordCommands(terminal)
  const refused = await skip()
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Óscar Reynoso, Eva Ruiz')])
  await waitUntilInSync(terminal)
  expect(texts.filter((text) => text.startsWith('DATA UPDATE'))).toEqual([])
  expect(await gym.admin.call('devices.numbers', params)).toEqual({
    count: 2,
    first: [
      { id_zkteco: Number(pins[0]), name: 'Óscar Reynoso' },
      { id_zkteco: Number(pins[1]), name: 'Eva Ruiz' },
    ],
    held_elsewhere: 0,
    above: 10_000,
  })
})

test("skipped census: 'move' gives clients PINs that no user of the terminal can have", async () => {
  const { clients, pins, terminal, skip } = await hang()
  expect((await skip('move')).status).toBe(204)
  await waitUntilInSync(terminal)
  for (const { id, name } of clients) {
    const { id_zkteco } = await gym.admin.call('clients.read', { params: { id_client: id } })
    expect(id_zkteco).toBeGreaterThan(10_000)
    expect(formatTerminalUsersByPin(terminal)[String(id_zkteco)]).toContain(name)
  }
  for (const pin of pins) expect(formatTerminalUsersByPin(terminal)[pin]).toBe(`0  Socio ${pin}`)
  terminal.punch(pins[0] ?? '', { method: 'finger' })
  await waitUntilInSync(terminal)
  expect((await gym.admin.call('attendances.list')).total).toBe(0)
  // PINs generated later are also above those of the terminal.
  expect((await makeClient(gym, { name: 'Luz' })).id_zkteco).toBeGreaterThan(10_000)
})

test("skipped census: 'keep' treats each user with a client’s PIN as that client", async () => {
  const { pins, terminal, skip } = await hang()
  expect((await skip('keep')).status).toBe(204)
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)[pins[0] ?? '']).toBe('0  Óscar Reynoso')
})

test("skipped census: 'keep' assigns earlier passes to clients who had their PINs by then", async () => {
  const { pins, device, terminal, skip } = await hang()
  expect((await skip('keep')).status).toBe(204)
  app.clock.advance(3_600_000)
  const late = await makeClient(gym, { name: 'Luz' })
  await waitUntilInSync(terminal)
  for (const pin of [pins[0], late.id_zkteco])
    await uploadLines(device.sn, 'ATTLOG', `${pin}\t2026-06-14 07:00:00\t0\t15`)
  const { items } = await gym.admin.call('attendances.list')
  expect(items.map(({ client_name }) => client_name)).toEqual(['Óscar Reynoso'])
})
