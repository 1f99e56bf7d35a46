import { z } from 'zod'
import { defineArea, defineCreate, defineDelete, defineGet, definePost, definePut } from '../shared/define-area.ts'
import type { ErrorName } from '../shared/errors.ts'
import { pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { requiredFieldText } from '../shared/parse-input.ts'
import { adminRoles, staffRoles, superAdminOnly } from '../shared/roles.ts'
import {
  booleanInQuery,
  id,
  optionalLine,
  optionalWholeNumberBetween,
  textLine,
  timestamp,
  wholeNumberBetween,
} from '../shared/schemas.ts'
import { DeviceDoors, doorNamesSchema } from './device-doors.ts'
import { doorDirections, doorOpeningCommands, pushProtocols, userBlockMethods } from './device-modes.ts'
import { DeviceTraffic } from './device-traffic.ts'
import { DoorOpeningResult } from './door.ts'
import { GeneratedPinSummary, generatedPinChoices } from './generated-pin-choice.ts'
import { TerminalUserDecision, UndecidedTerminalUser } from './terminal-people.ts'

/** Name of the terminal that a gym has from the beginning; «Abrir puerta» opens it unless another one is chosen. */
export const mainDeviceName = 'Puerta principal'

export const Device = z.object({
  id,
  name: z.string(),
  sn: z.string(),
  /** Seconds between two polls of the terminal; null for the terminal's own default. */
  delay: z.number().nullable(),
  connected: z.boolean(),
  last_seen: timestamp.nullable(),
  /** True after an entry without permission, a call by another machine with this serial number, or too many uploads. */
  alarm: z.boolean(),
})
export type Device = z.infer<typeof Device>

/** Character that hides each of the last four characters of an unregistered serial number. */
export const serialMaskCharacter = '·'

/**
 * A serial number that called but is not registered: shown completely if it called by the gym's own host name,
 * otherwise as `AF6P2016····`.
 */
export const UnknownDevice = z.object({ sn: z.string(), first_seen: timestamp, last_seen: timestamp })
export type UnknownDevice = z.infer<typeof UnknownDevice>

/** Difference of a terminal's clock in seconds from which on passes may be dated to a wrong day. */
export const clockAlarmOffsetSeconds = 43_200

export const DeviceStatus = z.object({
  id,
  firmware: z.string().nullable(),
  push_version: z.string().nullable(),
  model: z.string().nullable(),
  last_seen: timestamp.nullable(),
  /** Number of members stored on the terminal, and its capacity; null if unknown. */
  held: z.number().int(),
  capacity: z.number().int().nullable(),
  /** Number of people whom the terminal lets in. */
  opening: z.number().int(),
  /** True while the users are deleted from the terminal before it is removed from the gym. */
  leaving: z.boolean(),
  /** Number of changes that the terminal has not acknowledged, and the time of the oldest. */
  pending: z.number().int(),
  oldest_pending: timestamp.nullable(),
  /** People whom the terminal refused to store: their number, the number of those who may enter, and the first 100. */
  refused_count: z.number().int(),
  kept_out: z.number().int(),
  refused: z.array(z.object({ id_client: id.nullable(), name: z.string(), reason: z.string() })),
  /** Number of unknown users, and of reported changes of known users. */
  strangers: z.number().int(),
  proposals: z.number().int(),
  /** Progress of the census (reading the users stored on the terminal); until it ends, no changes are sent. */
  census: z.object({ counted: z.number().int().nullable(), listed: z.number().int(), refused: z.boolean() }).nullable(),
  refuses_emptying: z.boolean(),
  /** Protocol of the terminal: `attendance` is PUSH 2.x, `access` is PUSH 3.x. */
  dialect: z.enum(pushProtocols),
  /** Number of today's passes by people without the right to enter, staff included. */
  passes_without_right: z.number().int(),
  /**
   * Another machine that calls with this terminal's serial number. `lacks` is the reason for the suspicion: a missing
   * or wrong communication key or host name; `mark`: two machines behind one address, whose requests are still
   * accepted; null: another address.
   */
  origin_conflict: z
    .object({
      address: z.string(),
      mac: z.string().nullable(),
      since: timestamp,
      lacks: z.enum(['key', 'right-key', 'name', 'mark']).nullable(),
    })
    .nullable(),
  /** Address in use that no admin accepted: the terminal gets no names, cards or templates. Null if it is trusted. */
  origin_unproven: z.object({ address: z.string(), mac: z.string().nullable() }).nullable(),
  /** First address of the terminal if no admin accepted it and no key proves it: it gets no templates. */
  origin_first: z.object({ address: z.string(), mac: z.string().nullable() }).nullable(),
  quota_exceeded: z.boolean(),
  /** Communication key: `offered` if the terminal sends a key that the server does not require. */
  comm_key: z.enum(['none', 'offered', 'required']),
  /** Seconds by which the terminal's clock is ahead of the server's; null if unknown. */
  clock_offset: z.number().int().nullable(),
  refuses_clock: z.boolean(),
  /** Tells if the terminal, while offline, stops admitting a member whose membership has expired. */
  expires_itself: z.enum(['yes', 'no', 'unproven']),
  block: z.enum(userBlockMethods),
  block_group: z.number().int(),
  /** Time at which an admin confirmed by a test that the terminal blocks people. */
  block_proven_at: timestamp.nullable(),
  open_command: z.enum(doorOpeningCommands),
  /** Time at which an admin confirmed by a test that the door opens. */
  opening_proven_at: timestamp.nullable(),
  direction: z.enum(doorDirections),
  ...DeviceDoors.shape,
  /** Number of lines uploaded in the last 7 days that could not be parsed. */
  unreadable: z.number().int(),
  /** Number of people without the right to enter whom the terminal may still admit, and of former staff among them. */
  can_still_enter: z.number().int(),
  dismissed_can_still_enter: z.number().int(),
})
export type DeviceStatus = z.infer<typeof DeviceStatus>

export const NewDevice = z.object({
  name: textLine(255),
  sn: z
    .string()
    .trim()
    .min(1, { error: requiredFieldText, abort: true })
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Solo letras, números, guion y guion bajo (máximo 64)'),
  delay: optionalWholeNumberBetween(2, 3600).optional(),
  /** Direction of the door; entrance if absent. */
  direction: z.enum(doorDirections).optional(),
})
/** Fields of an existing terminal. Ways to block and open depend on its model, so they are set after its first call. */
export const EditableDeviceFields = NewDevice.extend({
  block: z.enum(userBlockMethods),
  block_group: wholeNumberBetween(2, 100),
  open_command: z.enum(doorOpeningCommands),
  direction: z.enum(doorDirections),
  door_names: doorNamesSchema.optional(),
  /** New communication key, never returned; if absent, the stored key stays. */
  comm_key: optionalLine(128).optional(),
})
/** `requires_key` makes the server reject calls without the communication key. */
export const DeviceChange = EditableDeviceFields.extend({ requires_key: z.boolean() }).partial()
export type DeviceChange = z.infer<typeof DeviceChange>

/** Addresses at which terminals reach this server. */
export const ServerAddresses = z.object({
  /** Secret host name of the gym; null if DOOR_DOMAIN is not set. */
  host: z.string().nullable(),
  /** Host names or IPv4 addresses of the server. */
  addresses: z.array(z.string()),
  port: z.number().int(),
  https: z.boolean(),
})
export type ServerAddresses = z.infer<typeof ServerAddresses>

export const checkDeviceRename = (device: Pick<Device, 'name'>, name: string | undefined): ErrorName | null =>
  device.name === mainDeviceName && name !== undefined && name !== mainDeviceName ? 'device.main-name' : null

/** Returns the terminal named 'Puerta principal', or else the gym's only terminal. */
export const findMainDevice = <Row extends Pick<Device, 'name'>>(devices: readonly Row[]): Row | undefined =>
  devices.find((device) => device.name === mainDeviceName) ?? (devices.length === 1 ? devices[0] : undefined)

export const devicesArea = defineArea(
  {
    'devices.list': defineGet(staffRoles, '/devices/', 'List terminals with connection and alarm state', {
      answer: z.array(Device),
      polled: true,
    }),
    'devices.unknown': defineGet(superAdminOnly, '/devices/unknown', 'List the last 100 unregistered serial numbers', {
      answer: z.array(UnknownDevice),
    }),
    'devices.address': defineGet(superAdminOnly, '/devices/address', 'Get the address that terminals call', {
      answer: ServerAddresses,
    }),
    'devices.status': defineGet(staffRoles, '/devices/status', 'Get users, pending work and problems of terminals', {
      answer: z.array(DeviceStatus),
    }),
    'devices.traffic': defineGet(adminRoles, '/devices/{id_device}/traffic', 'List last calls and unreadable lines', {
      answer: DeviceTraffic,
    }),
    'devices.people': defineGet(adminRoles, '/devices/{id_device}/people', 'List its unknown users and changes', {
      answer: z.array(UndecidedTerminalUser),
    }),
    'devices.decide': definePost(adminRoles, '/devices/{id_device}/people', 'Decide on unknown users and changes', {
      body: TerminalUserDecision,
      answer: z.object({
        done: z.number().int(),
        refused: z.array(z.object({ pin: z.string(), reason: z.string() })),
        /** Number of past visits that were assigned to these clients. */
        past_visits: z.number().int().optional(),
      }),
      errors: ['pin.unusable', 'pin.taken', 'client.anonymous'],
    }),
    'devices.census': definePost(superAdminOnly, '/devices/{id_device}/census', 'Read users again, fill, or empty', {
      repeatable: true,
      body: z.object({ act: z.enum(['ask', 'skip', 'empty']), numbers: z.enum(generatedPinChoices).optional() }),
      answer: null,
      errors: ['census.unread'],
    }),
    'devices.numbers': defineGet(superAdminOnly, '/devices/{id_device}/numbers', 'List clients with a generated PIN', {
      answer: GeneratedPinSummary,
    }),
    'devices.clock': definePost(superAdminOnly, '/devices/{id_device}/clock', 'Set the clock at the next call', {
      repeatable: true,
      answer: null,
    }),
    'devices.origin': definePost(superAdminOnly, '/devices/{id_device}/origin', 'Accept or reject a caller', {
      repeatable: true,
      /** `current` tells whether the decision is about the machine now in use, not another one at the same address. */
      body: z.object({ act: z.enum(['accept', 'block']), address: textLine(100), current: z.boolean().optional() }),
      answer: null,
    }),
    'devices.prove': definePost(superAdminOnly, '/devices/{id_device}/proof', 'Record if a device blocked or opened', {
      repeatable: true,
      body: z.object({ opened: z.boolean(), of: z.enum(['block', 'opening']).optional() }),
      answer: null,
    }),
    'devices.open': definePost(superAdminOnly, '/devices/{id_device}/open', 'Test the door opening of one terminal', {
      repeatable: true,
      transaction: false,
      maxWaitMs: 10_000,
      answer: DoorOpeningResult,
      errors: ['door.disconnected', 'door.slow', 'door.silent', 'door.refused'],
    }),
    'devices.create': defineCreate(superAdminOnly, '/devices/', 'Register a terminal by its serial number', {
      body: NewDevice,
      answer: Device,
      errors: ['device.serial-taken', 'device.ending', 'session.too-many'],
    }),
    'devices.update': definePut(superAdminOnly, '/devices/{id_device}', 'Change or replace a terminal', {
      body: DeviceChange,
      answer: Device,
      errors: ['device.serial-taken', 'device.ending', 'session.too-many', 'device.main-name', 'device.only-door'],
    }),
    'devices.delete': defineDelete(superAdminOnly, '/devices/{id_device}', 'Delete a terminal; `empty`: once emptied', {
      query: z.object({ empty: booleanInQuery.optional() }),
      answer: null,
      errors: ['device.only-door'],
    }),
  },
  {
    history: {
      devices: {
        object: 'el dispositivo',
        fields: {
          ...pickSharedFieldLabels('name', 'created_at', 'sn'),
          delay: 'el intervalo entre llamadas',
          block: 'la forma de bloquear',
          block_group: 'el grupo de los bloqueados',
          open_command: 'la orden para abrir',
          direction: 'el sentido',
          door_names: 'los nombres de sus puertas',
          comm_key_hash: ['la clave de comunicación', 'secret'],
          leaving: 'el vaciado antes de eliminarlo',
          firmware: 'el firmware',
          push_version: 'la versión del protocolo',
          language: 'el idioma',
        },
      },
    },
  },
)
