import type { Device, DeviceChange } from '@torniquete/contract/devices.ts'
import { mayRenameDevice } from '@torniquete/contract/devices.ts'
import { fail, refuse } from '@torniquete/contract/errors.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { askKey, beginAnew, meetTerminal, resendBlocked, takeCensus } from '../door/queries.ts'
import type { Actor, HandlersOf } from '../http/context.ts'
import { Endings } from './endings.ts'
import { decide, listPeople } from './people.ts'
import {
  type DeviceRow,
  decideOrigin,
  deleteDevice,
  doorName,
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

/** What was seen of the former way of blocking says nothing of this one. */
async function blockAnew(tx: Transaction, gym: number, id: number): Promise<void> {
  await noteProof(tx, gym, id, null)
  await resendBlocked(tx, gym, id)
}

/**
 * Another serial number is another terminal: it holds nothing yet, and nobody has heard of it. So is one that was another
 * gym's: whatever is saved of it registers it again.
 */
async function change(
  tx: Transaction,
  gym: number,
  { id, sn: former }: DeviceRow,
  { comm_key, requires_key, ...fields }: DeviceChange,
  now: Date,
): Promise<void> {
  const { sn = former } = fields
  const replaced = sn !== former || !(await isRegistered(tx, gym, id))
  if (replaced) await beginAnew(tx, { gym, id }, now)
  await updateDevice(tx, gym, id, replaced ? { ...fields, sn, ...unheardOf } : fields)
  await askKey(tx, { gym, id }, { comm_key, requires_key })
  if (fields.block !== undefined || fields.block_group !== undefined) await blockAnew(tx, gym, id)
}

/** What is emptied first is gone when it has said so. */
async function remove(tx: Transaction, gym: number, id: number, empty: boolean | undefined, now: Date): Promise<void> {
  const found = await (empty ? updateDevice(tx, gym, id, { leaving: true }) : deleteDevice(tx, gym, id))
  if (found === 0) fail('row.missing')
  if (empty) await takeCensus(tx, { gym, id }, 'empty', now)
}

const placeOf = ({ gym, user }: { gym: number; user: Actor }) => ({ gym, address: user.address ?? null })

const addressOf = async (tx: Transaction, gym: number, { DOOR_DOMAIN }: Config): Promise<string | null> =>
  DOOR_DOMAIN === undefined ? null : `${await doorName(tx, gym)}.${DOOR_DOMAIN}`

type Handlers = HandlersOf<'devices'>

export const devicesHandlers = (presence: ShowsDevices, config: Config, endings = new Endings()): Handlers => ({
  'devices.list': async ({ tx, gym, now }) => presence.showAll(gym, await listDevices(tx, gym), now),

  'devices.unknown': ({ tx, gym, user }) => listUnknownDevices(tx, placeOf({ gym, user })),

  'devices.address': async ({ tx, gym }) => ({ host: await addressOf(tx, gym, config) }),

  'devices.status': async ({ tx, gym, today, zone }) => presence.seen(gym, await listStatus(tx, gym, today, zone)),

  'devices.people': async ({ tx, gym, params: { id_device } }) => {
    if (!(await readDevice(tx, gym, id_device))) fail('row.missing')
    return listPeople({ tx, gym, device: id_device })
  },

  'devices.decide': async ({ tx, gym, params: { id_device }, body }) =>
    decide({ tx, gym, device: (await requireDevice(tx, gym, id_device)).id }, body),

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

  'devices.prove': async ({ tx, gym, params: { id_device }, body, now }) => {
    await requireDevice(tx, gym, id_device)
    await noteProof(tx, gym, id_device, body.opened ? null : now)
    return undefined
  },

  'devices.create': async ({ tx, gym, user, body, now }) => {
    await endings.require(tx, placeOf({ gym, user }), body.sn, now)
    const id = await insertDevice(tx, gym, body)
    await beginAnew(tx, { gym, id }, now)
    return presence.show(gym, (await readDevice(tx, gym, id)) ?? fail('row.missing'), now)
  },

  'devices.update': async ({ tx, gym, user, params, body, now }) => {
    const device = await requireDevice(tx, gym, params.id_device)
    refuse(mayRenameDevice(device, body.name))
    const { sn = device.sn } = body
    if (sn !== device.sn) await endings.require(tx, placeOf({ gym, user }), sn, now)
    await change(tx, gym, device, body, now)
    return presence.show(gym, (await readDevice(tx, gym, device.id)) ?? fail('row.missing'), now)
  },

  'devices.delete': async ({ tx, gym, params, query, now }) => {
    await remove(tx, gym, params.id_device, query.empty, now)
    if (!query.empty) presence.forget(gym, params.id_device)
    return undefined
  },
})
