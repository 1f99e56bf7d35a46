import type { Device } from '@torniquete/contract/devices.ts'
import { mayRenameDevice } from '@torniquete/contract/devices.ts'
import type { Body } from '@torniquete/contract/endpoints.ts'
import { fail, refuse } from '@torniquete/contract/errors.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { beginAnew, meetTerminal, resendBlocked, takeCensus } from '../door/queries.ts'
import type { HandlersOf } from '../http/context.ts'
import { decide, listPeople } from './people.ts'
import {
  type DeviceRow,
  decideOrigin,
  deleteDevice,
  insertDevice,
  isRegistered,
  listDevices,
  listStatus,
  listUnknownDevices,
  lockDevice,
  noteProof,
  readDevice,
  updateDevice,
} from './queries.ts'

/** Adds to stored terminals whether they are connected. */
export interface ShowsDevices {
  show(gym: number, row: DeviceRow, now: Date): Device
  showAll(gym: number, rows: readonly DeviceRow[], now: Date): Device[]
  seen<Row extends { id: number; last_seen: string | null }>(gym: number, rows: readonly Row[]): Row[]
  forget(gym: number, id: number): void
}

const requireDevice = async (tx: Transaction, gym: number, id: number): Promise<DeviceRow> =>
  (await lockDevice(tx, gym, id)) ?? fail('row.missing')

const unheardOf = { last_seen: null, announced: null, leaving: false }

/** What was seen of the former way of blocking, or of the former order to open, says nothing of another. */
async function proveAnew(tx: Transaction, gym: number, id: number, change: Body<'devices.update'>): Promise<void> {
  if (change.open_command !== undefined) await noteProof(tx, { gym, id }, 'opening', null)
  if (change.block === undefined && change.block_group === undefined) return
  await noteProof(tx, { gym, id }, 'block', null)
  await resendBlocked(tx, gym, id)
}

/** What is emptied first is gone when it has said so. */
async function remove(tx: Transaction, gym: number, id: number, empty: boolean | undefined, now: Date): Promise<void> {
  const found = await (empty ? updateDevice(tx, gym, id, { leaving: true }) : deleteDevice(tx, gym, id))
  if (found === 0) fail('row.missing')
  if (empty) await takeCensus(tx, { gym, id }, 'empty', now)
}

export const devicesHandlers = (presence: ShowsDevices): HandlersOf<'devices'> => ({
  'devices.list': async ({ tx, gym, now }) => presence.showAll(gym, await listDevices(tx, gym), now),

  'devices.unknown': ({ tx, gym, user }) => listUnknownDevices(tx, gym, user.address ?? null),

  'devices.status': async ({ tx, gym, today, zone }) => presence.seen(gym, await listStatus(tx, gym, today, zone)),

  'devices.people': async ({ tx, gym, params: { id_device } }) => {
    if (!(await readDevice(tx, gym, id_device))) fail('row.missing')
    return listPeople({ tx, gym, device: id_device })
  },

  'devices.decide': async ({ tx, gym, zone, now, params: { id_device }, body }) =>
    decide({ tx, gym, zone, now, device: (await requireDevice(tx, gym, id_device)).id }, body),

  'devices.census': async ({ tx, gym, params: { id_device }, body, now }) => {
    await requireDevice(tx, gym, id_device)
    await takeCensus(tx, { gym, id: id_device }, body.act, now)
    return undefined
  },

  'devices.origin': async ({ tx, gym, params: { id_device }, body, now }) => {
    await requireDevice(tx, gym, id_device)
    // Of the one that was shown: another may have called since.
    if ((await decideOrigin(tx, { gym, id: id_device }, body)) === 0) fail('row.missing')
    if (body.act === 'accept') await meetTerminal(tx, { gym, id: id_device }, now)
    return undefined
  },

  'devices.prove': async ({ tx, gym, params: { id_device }, body: { of = 'block', opened }, now }) => {
    await requireDevice(tx, gym, id_device)
    await noteProof(tx, { gym, id: id_device }, of, opened === (of === 'opening') ? now : null)
    return undefined
  },

  'devices.create': async ({ tx, gym, body, now }) => {
    const id = await insertDevice(tx, gym, body)
    await beginAnew(tx, { gym, id }, now)
    return presence.show(gym, (await readDevice(tx, gym, id)) ?? fail('row.missing'), now)
  },

  'devices.update': async ({ tx, gym, params, body, now }) => {
    const device = await requireDevice(tx, gym, params.id_device)
    refuse(mayRenameDevice(device, body.name))
    // Another serial number is another terminal: it holds nothing yet, and nobody has heard of it. So is one that was another
    // gym's: whatever is saved of it registers it again.
    const { sn = device.sn } = body
    const replaced = sn !== device.sn || !(await isRegistered(tx, gym, device.id))
    if (replaced) await beginAnew(tx, { gym, id: device.id }, now)
    await updateDevice(tx, gym, device.id, replaced ? { ...body, sn, ...unheardOf } : body)
    await proveAnew(tx, gym, device.id, body)
    return presence.show(gym, (await readDevice(tx, gym, device.id)) ?? fail('row.missing'), now)
  },

  'devices.delete': async ({ tx, gym, params, query, now }) => {
    await remove(tx, gym, params.id_device, query.empty, now)
    if (!query.empty) presence.forget(gym, params.id_device)
    return undefined
  },
})
