import { z } from 'zod'
import { DeviceDoors, doorNames } from './device-doors.ts'
import { PeopleDecision, TerminalPerson } from './device-people.ts'
import { DeviceTraffic } from './device-traffic.ts'
import { blockWays, dialects, directions, openCommands } from './device-ways.ts'
import { Opened } from './door.ts'
import { DoorAddress } from './door-address.ts'
import { area } from './endpoint.ts'
import type { ErrorName } from './errors.ts'
import { el, la, los, shared } from './field-words.ts'
import { MadeUpNumbers, madeUpChoices } from './made-up-numbers.ts'
import { admins, staff, superAdmin } from './roles.ts'
import { flag, id, idInAddress, optionalLine, optionalWholeNumber, text, timestamp, wholeNumber } from './shapes.ts'
import { requiredText } from './typed.ts'

/** The terminal that opens when nobody says which; its name is locked. */
export const mainDeviceName = 'Puerta principal'

export const Device = z.object({
  id,
  name: z.string(),
  sn: z.string(),
  /** Seconds between a terminal's calls; null is the terminal's own default. */
  delay: z.number().nullable(),
  connected: z.boolean(),
  last_seen: timestamp.nullable(),
  /** Somebody enters who should not, somebody else calls with its number, or it sends more than is taken. */
  alarm: z.boolean(),
})
export type Device = z.infer<typeof Device>

/** In place of each of the last four characters of a serial number: whoever registers it reads them off its label. */
export const hiddenCharacter = '·'

/** A serial number that called without being registered; whole where it called by the gym's own name, else `AF6P2016····`. */
export const UnknownDevice = z.object({ sn: z.string(), first_seen: timestamp, last_seen: timestamp })
export type UnknownDevice = z.infer<typeof UnknownDevice>

/** Seconds by which a clock is off that shows another day: who has a last day is let in, or kept out, on the wrong ones. */
export const clockOffByDays = 43_200

/** What a terminal says of itself, what it has yet to hear, and whom it would let in against the gym's will. */
export const DeviceStatus = z.object({
  id,
  firmware: z.string().nullable(),
  push_version: z.string().nullable(),
  model: z.string().nullable(),
  last_seen: timestamp.nullable(),
  /** People of the gym whom it holds, and how many people it can hold; null where it did not say. */
  held: z.number().int(),
  capacity: z.number().int().nullable(),
  /** How many people it lets in, whether the gym knows them or not. */
  opening: z.number().int(),
  /** It is only emptied any more, and is gone when it has said so. */
  leaving: z.boolean(),
  /** Numbers whose change has not been acknowledged, and since when the oldest of them waits. */
  pending: z.number().int(),
  oldest_pending: timestamp.nullable(),
  /** Whom it would not take: how many, how many of them have a right and are kept out by that, and the first 100. */
  refused_count: z.number().int(),
  kept_out: z.number().int(),
  refused: z.array(z.object({ id_client: id.nullable(), name: z.string(), reason: z.string() })),
  /** People whom it holds and the gym does not know, and what it proposes of those whom the gym knows. */
  strangers: z.number().int(),
  proposals: z.number().int(),
  /** While it is asked whom it holds, and told nothing: how many it counts, and how many it has listed. */
  census: z.object({ counted: z.number().int().nullable(), listed: z.number().int(), refused: z.boolean() }).nullable(),
  /** It was told to drop everybody, and would not. */
  refuses_emptying: z.boolean(),
  /** How it speaks: `attendance` is PUSH 2.x, `access` PUSH 3.x, in which it also tells whom it refused. */
  dialect: z.enum(dialects),
  /** People whom it let in today and who had no right then, staff too. */
  passes_without_right: z.number().int(),
  /**
   * Who calls with its serial number and is held, if anybody. `lacks`: it said none of the key that is asked, or another, or not
   * the gym's name; `mark`: nothing tells its calls apart, and it is not held; null: it is another origin.
   */
  origin_conflict: z
    .object({
      address: z.string(),
      mac: z.string().nullable(),
      since: timestamp,
      lacks: z.enum(['key', 'right-key', 'name', 'mark']).nullable(),
    })
    .nullable(),
  /** From where it calls since it was silent there, and nobody stands for it: it is told no names, cards, fingers or faces. Null: it is trusted. */
  origin_unproven: z.object({ address: z.string(), mac: z.string().nullable() }).nullable(),
  /** From where it has called since its registration, until a person accepts that or a key or door name proves it: it is told no fingers or faces. */
  origin_first: z.object({ address: z.string(), mac: z.string().nullable() }).nullable(),
  /** It sent more than is taken in a day: what it sends today it has to keep until tomorrow. */
  quota_exceeded: z.boolean(),
  /** Of its communication menu: `offered` where it sends one that is not asked of it. */
  comm_key: z.enum(['none', 'offered', 'required']),
  /** Seconds that its clock is ahead of the server's; null where nothing told yet. */
  clock_offset: z.number().int().nullable(),
  /** It was told what time it is, and would not take it. */
  refuses_clock: z.boolean(),
  /** Whether it ends a right on its last day by itself, with the line cut. */
  expires_itself: z.enum(['yes', 'no', 'unproven']),
  block: z.enum(blockWays),
  block_group: z.number().int(),
  /** When somebody saw that it keeps out whom it is told to. */
  block_proven_at: timestamp.nullable(),
  open_command: z.enum(openCommands),
  /** When somebody saw that the door opens by it. */
  opening_proven_at: timestamp.nullable(),
  direction: z.enum(directions),
  ...DeviceDoors.shape,
  /** Lines of the last 7 days that nobody could read: perhaps passes. */
  unreadable: z.number().int(),
  /** People without a right whom it still lets in, as far as it has acknowledged; and how many of them are staff who were dismissed. */
  can_still_enter: z.number().int(),
  dismissed_can_still_enter: z.number().int(),
})
export type DeviceStatus = z.infer<typeof DeviceStatus>

export const NewDevice = z.object({
  name: text(255),
  sn: z
    .string()
    .trim()
    .min(1, { error: requiredText, abort: true })
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Solo letras, números, guion y guion bajo (máximo 64)'),
  delay: optionalWholeNumber(2, 3600).optional(),
  /** None: an entrance. */
  direction: z.enum(directions).optional(),
})
/** How it keeps people out, and what opens it, is asked once it is there: the family decides what it obeys. */
export const EditedDevice = NewDevice.extend({
  block: z.enum(blockWays),
  block_group: wholeNumber(2, 100),
  open_command: z.enum(openCommands),
  direction: z.enum(directions),
  door_names: doorNames.optional(),
  /** The communication key that is asked of it from now on; never told again. None: what is asked stays. */
  comm_key: optionalLine(128).optional(),
})
/** `requires_key`: true, the communication key that it sends is asked of it from now on; false, none is. */
export const DeviceChange = EditedDevice.extend({ requires_key: z.boolean() }).partial()
export type DeviceChange = z.infer<typeof DeviceChange>

export const mayRenameDevice = (device: Pick<Device, 'name'>, name: string | undefined): ErrorName | null =>
  device.name === mainDeviceName && name !== undefined && name !== mainDeviceName ? 'device.main-name' : null

/** The one that a person means by "the door": 'Puerta principal', else the gym's only terminal. */
export const mainDevice = <Row extends Pick<Device, 'name'>>(devices: readonly Row[]): Row | undefined =>
  devices.find((device) => device.name === mainDeviceName) ?? (devices.length === 1 ? devices[0] : undefined)

/** Seconds between two calls at most: a terminal that is told more calls so often, or reads minutes. */
export const longestDelay = 60

/** How long a terminal counts as connected after its last call, in milliseconds; idle ones may call every 30 s only. */
export const connectedWindow = (delay: number | null) => Math.max(45, 3 * Math.min(delay ?? 0, longestDelay)) * 1000

const params = z.object({ id_device: idInAddress })

export const devicesArea = area(
  {
    'devices.list': {
      may: staff,
      method: 'GET',
      path: '/devices/',
      summary: 'The gym’s terminals, whether they are connected, and whether something about them is alarming',
      answer: z.array(Device),
      polled: true,
    },
    'devices.unknown': {
      may: superAdmin,
      method: 'GET',
      path: '/devices/unknown',
      summary: 'Serial numbers that called without being registered: the newest 100',
      answer: z.array(UnknownDevice),
    },
    'devices.address': {
      may: superAdmin,
      method: 'GET',
      path: '/devices/address',
      summary: 'Where the gym’s terminals call the server',
      answer: DoorAddress,
    },
    'devices.status': {
      may: staff,
      method: 'GET',
      path: '/devices/status',
      summary: 'What the gym’s terminals hold, have yet to hear, refused, and would let in',
      answer: z.array(DeviceStatus),
    },
    'devices.traffic': {
      may: admins,
      method: 'GET',
      path: '/devices/{id_device}/traffic',
      summary: 'The last calls of a terminal as this server heard them, and lines that nobody could read',
      params,
      answer: DeviceTraffic,
      errors: ['row.missing'],
    },
    'devices.people': {
      may: admins,
      method: 'GET',
      path: '/devices/{id_device}/people',
      summary: 'People on a terminal whom the gym does not know, and what it proposes of those whom it knows',
      params,
      answer: z.array(TerminalPerson),
      errors: ['row.missing'],
    },
    'devices.decide': {
      may: admins,
      method: 'POST',
      path: '/devices/{id_device}/people',
      summary: 'Say what becomes of people on a terminal',
      params,
      body: PeopleDecision,
      answer: z.object({
        done: z.number().int(),
        refused: z.array(z.object({ pin: z.string(), reason: z.string() })),
        /** Visits at this terminal that were nobody's, and are these clients' now; left out where there are none. */
        past_visits: z.number().int().optional(),
      }),
      errors: ['row.missing', 'pin.unusable', 'pin.taken', 'client.anonymous'],
    },
    'devices.census': {
      may: superAdmin,
      method: 'POST',
      repeatable: true,
      path: '/devices/{id_device}/census',
      summary:
        'Ask a terminal anew whom it holds, fill it without having asked, or empty it. To fill it without having asked says what becomes of numbers that the server made up: `numbers`',
      params,
      body: z.object({ act: z.enum(['ask', 'skip', 'empty']), numbers: z.enum(madeUpChoices).optional() }),
      answer: null,
      errors: ['row.missing', 'census.unread'],
    },
    'devices.numbers': {
      may: superAdmin,
      method: 'GET',
      path: '/devices/{id_device}/numbers',
      summary:
        'Clients whose number the server made up: a finger that an unread terminal has under one would open as that client',
      params,
      answer: MadeUpNumbers,
      errors: ['row.missing'],
    },
    'devices.clock': {
      may: superAdmin,
      method: 'POST',
      repeatable: true,
      path: '/devices/{id_device}/clock',
      summary: 'Give a terminal the time of its gym, with its next call; each is given it at midnight, too',
      params,
      answer: null,
      errors: ['row.missing'],
    },
    'devices.origin': {
      may: superAdmin,
      method: 'POST',
      repeatable: true,
      path: '/devices/{id_device}/origin',
      summary:
        'Say whether whoever else calls with a terminal’s serial number, for the first time, or from another address since a silence, is the terminal',
      params,
      /** `current`: the present origin is meant, and not another one that calls from the same address. */
      body: z.object({ act: z.enum(['accept', 'block']), address: text(100), current: z.boolean().optional() }),
      answer: null,
      errors: ['row.missing'],
    },
    'devices.prove': {
      may: superAdmin,
      method: 'POST',
      repeatable: true,
      path: '/devices/{id_device}/proof',
      summary: 'Say whether a terminal opened: to somebody who was blocked on it, or (`opening`) when it was told to',
      params,
      body: z.object({ opened: z.boolean(), of: z.enum(['block', 'opening']).optional() }),
      answer: null,
      errors: ['row.missing'],
    },
    'devices.open': {
      may: superAdmin,
      method: 'POST',
      repeatable: true,
      path: '/devices/{id_device}/open',
      transaction: false,
      waits: 10_000,
      summary: 'Try out the opening of one terminal: like open-door, and kept like it, whichever door it is',
      params,
      answer: Opened,
      errors: ['row.missing', 'door.disconnected', 'door.slow', 'door.silent', 'door.refused'],
    },
    'devices.create': {
      may: superAdmin,
      method: 'POST',
      path: '/devices/',
      summary: 'Register a terminal by its serial number',
      body: NewDevice,
      answer: Device,
      status: 201,
      errors: ['device.serial-taken', 'device.ending', 'session.too-many'],
    },
    'devices.update': {
      may: superAdmin,
      method: 'PUT',
      path: '/devices/{id_device}',
      summary: 'Change a terminal; another serial number is another terminal, filled anew',
      params,
      body: DeviceChange,
      answer: Device,
      errors: [
        'row.missing',
        'device.serial-taken',
        'device.ending',
        'session.too-many',
        'device.main-name',
        'device.only-door',
      ],
    },
    'devices.delete': {
      may: superAdmin,
      method: 'DELETE',
      path: '/devices/{id_device}',
      summary: 'Remove a terminal, which is served no longer; with `empty` once it says that it was emptied',
      params,
      query: z.object({ empty: flag.optional() }),
      answer: null,
      errors: ['row.missing', 'device.only-door'],
    },
  },
  {
    history: {
      devices: {
        object: 'el dispositivo',
        fields: {
          ...shared('name', 'created_at', 'sn'),
          delay: el('intervalo entre llamadas'),
          block: la('forma de bloquear'),
          block_group: el('grupo de los bloqueados'),
          open_command: la('orden para abrir'),
          direction: el('sentido'),
          door_names: los('nombres de sus puertas'),
          comm_key_hash: la('clave de comunicación', 'secret'),
          leaving: el('vaciado antes de eliminarlo'),
          firmware: el('firmware'),
          push_version: la('versión del protocolo'),
          language: el('idioma'),
        },
      },
    },
  },
)
