import { z } from 'zod'
import { area } from './endpoint.ts'
import type { ErrorName } from './errors.ts'
import { el, la, shared } from './field-words.ts'
import { staff, superAdmin } from './roles.ts'
import { id, idInAddress, optionalWholeNumber, text, timestamp } from './shapes.ts'
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
})
export type Device = z.infer<typeof Device>

/** A serial number that called without being registered. */
export const UnknownDevice = z.object({ sn: z.string(), first_seen: timestamp, last_seen: timestamp })
export type UnknownDevice = z.infer<typeof UnknownDevice>

/** What a terminal says of itself, and what it has yet to hear. */
export const DeviceStatus = z.object({
  id,
  firmware: z.string().nullable(),
  push_version: z.string().nullable(),
  last_seen: timestamp.nullable(),
  /** Numbers whose change has not been acknowledged. */
  pending: z.number().int(),
  /** Seconds that its clock is ahead of the server's; null where no pass told yet. */
  clock_offset: z.number().int().nullable(),
})
export type DeviceStatus = z.infer<typeof DeviceStatus>

const fields = z.object({
  name: text(255),
  sn: z
    .string()
    .trim()
    .min(1, { error: requiredText, abort: true })
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Solo letras, números, guion y guion bajo (máximo 64)'),
  delay: optionalWholeNumber(2, 3600).optional(),
})
export const NewDevice = fields
export const DeviceChange = fields.partial()

export const mayRenameDevice = (device: Pick<Device, 'name'>, name: string | undefined): ErrorName | null =>
  device.name === mainDeviceName && name !== undefined && name !== mainDeviceName ? 'device.main-name' : null

/** The one that a person means by "the door": 'Puerta principal', else the gym's only terminal. */
export const mainDevice = <Row extends Pick<Device, 'name'>>(devices: readonly Row[]): Row | undefined =>
  devices.find((device) => device.name === mainDeviceName) ?? (devices.length === 1 ? devices[0] : undefined)

/** How long a terminal counts as connected after its last call, in milliseconds; idle ones may call every 30 s only. */
export const connectedWindow = (delay: number | null) => Math.max(45, 3 * (delay ?? 0)) * 1000

const params = z.object({ id_device: idInAddress })

export const devicesArea = area(
  {
    'devices.list': {
      may: staff,
      method: 'GET',
      path: '/devices/',
      summary: 'The gym’s terminals and whether they are connected',
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
    'devices.status': {
      may: superAdmin,
      method: 'GET',
      path: '/devices/status',
      summary: 'Firmware, clock and waiting changes of the gym’s terminals',
      answer: z.array(DeviceStatus),
    },
    'devices.create': {
      may: superAdmin,
      method: 'POST',
      path: '/devices/',
      summary: 'Register a terminal by its serial number',
      body: NewDevice,
      answer: Device,
      status: 201,
      errors: ['device.serial-taken'],
    },
    'devices.update': {
      may: superAdmin,
      method: 'PUT',
      path: '/devices/{id_device}',
      summary: 'Change a terminal; another serial number is another terminal, filled anew',
      params,
      body: DeviceChange,
      answer: Device,
      errors: ['row.missing', 'device.serial-taken', 'device.main-name'],
    },
    'devices.delete': {
      may: superAdmin,
      method: 'DELETE',
      path: '/devices/{id_device}',
      summary: 'Remove a terminal: it is no longer served',
      params,
      answer: null,
      errors: ['row.missing'],
    },
  },
  {
    history: {
      devices: {
        object: 'el dispositivo',
        fields: {
          ...shared('name', 'created_at', 'sn'),
          delay: el('intervalo entre llamadas'),
          firmware: el('firmware'),
          push_version: la('versión del protocolo'),
          language: el('idioma'),
        },
      },
    },
  },
)
