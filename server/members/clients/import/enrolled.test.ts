// The people of a terminal and those of a file are one list.
import type { ClientImportAnswer } from '@torniquete/contract/members/client-import.ts'
import { expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../../../testing/door-app.ts'
import { makeUnreadDevice } from '../../../testing/factories.ts'
import { rawCall, uploadOf } from '../../../testing/raw-call.ts'
import { holdings, settle, terminalAt } from '../../../testing/terminals.ts'
import { linkToTerminals } from './enrolled.ts'
import type { NewRow, Stranger } from './rows.ts'

startDoorApp()

async function bring(file: string, fields: object = {}): Promise<ClientImportAnswer> {
  const payload = uploadOf(file, { filename: 'socios.csv', fields })
  const { status, json, text } = await rawCall(app.app, gym.admin.token, 'clients.import', { payload })
  expect(status, text).toBe(200)
  return json as ClientImportAnswer
}

test('import: people found on a terminal keep their PIN and fingerprints', async () => {
  const device = await makeUnreadDevice(gym)
  const users = [
    { pin: '77', name: 'LUIS PENA', verify: 0 },
    { pin: '78', name: '', verify: 0, card: '5550078' },
    { pin: '15', name: 'Pedro Mota', verify: 0 },
    { pin: '16', name: 'Eva Ruiz', verify: 0 },
    { pin: '90', name: 'Noemí Sosa', verify: 0 },
  ]
  const finger = { pin: '77', kind: 'finger' as const, number: 6, owner: 'Luis' }
  const terminal = terminalAt(port, device.sn, { users, templates: [finger] })
  await settle(terminal)
  const file =
    'Nombre;Número;Tarjeta;Vence\nLuis Peña;;;31/12/2030\nRosa Gil;;0005550078;\nAna Díaz;15;;\nEva Ruiz;16;;\nJosé;;;'
  const shown = await bring(file)
  expect(shown).toMatchObject({
    ready: 5,
    enrolled: {
      count: 3,
      first: [
        { row: 2, name: 'Luis Peña', reasons: [`Está en ${device.name} con el número 77`] },
        { row: 3, name: 'Rosa Gil', reasons: [`Está en ${device.name} con el número 78`] },
        { row: 5, name: 'Eva Ruiz', reasons: [`Está en ${device.name} con el número 16`] },
      ],
    },
    doubtful: {
      count: 1,
      first: [{ row: 4, name: 'Ana Díaz', reasons: [`En ${device.name} el número 15 es de Pedro Mota`] }],
    },
    // People only on the terminal.
    strangers: { count: 1, first: [{ pin: 90, name: 'Noemí Sosa', device: device.name }] },
  })
  await bring(file, { confirm: shown.digest })
  const { items } = await gym.admin.call('clients.list')
  const numbers = Object.fromEntries(items.map(({ name, id_zkteco }) => [name, id_zkteco]))
  expect(numbers).toMatchObject({ 'Luis Peña': 77, 'Rosa Gil': 78, 'Ana Díaz': 15, 'Eva Ruiz': 16 })
  await settle(terminal)
  expect(holdings(terminal)['77']).toBe('0  Luis Peña')
  expect(terminal.templates.of('77', 'finger')).toHaveLength(1)
  expect(await gym.admin.call('devices.people', { params: { id_device: device.id } })).toMatchObject([
    { name: 'Noemí Sosa' },
  ])
})

const stranger = (pin: number, name: string, more: Partial<Stranger> = {}): Stranger => ({
  pin,
  name,
  card: null,
  device: 'Puerta',
  ...more,
})
const row = (name: string, more: Partial<NewRow> = {}): NewRow => ({
  row: 2,
  name,
  id_zkteco: null,
  card_number: null,
  phone_number: null,
  email: null,
  birth_date: null,
  address: null,
  notes: null,
  periods: [],
  enrolled: null,
  ...more,
})

test.each<[string, NewRow[], Stranger[], (number | null)[]]>([
  ['the same name', [row('Ana Peña')], [stranger(7, 'ANA PENA')], [7]],
  ['a name that the terminal cut', [row('Altagracia Encarnación Peña')], [stranger(7, 'Altagracia Encarnaci')], [7]],
  ['a first name alone says nothing', [row('Ana')], [stranger(7, 'Ana')], [null]],
  ['two of that name on terminals', [row('Ana Peña')], [stranger(7, 'Ana Peña'), stranger(8, 'Ana Peña')], [null]],
  [
    'two of that name in the file',
    [row('Ana Peña', { birth_date: '1990-01-01' }), row('Ana Peña', { birth_date: '1991-01-01' })],
    [stranger(7, 'Ana Peña')],
    [null, null],
  ],
  [
    'two of that name, of whom one has a card that no terminal knows',
    [row('Ana Peña', { card_number: '99' }), row('Ana Peña')],
    [stranger(7, 'Ana Peña')],
    [null, null],
  ],
  [
    'which is somebody else’s there',
    [row('Ana Peña')],
    [stranger(7, 'Ana Peña'), stranger(7, 'Eva', { device: 'B' })],
    [null],
  ],
  ['the same card', [row('Ana', { card_number: '0012' })], [stranger(7, '', { card: '12' })], [7]],
  [
    'the same card of another name',
    [row('Ana', { card_number: '12' })],
    [stranger(7, 'Pedro', { card: '12' })],
    [null],
  ],
  [
    'a number that the file gives to another',
    [row('Ana Peña'), row('Eva', { id_zkteco: 7 })],
    [stranger(7, 'Ana Peña')],
    [null, 7],
  ],
])('import: links a row to a terminal’s user: %s', (_, rows, strangers, pins) => {
  const named = rows.map(({ name }) => name)
  expect(linkToTerminals(rows, strangers, named).map(({ id_zkteco }) => id_zkteco)).toEqual(pins)
})
