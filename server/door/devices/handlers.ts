import type { DeviceTraffic } from '@torniquete/contract/door/device-traffic.ts'
import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { mayRenameDevice } from '@torniquete/contract/door/devices.ts'
import type { DoorAddress } from '@torniquete/contract/door/door-address.ts'
import type { Body } from '@torniquete/contract/endpoints.ts'
import { fail, refuse } from '@torniquete/contract/shared/errors.ts'
import type { Config } from '../../config.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import { ownAddresses } from '../../platform/http/lan-addresses.ts'
import {
  adoptCallingOrigin,
  announceDoor,
  askKey,
  type DeviceRow,
  listDevices,
  madeUpNumbers,
  resendBlocked,
  resetReplacedUnit,
  resetTerminal,
  setClock,
  takeCensus,
} from '../queries.ts'
import { doorAddresses } from './door-addresses.ts'
import {
  decideOrigin,
  decidePresentOrigin,
  deleteDevice,
  doorName,
  insertDevice,
  isRegistered,
  listAlarming,
  listPlansWithOnlyDoor,
  listStatus,
  listUnknownDevices,
  listUnreadable,
  lockDevice,
  noteDirection,
  noteProof,
  readDevice,
  updateDevice,
} from './queries.ts'
import { Endings } from './serial-number-check.ts'
import { decide, listPeople } from './unknown-user-decisions.ts'

type Heard = Omit<Device, 'alarm'>

/** Live state of terminals that is not stored. */
export interface AtDoor {
  presence: {
    show(gym: number, row: DeviceRow, now: Date): Heard
    showAll(gym: number, rows: readonly DeviceRow[], now: Date): Heard[]
    seen<Row extends { id: number; last_seen: string | null }>(gym: number, rows: readonly Row[]): Row[]
    forget(gym: number, id: number): void
  }
  alarms: {
    among(
      asked: { gym: number; today: string; now: Date },
      find: () => Promise<ReadonlySet<number>>,
    ): Promise<ReadonlySet<number>>
  }
  traffic: { of(place: { gym: number; id: number; sn: string }): Omit<DeviceTraffic, 'unreadable'> }
}

interface Call {
  tx: Transaction
  gym: number
  today: string
  zone: string
  now: Date
}

async function showAll({ presence, alarms }: AtDoor, { tx, gym, today, zone, now }: Call): Promise<Device[]> {
  const alarming = await alarms.among({ gym, today, now }, () => listAlarming(tx, gym, today, zone, now))
  const devices = presence.showAll(gym, await listDevices(tx, gym), now)
  return devices.map((device) => ({ ...device, alarm: alarming.has(device.id) }))
}

const showStatus = async ({ presence }: AtDoor, { tx, gym, today, zone, now }: Call): Promise<DeviceStatus[]> =>
  presence.seen(gym, await listStatus(tx, gym, today, zone, now))

/** One as it stands after a change; what is remembered of its alarms is older. */
async function showChanged({ presence }: AtDoor, { tx, gym, today, zone, now }: Call, id: number): Promise<Device> {
  const device = presence.show(gym, (await readDevice(tx, gym, id)) ?? fail('row.missing'), now)
  return { ...device, alarm: (await listAlarming(tx, gym, today, zone, now)).has(id) }
}

const requireDevice = async (tx: Transaction, gym: number, id: number): Promise<DeviceRow> =>
  (await lockDevice(tx, gym, id)) ?? fail('row.missing')

const unheardOf = {
  last_seen: null,
  announced: null,
  firmware: null,
  push_version: null,
  language: null,
  clock_offset: null,
  leaving: false,
}

/** Observations of the former way of blocking, or of the former order to open, do not apply to a new one. */
async function proveAnew(tx: Transaction, gym: number, id: number, change: Body<'devices.update'>): Promise<void> {
  if (change.open_command !== undefined) await noteProof(tx, { gym, id }, 'opening', null)
  if (change.block === undefined && change.block_group === undefined) return
  await noteProof(tx, { gym, id }, 'block', null)
  await resendBlocked(tx, gym, id)
}

/** Fails if the terminal is removed or becomes an exit while a plan opens by it alone. */
async function requireNoPlan({ tx, gym, today }: Pick<Call, 'tx' | 'gym' | 'today'>, id: number): Promise<void> {
  const plans = await listPlansWithOnlyDoor(tx, { gym, today }, id)
  const names = plans.map(({ name, deleted }) => (deleted ? `${name} (eliminado)` : name))
  if (names.length > 0) fail('device.only-door', { plans: names.join(', ') })
}

async function change(
  { tx, gym, today, now }: Pick<Call, 'tx' | 'gym' | 'today' | 'now'>,
  id: number,
  { comm_key, requires_key, ...fields }: Body<'devices.update'>,
  endings: Endings,
): Promise<void> {
  const device = await requireDevice(tx, gym, id)
  refuse(mayRenameDevice(device, fields.name))
  // Another serial number is another terminal: it holds nothing yet, and nobody has heard of it. So is one that was another
  // gym's: whatever is saved of it registers it again.
  const { sn = device.sn } = fields
  if (sn !== device.sn) await endings.require(tx, gym, sn, now)
  const replaced = sn !== device.sn || !(await isRegistered(tx, gym, id))
  if (replaced) await resetTerminal(tx, { gym, id }, now)
  if (replaced) await adoptCallingOrigin(tx, { gym, id }, sn, now)
  if (fields.direction === 'exit') await requireNoPlan({ tx, gym, today }, id)
  if (fields.direction !== undefined) await noteDirection(tx, { gym, id }, fields.direction, now)
  await updateDevice(tx, gym, id, replaced ? { ...fields, sn, ...unheardOf } : fields)
  await askKey(tx, { gym, id }, { comm_key, requires_key })
  await proveAnew(tx, gym, id, fields)
}

/** A terminal that is emptied first is removed once it confirms. */
async function remove(
  { tx, gym, today, now }: Pick<Call, 'tx' | 'gym' | 'today' | 'now'>,
  id: number,
  empty: boolean | undefined,
): Promise<void> {
  await requireNoPlan({ tx, gym, today }, id)
  const found = await (empty ? updateDevice(tx, gym, id, { leaving: true }) : deleteDevice(tx, gym, id))
  if (found === 0) fail('row.missing')
  if (empty) await takeCensus(tx, { gym, id }, { act: 'empty' }, now)
}

async function judgeOrigin({ tx, gym, now }: Call, id: number, body: Body<'devices.origin'>): Promise<void> {
  await requireDevice(tx, gym, id)
  // Applies to the rival that was shown: another may have called since.
  const isRival = !body.current && (await decideOrigin(tx, { gym, id }, body)) > 0
  if (!isRival && (await decidePresentOrigin(tx, { gym, id }, body)) === 0) fail('row.missing')
  if (isRival && body.act === 'accept') await resetReplacedUnit(tx, { gym, id }, now)
  await tx.run(sql`select announce(${gym}, 'devices')`)
  await announceDoor(tx, gym)
}

async function giveTime({ tx, gym }: Pick<Call, 'tx' | 'gym'>, id: number): Promise<undefined> {
  await requireDevice(tx, gym, id)
  await setClock(tx, { gym, id })
}

/**
 * A request from the server's own loopback is local to wherever the server is. In an installation with several gyms
 * it may come through a proxy, so it proves nothing.
 */
export async function addressesOfAsker(
  address: string | undefined,
  isOnlyGym: () => Promise<boolean>,
  own = ownAddresses('0.0.0.0'),
): Promise<readonly string[]> {
  if (address === undefined) return []
  const isLoop = address === '::1' || /^(::ffff:)?127\./.test(address)
  return isLoop && (await isOnlyGym()) ? [address, ...own] : [address]
}

const listUnknown = async (tx: Transaction, gym: number, { address }: { address?: string }, at: DoorPlace) =>
  listUnknownDevices(tx, { gym, addresses: await addressesOfAsker(address, at.isOnlyGym) })

async function addressOf(tx: Transaction, gym: number, { config, heardAt }: DoorPlace): Promise<DoorAddress> {
  const { DOOR_DOMAIN } = config
  const host = DOOR_DOMAIN === undefined ? null : `${await doorName(tx, gym)}.${DOOR_DOMAIN}`
  return { host, ...doorAddresses(config, heardAt()) }
}

async function listMadeUp(tx: Transaction, gym: number, id: number) {
  if (!(await readDevice(tx, gym, id))) fail('row.missing')
  return madeUpNumbers(tx, { gym, id })
}

async function listKnownPeople(tx: Transaction, gym: number, id: number) {
  if (!(await readDevice(tx, gym, id))) fail('row.missing')
  return listPeople({ tx, gym, device: id })
}

interface DoorPlace {
  isOnlyGym: () => Promise<boolean>
  config: Config
  /** The port at which terminals are heard, once they are. */
  heardAt: () => number
}

export const devicesHandlers = (door: AtDoor, at: DoorPlace, endings = new Endings()): AreaHandlers<'devices'> => ({
  'devices.list': (call) => showAll(door, call),

  'devices.unknown': ({ tx, gym, user }) => listUnknown(tx, gym, user, at),

  'devices.address': ({ tx, gym }) => addressOf(tx, gym, at),

  'devices.status': (call) => showStatus(door, call),

  'devices.traffic': async ({ tx, gym, params: { id_device } }) => {
    const { id, sn } = (await readDevice(tx, gym, id_device)) ?? fail('row.missing')
    return { ...door.traffic.of({ gym, id, sn }), unreadable: await listUnreadable(tx, gym, sn) }
  },

  'devices.people': ({ tx, gym, params: { id_device } }) => listKnownPeople(tx, gym, id_device),

  'devices.decide': async ({ tx, gym, zone, now, params: { id_device }, body }) =>
    decide({ tx, gym, zone, now, device: (await requireDevice(tx, gym, id_device)).id }, body),

  'devices.census': async ({ tx, gym, params: { id_device }, body, now }) => {
    await requireDevice(tx, gym, id_device)
    await takeCensus(tx, { gym, id: id_device }, body, now)
    return undefined
  },

  'devices.numbers': ({ tx, gym, params: { id_device } }) => listMadeUp(tx, gym, id_device),

  'devices.clock': ({ params, ...call }) => giveTime(call, params.id_device),

  'devices.origin': async ({ params, body, ...call }) => {
    await judgeOrigin(call, params.id_device, body)
    return undefined
  },

  'devices.prove': async ({ tx, gym, params: { id_device }, body: { of = 'block', opened }, now }) => {
    await requireDevice(tx, gym, id_device)
    await noteProof(tx, { gym, id: id_device }, of, opened === (of === 'opening') ? now : null)
    return undefined
  },

  'devices.create': async ({ body, ...call }) => {
    const { tx, gym, now } = call
    await endings.require(tx, gym, body.sn, now)
    const id = await insertDevice(tx, gym, body)
    await resetTerminal(tx, { gym, id }, now)
    await adoptCallingOrigin(tx, { gym, id }, body.sn, now)
    return showChanged(door, call, id)
  },

  'devices.update': async ({ params, body, ...call }) => {
    await change(call, params.id_device, body, endings)
    return showChanged(door, call, params.id_device)
  },

  'devices.delete': async ({ params, query, ...call }) => {
    await remove(call, params.id_device, query.empty)
    if (!query.empty) door.presence.forget(call.gym, params.id_device)
    return undefined
  },
})
