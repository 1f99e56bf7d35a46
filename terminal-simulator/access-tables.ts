// Stores the tables of a terminal of the access dialect and executes commands on them (protocol §11).

import { parseAccessTimeZone } from './access-rights.ts'
import { packTime, unpackTime } from './clock.ts'
import { type CommandFields, parseTabSeparatedFields } from './command-text.ts'
import type { Device } from './device.ts'
import type { CommandOutcome } from './execute-command.ts'
import { formatCard, formatName } from './reported-user.ts'
import {
  enrolPerson,
  formatTemplateRow,
  listTemplatesOfUser,
  storeSentTemplate,
  templateTables,
} from './template-commands.ts'
import type { Faults } from './terminal-faults.ts'
import { countReportedUsers, listRegistryLines } from './upload-lines.ts'
import { type DeviceUser, makeBlankUser } from './user.ts'
import { readNextUserBatch, truncateName } from './user-commands.ts'

const unknownCommand = -13
const badParameter = -11
const noRoom = -18
const noTable = -100
const isBusy = -725
const badFormat = -620

/** Result rows of a query, which are sent in a separate request. */
export type QueryResult = { type: 'tabledata' | 'count' | 'options'; table: string; rows: string[] }

const lowerCase = (fields: CommandFields): CommandFields =>
  new Map([...fields].map(([key, value]) => [key.toLowerCase(), value]))

/** Parses a date field: `0`, or a day in one of two formats; null if it is invalid. */
function parseDay(text: string | undefined, { firmware }: Device): string | null {
  if (text === undefined || text === '0') return '0'
  if (!/^\d+$/.test(text)) return null
  if (firmware.countsSeconds) return unpackTime(Number(text)).replace(' ', 'T')
  return text.length === 8 ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}T00:00:00` : null
}

function formatDay(text: string, { firmware }: Device): string {
  if (text === '0') return text
  return firmware.countsSeconds ? String(packTime(text)) : text.slice(0, 10).replaceAll('-', '')
}

/** Formats a row of the users table in the form that the faults select. */
export function formatUserRow(user: DeviceUser, device: Device, faults: Faults): string {
  const uid = [...device.users.keys()].indexOf(user.pin) + 1
  const name = formatName(user.name, faults)
  return `user uid=${uid}\tcardno=${formatCard(user.card, faults)}\tpin=${user.pin}\tpassword=${user.password}\tgroup=${user.group}\tstarttime=${formatDay(user.since, device)}\tendtime=${formatDay(user.until, device)}\tname=${name}\tprivilege=${user.pri}\tdisable=0\tverify=0`
}

function updateUser(device: Device, fields: CommandFields, faults: Faults): number {
  const pin = fields.get('pin') ?? ''
  if (!/^[1-9A-Za-z_][0-9A-Za-z_]*$/.test(pin)) return badParameter
  if (device.isFull && !device.users.has(pin)) return noRoom
  const before = device.users.get(pin) ?? makeBlankUser(pin)
  const [since, until] = [parseDay(fields.get('starttime'), device), parseDay(fields.get('endtime'), device)]
  const name = fields.get('name') ?? before.name
  if (since === null || until === null || (device.firmware.asciiNames && !/^[\x20-\x7e]*$/.test(name))) return badFormat
  const user: DeviceUser = {
    ...before,
    name: truncateName(name),
    pri: Number(fields.get('privilege') ?? before.pri),
    password: fields.get('password') ?? before.password,
    card: fields.get('cardno') ?? before.card,
    since,
    until,
    expires: 1,
  }
  device.users.set(pin, user)
  if (faults.reportsPuts) device.outbox.push({ table: 'user', lines: [formatUserRow(user, device, faults)] })
  return 0
}

function updateZone({ firmware, rights }: Device, fields: CommandFields): number {
  if (firmware.hours === 'refused') return noTable
  if (firmware.hours === 'silent' || firmware.hours === 'busy') return isBusy
  const [id, zone] = [Number(fields.get('timezoneid')), parseAccessTimeZone(fields)]
  if (!(id >= 1 && id <= firmware.maxZones) || zone === null) return badParameter
  rights.zones.set(id, zone)
  return 0
}

/** Inserts or changes rows. A right may be stored before the person's user. */
function update(device: Device, table: string, fields: CommandFields, faults: Faults): number {
  if (table === 'user') return updateUser(device, fields, faults)
  if (templateTables.has(table.toUpperCase())) return storeSentTemplate(device, table, fields)
  if (table === 'timezone') return updateZone(device, fields)
  if (table !== 'userauthorize') return noTable
  const [zone, doors] = ['authorizetimezoneid', 'authorizedoorid'].map((name) => Number(fields.get(name) ?? 0))
  device.rights.put(fields.get('pin') ?? '', { zone: zone ?? 0, doors: doors ?? 0 })
  return 0
}

/** Deletes the rows of one PIN, or all with `*`. Rows of that PIN in other tables stay. */
function remove(device: Device, table: string, whom: string): number {
  const pin = whom === '*' ? null : (lowerCase(parseTabSeparatedFields(whom)).get('pin') ?? '')
  if (table === 'userauthorize') pin === null ? device.rights.clear() : device.rights.remove(pin)
  else if (table === 'templatev10' || (table === 'biodata' && device.firmware.hasFaces))
    pin === null ? device.templates.clear() : device.templates.remove(pin)
  else if (table === 'biophoto' && device.firmware.takesPhotos)
    pin === null ? device.photos.clear() : device.photos.delete(pin)
  else if (table !== 'user') return noTable
  else if (device.firmware.removalCode < 0) return device.firmware.removalCode
  else pin === null ? device.users.clear() : device.users.delete(pin)
  return 0
}

function query(device: Device, text: string, faults: Faults): { code: number; answer?: QueryResult } {
  const [, table, filter = ''] = /^tablename=(\w+),fielddesc=\*,filter=(.*)$/s.exec(text) ?? []
  if (table === undefined) return { code: badParameter }
  const whom = lowerCase(parseTabSeparatedFields(filter))
  if (templateTables.has(table.toUpperCase())) {
    const rows = listTemplatesOfUser(device, table, whom).map((template) => formatTemplateRow(device, template).line)
    return rows.length > 0 ? { code: rows.length, answer: { type: 'tabledata', table, rows } } : { code: 0 }
  }
  if (table !== 'user') return { code: noTable }
  if (device.firmware.queryAnswer === 'refused') return { code: unknownCommand }
  if (device.firmware.queryAnswer === 'nothing') return { code: 0 }
  const pin = whom.get('pin')
  const users = pin === undefined ? readNextUserBatch(device) : [device.users.get(pin) ?? []].flat()
  const rows = users.map((user) => formatUserRow(user, device, faults))
  return { code: rows.length, answer: { type: 'tabledata', table, rows } }
}

function control(device: Device, text: string): number {
  if (!/^01(?!00)[0-9A-F]{2}01(?!00|FF)[0-9A-F]{2}$/.test(text)) return badParameter
  if (Number.parseInt(text.slice(2, 4), 16) > device.firmware.lockCount) return badParameter
  device.openDoor()
  return 0
}

function setOptions(device: Device, text: string): number {
  const packed = /^DateTime=(\d{1,10})$/.exec(text)?.[1]
  if (packed === undefined) return badParameter
  if (!device.firmware.ignoresDateTime) device.clock.set(unpackTime(Number(packed)))
  return 0
}

function listOptions(device: Device, names: string): string {
  const asked = new Set(names.split(','))
  return listRegistryLines(device)
    .filter((line) => asked.has(line.split('=')[0] ?? ''))
    .join(',')
}

export function executeAccessCommand(
  device: Device,
  text: string,
  faults: Faults,
): CommandOutcome & { answer?: QueryResult } {
  const [, verb = '', rest = ''] = /^(DATA \w+|CONTROL DEVICE|[GS]ET OPTIONS|\S+) ?(.*)$/s.exec(text) ?? []
  const [, table = '', parameters = ''] = /^(\w+) ?(.*)$/s.exec(rest) ?? []
  switch (verb) {
    case 'DATA UPDATE':
      return {
        verb,
        code: update(device, table, lowerCase(parseTabSeparatedFields(parameters)), faults),
        isSilent: table === 'timezone' && device.firmware.hours === 'silent',
      }
    case 'DATA DELETE':
      return { verb, code: remove(device, table, parameters) }
    case 'DATA QUERY':
      return { verb, ...query(device, rest, faults) }
    case 'DATA COUNT': {
      const rows = [`${rest}=${countReportedUsers(device, faults)}`]
      return rest === 'user' ? { verb, code: 0, answer: { type: 'count', table: rest, rows } } : { verb, code: noTable }
    }
    case 'ENROLL_BIO':
      return { verb, code: enrolPerson(device, parseTabSeparatedFields(rest)) }
    case 'CONTROL DEVICE':
      return { verb, code: control(device, rest) }
    case 'GET OPTIONS':
      return { verb, code: 0, answer: { type: 'options', table: 'options', rows: [listOptions(device, rest)] } }
    case 'SET OPTIONS':
      return { verb, code: setOptions(device, rest) }
    default:
      return { verb, code: unknownCommand }
  }
}
