// Executes commands about users: store, delete, query.

import { type CommandFields, invalidParameterCode, parseNumberOrDefault, unknownPinCode } from './command-text.ts'
import type { Device } from './device.ts'
import { formatUser } from './reported-user.ts'
import type { Faults } from './terminal-faults.ts'
import { type DeviceUser, makeBlankUser } from './user.ts'
import { canStoreDates, parseValidity } from './validity.ts'

// Truncates a name by bytes, like a terminal, even inside a character.
export function truncateName(name: string): string {
  return Buffer.from(name, 'utf8').subarray(0, 24).toString('utf8')
}

function heldVerify({ firmware }: Device, fields: CommandFields, before: number): number {
  if (firmware.verifyKey === 'Verify') return parseNumberOrDefault(fields.get('Verify'), before)
  const mode = parseNumberOrDefault(fields.get('VerifyMode'), 128 + before)
  return mode < 128 ? before : mode - 128
}

export function updateUser(device: Device, fields: CommandFields, faults: Faults): number {
  const pin = fields.get('PIN') ?? ''
  if (!/^[1-9A-Za-z_][0-9A-Za-z_]*$/.test(pin)) return invalidParameterCode
  if (device.isFull && !device.users.has(pin)) return device.firmware.fullCode
  const before = device.users.get(pin) ?? makeBlankUser(pin)
  const validity = canStoreDates(device.firmware) ? parseValidity(fields, before) : before
  const verify = heldVerify(device, fields, before.verify)
  const isKnownMethod = device.firmware.methods?.includes(verify) ?? true
  const isReadable = !device.firmware.asciiNames || /^[\x20-\x7e]*$/.test(fields.get('Name') ?? '')
  if (!validity || !isKnownMethod || !isReadable) return invalidParameterCode
  const { since, until, expires } = validity
  const user: DeviceUser = {
    pin,
    name: truncateName(fields.get('Name') ?? before.name),
    pri: parseNumberOrDefault(fields.get('Pri'), before.pri),
    password: fields.get('Passwd') ?? before.password,
    card: fields.get('Card') ?? before.card,
    group: parseNumberOrDefault(fields.get('Grp'), before.group),
    timeZones: fields.get('TZ') ?? before.timeZones,
    verify,
    enabled: (fields.get('Enable') ?? '1') !== '0',
    since,
    until,
    expires,
  }
  device.users.set(pin, user)
  if (faults.reportsPuts) device.outbox.push({ table: 'OPERLOG', lines: [formatUser(user, faults, device.firmware)] })
  return 0
}

export function deleteUser(device: Device, fields: CommandFields): number {
  if (device.firmware.removalCode < 0) return device.firmware.removalCode
  return device.removeUser(fields.get('PIN') ?? '') ? 0 : unknownPinCode
}

/** Returns the next users of a query, as many as one answer holds. */
export function readNextUserBatch(device: Device): DeviceUser[] {
  const users = [...device.users.values()].slice(device.queried, device.queried + device.firmware.queryLimit)
  device.queried += users.length
  if (device.queried >= device.users.size) device.queried = 0
  return users
}

export function executeUserQuery(device: Device, pin: string | undefined, faults: Faults): number {
  const { queryAnswer, queryBatch } = device.firmware
  if (queryAnswer === 'nothing') return 0
  const asked = pin === undefined ? readNextUserBatch(device) : [device.users.get(pin) ?? []].flat()
  if (asked.length === 0) return pin === undefined ? invalidParameterCode : unknownPinCode
  const spelling = queryAnswer === 'USERINFO' ? { ...faults, noUserWord: true } : faults
  for (let at = 0; at < asked.length; at += queryBatch) {
    const lines = asked.slice(at, at + queryBatch).map((user) => formatUser(user, spelling, device.firmware))
    device.outbox.push({ table: queryAnswer === 'USERINFO' ? queryAnswer : 'OPERLOG', lines })
  }
  return 0
}
