import { checkDeviceRename, type Device, type ServerAddresses } from '@torniquete/contract/door/devices.ts'
import type { CallBody } from '@torniquete/contract/endpoints.ts'
import { throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { joinColumnsAndValues, sql } from '../platform/db/sql.ts'
import type { AreaHandlers } from '../platform/http/handler-types.ts'
import { listLanIpAddresses } from '../platform/http/lan-addresses.ts'
import { WindowLimit } from '../platform/http/window-limit.ts'
import {
  decideOnConflictingOrigin,
  decideOnCurrentOrigin,
  isDeviceRegistered,
  listDeviceStatus,
  listDevicesWithAlarm,
  listPlansDependingOnDevice,
  listUnknownDevices,
  listUnreadableLines,
  readDevice,
  recordDoorTestTime,
  updateDevice,
} from './device-queries.ts'
import type { DoorService } from './door-service.ts'
import { summarizeGeneratedPins } from './generated-pins.ts'
import { recordFirstCallerOrigin } from './origin-trust.ts'
import {
  announceDoorChange,
  applyCensusDecision,
  type DeviceRow,
  deviceRowsSql,
  enqueueClockUpdate,
  listDevices,
  resendBlockedRecords,
  setRequiredCommKey,
} from './queries.ts'
import { clearTerminalAndBeginCensus, resetReplacedTerminal } from './terminal-census.ts'
import { applyTerminalUserDecision, listUndecidedUsers } from './unknown-user-decisions.ts'

type Where = Pick<Config, 'PUBLIC_URL' | 'HOST' | 'door'>

const usualPort = (scheme: string) => (scheme === 'https:' ? 443 : 80)

/**
 * Lists the addresses to type into a terminal. With PUBLIC_URL, a proxy may be in front of this server. `doorPort` is
 * the port on which this server listens for terminals.
 */
export function listServerAddresses(
  config: Where,
  doorPort: number,
  own = listLanIpAddresses,
): Omit<ServerAddresses, 'host'> {
  const { PUBLIC_URL, HOST, door } = config
  if (PUBLIC_URL === undefined) return { addresses: own(door?.host ?? HOST), port: doorPort, https: false }
  const { hostname, port, protocol } = new URL(PUBLIC_URL)
  // The separate port for terminals has no proxy in front.
  if (door) return { addresses: [hostname], port: doorPort, https: false }
  return { addresses: [hostname], port: Number(port) || usualPort(protocol), https: protocol === 'https:' }
}

// A gym must type the last four characters of a serial number to register a terminal. The list of unregistered
// terminals hides them, since several gyms may share a network and only the owner can read the label.

const hourMs = 3_600_000
/** Different wrong numbers allowed per gym, hour and server. Trying all ten thousand would take six weeks. */
const maxWrongPerHour = 10

type WrongNumbers = WindowLimit<number>

/** Fails if the number differs from that of an unregistered terminal in its last four characters only. */
async function requireSerialNumber(
  wrong: WrongNumbers,
  { tx, gym, now }: Pick<Call, 'tx' | 'gym' | 'now'>,
  sn: string,
): Promise<void> {
  // `ending` is null if no unregistered number begins in this way. Callers by another gym's host name are skipped.
  const { ending } = await tx.one<{ ending: 'right' | 'wrong' | null }>(sql`
    select case when bool_or(o.sn = ${sn} and o.gym_id is null) then 'right' when count(*) > 0 then 'wrong' end as ending
    from unknown_devices o
    where (o.gym_id is null or o.gym_id <> ${gym}) and length(${sn}) between length(o.sn) - 4 and length(o.sn) and starts_with(${sn}, left(o.sn, -4))`)
  if (ending === null) return
  const left = wrong.getWaitMs(gym, now)
  if (left > 0) throwError('session.too-many', { minutes: Math.ceil(left / 60_000), seconds: Math.ceil(left / 1000) })
  if (ending === 'right') return
  wrong.tryAdd(gym, now, sn)
  throwError('device.ending')
}

type LiveDoorState = Pick<DoorService, 'lastSeen' | 'traffic'>

interface Call {
  tx: Transaction
  gym: number
  today: string
  zone: string
  now: Date
}

async function showAll({ lastSeen }: LiveDoorState, { tx, gym, today, zone, now }: Call): Promise<Device[]> {
  const alarming = await listDevicesWithAlarm(tx, gym, today, zone, now)
  const devices = lastSeen.showAll(gym, await listDevices(tx, gym), now)
  return devices.map((device) => ({ ...device, alarm: alarming.has(device.id) }))
}

async function showChanged(
  { lastSeen }: LiveDoorState,
  { tx, gym, today, zone, now }: Call,
  id: number,
): Promise<Device> {
  const device = lastSeen.show(gym, (await readDevice(tx, gym, id)) ?? throwError('row.missing'), now)
  return { ...device, alarm: (await listDevicesWithAlarm(tx, gym, today, zone, now)).has(id) }
}

const requireDevice = async (tx: Transaction, gym: number, id: number): Promise<DeviceRow> =>
  (await tx.maybe<DeviceRow>(sql`${deviceRowsSql} where gym_id = ${gym} and id = ${id} for no key update`)) ??
  throwError('row.missing')

const unknownTerminalFields = {
  last_seen: null,
  announced: null,
  firmware: null,
  push_version: null,
  language: null,
  clock_offset: null,
  leaving: false,
}

/** Fails if a plan's only entrance is the terminal that is removed or becomes an exit. */
async function requireNoPlan({ tx, gym, today }: Pick<Call, 'tx' | 'gym' | 'today'>, id: number): Promise<void> {
  const plans = await listPlansDependingOnDevice(tx, { gym, today }, id)
  const names = plans.map(({ name, deleted }) => (deleted ? `${name} (eliminado)` : name))
  if (names.length > 0) throwError('device.only-door', { plans: names.join(', ') })
}

async function change(
  { tx, gym, today, now }: Call,
  id: number,
  { comm_key, requires_key, ...fields }: CallBody<'devices.update'>,
  wrong: WrongNumbers,
): Promise<void> {
  const device = await requireDevice(tx, gym, id)
  throwIfRefused(checkDeviceRename(device, fields.name))
  // A new serial number means another terminal, which holds no users yet and was never seen. If another gym took over
  // the terminal, any change here registers it to this gym again.
  const { sn = device.sn } = fields
  if (sn !== device.sn) await requireSerialNumber(wrong, { tx, gym, now }, sn)
  const isReplaced = sn !== device.sn || !(await isDeviceRegistered(tx, gym, id))
  if (isReplaced) await clearTerminalAndBeginCensus(tx, { gym, id }, now)
  if (isReplaced) await recordFirstCallerOrigin(tx, { gym, id }, sn, now)
  if (fields.direction === 'exit') await requireNoPlan({ tx, gym, today }, id)
  await updateDevice(tx, gym, id, isReplaced ? { ...fields, sn, ...unknownTerminalFields } : fields)
  await setRequiredCommKey(tx, { gym, id }, { comm_key, requires_key })
  // A proof that the former way of blocking or opening works does not apply to a new way.
  if (fields.open_command !== undefined) await recordDoorTestTime(tx, { gym, id }, 'opening', null)
  if (fields.block === undefined && fields.block_group === undefined) return
  await recordDoorTestTime(tx, { gym, id }, 'block', null)
  await resendBlockedRecords(tx, gym, id)
}

/** Removes a terminal. With `empty`, it is removed once it confirms that its users were deleted. */
async function remove({ tx, gym, today, now }: Call, id: number, empty: boolean | undefined): Promise<void> {
  await requireNoPlan({ tx, gym, today }, id)
  const found = await (empty
    ? updateDevice(tx, gym, id, { leaving: true })
    : tx.run(sql`delete from devices where gym_id = ${gym} and id = ${id}`))
  if (found === 0) throwError('row.missing')
  if (empty) await applyCensusDecision(tx, { gym, id }, { act: 'empty' }, now)
}

async function decideOrigin({ tx, gym, now }: Call, id: number, body: CallBody<'devices.origin'>): Promise<void> {
  await requireDevice(tx, gym, id)
  // The administrator decides about the address that the screen showed; another may have called since.
  const isRival = !body.current && (await decideOnConflictingOrigin(tx, { gym, id }, body)) > 0
  if (!isRival && (await decideOnCurrentOrigin(tx, { gym, id }, body)) === 0) throwError('row.missing')
  if (isRival && body.act === 'accept') await resetReplacedTerminal(tx, { gym, id }, now)
  await tx.run(sql`select announce(${gym}, 'devices')`)
  await announceDoorChange(tx, gym)
}

/**
 * Lists the addresses of a caller's network. The loopback address includes this computer's addresses only if there is
 * one gym, since with several gyms it may be a proxy.
 */
export async function listCallerNetworkAddresses(
  address: string | undefined,
  isOnlyGym: () => Promise<boolean>,
  own = listLanIpAddresses('0.0.0.0'),
): Promise<readonly string[]> {
  if (address === undefined) return []
  const isLoop = address === '::1' || /^(::ffff:)?127\./.test(address)
  return isLoop && (await isOnlyGym()) ? [address, ...own] : [address]
}

const listUnknown = async (tx: Transaction, gym: number, { address }: { address?: string }, at: DoorPlace) =>
  listUnknownDevices(tx, { gym, addresses: await listCallerNetworkAddresses(address, at.isOnlyGym) })

async function readDoorAddress(
  tx: Transaction,
  gym: number,
  { config, doorPort }: DoorPlace,
): Promise<ServerAddresses> {
  const { DOOR_DOMAIN } = config
  const addresses = listServerAddresses(config, doorPort())
  if (DOOR_DOMAIN === undefined) return { host: null, ...addresses }
  const { name } = await tx.one<{ name: string }>(sql`select name from gym_host_names where gym_id = ${gym}`)
  return { host: `${name}.${DOOR_DOMAIN}`, ...addresses }
}

interface DoorPlace {
  isOnlyGym: () => Promise<boolean>
  config: Config
  doorPort: () => number
}

export const devicesHandlers = (
  door: LiveDoorState,
  at: DoorPlace,
  wrong: WrongNumbers = new WindowLimit(maxWrongPerHour, hourMs),
): AreaHandlers<'devices'> => ({
  'devices.list': (call) => showAll(door, call),

  'devices.unknown': ({ tx, gym, user }) => listUnknown(tx, gym, user, at),

  'devices.address': ({ tx, gym }) => readDoorAddress(tx, gym, at),

  'devices.status': async ({ tx, gym, today, zone, now }) =>
    door.lastSeen.withLastSeen(gym, await listDeviceStatus(tx, gym, today, zone, now)),

  'devices.traffic': async ({ tx, gym, params: { id_device } }) => {
    const { id, sn } = (await readDevice(tx, gym, id_device)) ?? throwError('row.missing')
    return { ...door.traffic.read({ gym, id, sn }), unreadable: await listUnreadableLines(tx, gym, sn) }
  },

  'devices.people': async ({ tx, gym, params: { id_device } }) => {
    if (!(await readDevice(tx, gym, id_device))) throwError('row.missing')
    return listUndecidedUsers({ tx, gym, device: id_device })
  },

  'devices.decide': async ({ tx, gym, zone, now, params: { id_device }, body }) =>
    applyTerminalUserDecision({ tx, gym, zone, now, device: (await requireDevice(tx, gym, id_device)).id }, body),

  'devices.census': async ({ tx, gym, params: { id_device }, body, now }) => {
    await requireDevice(tx, gym, id_device)
    await applyCensusDecision(tx, { gym, id: id_device }, body, now)
    return undefined
  },

  'devices.numbers': async ({ tx, gym, params: { id_device } }) => {
    if (!(await readDevice(tx, gym, id_device))) throwError('row.missing')
    return summarizeGeneratedPins(tx, { gym, id: id_device })
  },

  'devices.clock': async ({ tx, gym, params: { id_device } }) => {
    await requireDevice(tx, gym, id_device)
    await enqueueClockUpdate(tx, { gym, id: id_device })
    return undefined
  },

  'devices.origin': async ({ params, body, ...call }) => {
    await decideOrigin(call, params.id_device, body)
    return undefined
  },

  'devices.prove': async ({ tx, gym, params: { id_device }, body: { of = 'block', opened }, now }) => {
    await requireDevice(tx, gym, id_device)
    await recordDoorTestTime(tx, { gym, id: id_device }, of, opened === (of === 'opening') ? now : null)
    return undefined
  },

  'devices.create': async ({ body, ...call }) => {
    const { tx, gym, now } = call
    await requireSerialNumber(wrong, call, body.sn)
    const row = { gym_id: gym, ...body }
    const { id } = await tx.one<{ id: number }>(sql`insert into devices ${joinColumnsAndValues(row)} returning id`)
    await clearTerminalAndBeginCensus(tx, { gym, id }, now)
    await recordFirstCallerOrigin(tx, { gym, id }, body.sn, now)
    return showChanged(door, call, id)
  },

  'devices.update': async ({ params, body, ...call }) => {
    await change(call, params.id_device, body, wrong)
    return showChanged(door, call, params.id_device)
  },

  'devices.delete': async ({ params, query, ...call }) => {
    await remove(call, params.id_device, query.empty)
    if (!query.empty) door.lastSeen.forget(call.gym, params.id_device)
    return undefined
  },
})
