// Undoing a client import turns its people into unknown users of the terminals again.
import { expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../../../testing/door-app.ts'
import { makeDeviceBeforeCensus } from '../../../testing/factories.ts'
import { makeClientImportCalls } from '../../../testing/import-clients.ts'
import {
  formatTerminalUsersByPin,
  makeSimulatedTerminal,
  recordCommands,
  waitUntilInSync,
} from '../../../testing/simulated-terminals.ts'

startDoorApp()

const { bring } = makeClientImportCalls(() => app, 'socios.csv')

const users = [
  { pin: '77', name: 'LUIS PENA', card: '5550077', verify: 0 },
  { pin: '78', name: 'Rosa Gil', verify: 0 },
  { pin: '90', name: 'Noemi Sosa', verify: 3 },
]
const templates = users.map(({ pin, name }) => ({ pin, kind: 'finger' as const, number: 6, owner: name }))
const people = async (id_device: number) =>
  (await gym.admin.call('devices.people', { params: { id_device } })).map(
    ({ pin, kind, name, card, opens, leaving }) => `${pin} ${kind} ${name} ${card} ${opens} ${leaving}`,
  )

test('import undo: people found on a terminal are unknown users again, and keep fingerprints', async () => {
  const device = await makeDeviceBeforeCensus(gym)
  const terminal = makeSimulatedTerminal(port, device.sn, { users, templates, firmware: { needsTemplates: true } })
  const file =
    'Nombre;Número;Tarjeta;Vence\nLuis Peña;77;;31/12/2030\nRosa Gil;78;;\nNoemí Sosa;90;;31/12/2030\nEva Ruiz;;;31/12/2030\n'
  await waitUntilInSync(terminal)
  const { imported } = await bring(gym.admin, file)
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)).toMatchObject({
    '77': '0  Luis Peña',
    '78': '3  Rosa Gil',
    '90': '0  Noemí Sosa',
  })
  const texts = recordCommands(terminal)
  expect(await gym.admin.call('clients.last-import')).toMatchObject({ at_door: { return: 3, leave: 1 } })
  const undone = await gym.admin.call('clients.undo-import', { params: { id_import: imported?.id ?? 0 } })
  expect(undone).toMatchObject({ deleted: 4, returned: 3 })
  await waitUntilInSync(terminal)
  expect(texts.filter((text) => /DELETE/.test(text))).toEqual([expect.stringMatching(/PIN=(?!77|78|90)\d+$/)])
  expect(await people(device.id)).toEqual([
    '77 stranger LUIS PENA 5550077 true false',
    '90 stranger Noemi Sosa  false false',
    '78 stranger Rosa Gil  true false',
  ])
  expect(formatTerminalUsersByPin(terminal)).toMatchObject({
    '77': '0 5550077 LUIS PENA',
    '78': '0  Rosa Gil',
    '90': '3  Noemi Sosa',
  })
  expect(terminal.punch('77', { method: 'finger' })).toMatchObject({ opened: true, owner: 'LUIS PENA' })
})
