// Tests two terminals with one serial number behind one address, whose calls do not contain a MAC address.
import { expect, test } from 'vitest'
import { app, gym, port, readStatus, startDoorApp } from '../testing/door-app.ts'
import { makeDevice } from '../testing/factories.ts'
import { exchange, requestText } from '../testing/terminals.ts'

startDoorApp()

const conflict = async () => (await readStatus())?.origin_conflict
const listWarnings = async () =>
  (await gym.admin.call('notifications.list')).items.flatMap(({ message }) =>
    message.includes('su número de serie') ? message : [],
  )

async function makePoller() {
  const { id, sn } = await makeDevice(gym)
  const poll = async (address: string, seconds = 10) => {
    app.clock.advance(seconds * 1000)
    await exchange(port, requestText('GET', `/iclock/getrequest?SN=${sn}&INFO=Ver+8,0,0,0,${address},10,7,15,11,111`))
  }
  return { id, poll }
}

test('shared serial number: two terminals with alternating addresses cause one warning', async () => {
  const { id, poll } = await makePoller()
  for (let turn = 0; turn < 30; turn += 1)
    for (const address of ['192.168.1.10', '192.168.1.11']) await poll(address, 5)
  expect(await conflict()).toMatchObject({
    address: expect.stringMatching(/^192\.168\.1\.1[01]$/),
    mac: null,
    lacks: 'mark',
  })
  expect((await gym.admin.call('devices.list'))[0]?.alarm).toBe(true)
  expect(await listWarnings()).toEqual([
    expect.stringContaining('otro aparato llama con su número de serie, desde 192.168.1.'),
  ])
  const decide = async (act: 'accept' | 'block') =>
    gym.admin.try('devices.origin', {
      params: { id_device: id },
      body: { act, address: (await conflict())?.address ?? '' },
    })
  expect((await decide('accept')).status).toBe(404)
  expect((await decide('block')).status).toBe(204)
  for (let turn = 0; turn < 30; turn += 1) await poll('192.168.1.10')
  expect(await conflict()).toBeNull()
  expect((await gym.admin.call('devices.list'))[0]?.alarm).toBe(false)
})

test('shared serial number: no warning if one terminal changes between cable and Wi-Fi', async () => {
  const { poll } = await makePoller()
  for (const address of ['192.168.1.10', '192.168.1.11', '192.168.1.10', '192.168.1.11'])
    for (let turn = 0; turn < 6; turn += 1) await poll(address)
  expect([await conflict(), await listWarnings()]).toEqual([null, []])
})
