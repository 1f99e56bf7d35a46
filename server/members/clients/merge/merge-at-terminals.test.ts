// After a merge of clients only one PIN opens the door; fingerprints enrolled under it are kept.
import type { MergeableField } from '@torniquete/contract/members/client-merge.ts'
import { expect, test } from 'vitest'
import { gym, port, startDoorApp } from '../../../testing/door-app.ts'
import { makeClient, makePayment } from '../../../testing/factories.ts'
import {
  formatTerminalUsersByPin as allHoldings,
  makeRegisteredTerminal,
  recordCommands,
  waitUntilInSync,
} from '../../../testing/simulated-terminals.ts'

startDoorApp()

type Simulated = Awaited<ReturnType<typeof makeRegisteredTerminal>>['terminal']
/** Users on a terminal, without the owner of the gym, whose PIN is 1. */
const holdings = (terminal: Simulated) => {
  const { 1: _, ...clients } = allHoldings(terminal)
  return clients
}

/** Makes two clients for the same person Ana, with membership and fingerprint, and a terminal that has both. */
async function anaTwice() {
  const { terminal, device } = await makeRegisteredTerminal(gym, port)
  const [ana, twin] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Ana P' })]
  for (const { id } of [ana, twin]) await makePayment(gym, { id_client: id, start_date: '2026-06-10' })
  await waitUntilInSync(terminal)
  const pins = { ana: String(ana.id_zkteco), twin: String(twin.id_zkteco) }
  for (const pin of Object.values(pins)) terminal.enrolTemplate({ pin, owner: 'Ana', kind: 'finger', number: 0 })
  await waitUntilInSync(terminal)
  expect(holdings(terminal)).toEqual({ [pins.ana]: '0  Ana', [pins.twin]: '0  Ana P' })
  const params = { id_client: ana.id, id_other: twin.id }
  const merge = async (take: MergeableField[]) => {
    const { digest } = await gym.admin.call('clients.compare', { params })
    return gym.admin.call('clients.merge', { params, body: { take, confirm: digest } })
  }
  const opens = (pin: string) => terminal.punch(pin, { method: 'finger' }).opened
  const fingers = (pin: string) => terminal.templates.of(pin, 'finger').length
  return { terminal, device, ana, twin, pins, merge, opens, fingers }
}

test('merge: fingerprints under the kept PIN stay on the terminal, the other PIN is deleted', async () => {
  const { terminal, pins, merge, opens, fingers } = await anaTwice()
  const texts = recordCommands(terminal)
  await merge(['id_zkteco', 'name'])
  await waitUntilInSync(terminal)
  expect(texts.filter((text) => text.startsWith('DATA DELETE'))).toEqual([`DATA DELETE USERINFO PIN=${pins.ana}`])
  expect(holdings(terminal)).toEqual({ [pins.twin]: '0  Ana P' })
  expect([fingers(pins.ana), fingers(pins.twin)]).toEqual([0, 1])
  expect([opens(pins.ana), opens(pins.twin)]).toEqual([false, true])
})

test('merge: after an undo both clients are on the terminal under their own PINs', async () => {
  const { terminal, pins, merge, fingers } = await anaTwice()
  const { id } = await merge(['id_zkteco'])
  await waitUntilInSync(terminal)
  const texts = recordCommands(terminal)
  await gym.admin.call('clients.undo-merge', { params: { id_merge: id } })
  await waitUntilInSync(terminal)
  expect(holdings(terminal)).toEqual({ [pins.ana]: '0  Ana', [pins.twin]: '0  Ana P' })
  // Deletes the fingerprint too, since another person may have been enrolled under the PIN after the merge.
  expect(texts.filter((text) => text.startsWith('DATA DELETE'))).toEqual([`DATA DELETE USERINFO PIN=${pins.twin}`])
  expect([fingers(pins.ana), fingers(pins.twin)]).toEqual([0, 0])
})
