// What a terminal does with a `C:` line, and the code it gives back (protocol §6.2, §6.4).

import { unpackTime } from './clock.ts'
import { blankUser, type Device, type DeviceUser } from './device.ts'
import type { Faults } from './faults.ts'
import { attendanceLine, descriptionLines, userLine } from './lines.ts'

/** `afterwards`: what the terminal does after it has acknowledged. */
export type Execution = { verb: string; code: number; details?: string[]; afterwards?: 'handshake' | 'reboot' }

type WaitingCommand = { id: string; text: string }

const notSupported = -1002
const badParameter = -1
const noSuchPin = -10

/** The commands of a poll's answer; what is no `C:<id>:<text>` is passed over in silence. */
export function commandsIn(answer: string): WaitingCommand[] {
  return answer.split(/\r?\n/).flatMap((line) => {
    const [, id, text] = /^C:([A-Za-z0-9]{1,16}):(.+)$/s.exec(line) ?? []
    return id === undefined || text === undefined ? [] : [{ id, text }]
  })
}

function fieldsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\t').map((part): [string, string] => {
      const at = part.indexOf('=')
      return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    }),
  )
}

// A terminal cuts a name by bytes, even in the middle of a character.
function heldName(name: string): string {
  return Buffer.from(name, 'utf8').subarray(0, 24).toString('utf8')
}

function number(text: string | undefined, otherwise: number): number {
  return text === undefined || text === '' || Number.isNaN(Number(text)) ? otherwise : Number(text)
}

function updateUser(device: Device, fields: ReadonlyMap<string, string>): number {
  const pin = fields.get('PIN') ?? ''
  if (!/^[1-9A-Za-z_][0-9A-Za-z_]*$/.test(pin)) return badParameter
  const before = device.users.get(pin) ?? blankUser(pin)
  const user: DeviceUser = {
    pin,
    name: heldName(fields.get('Name') ?? before.name),
    pri: number(fields.get('Pri'), before.pri),
    password: fields.get('Passwd') ?? before.password,
    card: fields.get('Card') ?? before.card,
    group: number(fields.get('Grp'), before.group),
    timeZones: fields.get('TZ') ?? before.timeZones,
    verify: number(fields.get('Verify'), before.verify),
  }
  device.users.set(pin, user)
  return 0
}

function queryUsers(device: Device, pin: string | undefined, faults: Faults): number {
  const users = [...device.users.values()].filter((user) => pin === undefined || user.pin === pin)
  if (users.length === 0) return badParameter
  for (let at = 0; at < users.length; at += 100) {
    device.outbox.push({ table: 'OPERLOG', lines: users.slice(at, at + 100).map((user) => userLine(user, faults)) })
  }
  return 0
}

function queryAttendance(device: Device, fields: ReadonlyMap<string, string>, faults: Faults): number {
  const bound = (key: string) => fields.get(key)?.replace('T', ' ')
  const [from = '', to = '9999'] = [bound('StartTime'), bound('EndTime')]
  const records = device.records.filter(({ time }) => time >= from && time <= to)
  for (let at = 0; at < records.length; at += 128) {
    const lines = records.slice(at, at + 128).map((record) => attendanceLine(record, faults))
    device.outbox.push({ table: 'ATTLOG', lines })
  }
  return records.length === 0 ? badParameter : 0
}

function executeData(device: Device, rest: string, faults: Faults): number {
  const [, action, table, parameters = ''] = /^(UPDATE|DELETE|QUERY) (\S+)(?: (.*))?$/.exec(rest) ?? []
  const fields = fieldsOf(parameters)
  if (action === 'QUERY' && table === 'ATTLOG') return queryAttendance(device, fields, faults)
  if (table !== 'USERINFO') return notSupported
  if (action === 'UPDATE') return updateUser(device, fields)
  if (action === 'QUERY') return queryUsers(device, fields.get('PIN'), faults)
  return device.users.delete(fields.get('PIN') ?? '') ? 0 : noSuchPin
}

function setOption(device: Device, text: string): number {
  const at = text.indexOf('=')
  if (at < 1) return badParameter
  const [key, value] = [text.slice(0, at), text.slice(at + 1)]
  if (key !== 'DateTime') device.options.set(key, value)
  else if (/^\d{1,10}$/.test(value)) device.clock.set(unpackTime(Number(value)))
  else return badParameter
  return 0
}

function clear(device: Device, what: string): Execution {
  const verb = `CLEAR_${what.replace(/^ALL /, '')}`
  if (!['LOG', 'DATA', 'PHOTO', 'BIODATA', 'ALL USERINFO'].includes(what)) return { verb, code: notSupported }
  if (what === 'LOG' || what === 'DATA') {
    device.records = []
    device.sent = 0
  }
  if (what === 'DATA' || what === 'ALL USERINFO') device.users.clear()
  return { verb, code: 0 }
}

export function execute(device: Device, sn: string, text: string, faults: Faults): Execution {
  const [, word = '', rest = ''] = /^(\S+) ?(.*)$/s.exec(text) ?? []
  if (word === 'DATA') return { verb: 'DATA', code: executeData(device, rest, faults) }
  if (text === 'AC_UNLOCK') {
    device.openDoor()
    return { verb: text, code: 0 }
  }
  if (text === 'INFO') return { verb: text, code: 0, details: descriptionLines(device, sn) }
  if (text === 'CHECK' || text === 'RELOAD OPTIONS') return { verb: text, code: 0, afterwards: 'handshake' }
  if (text === 'REBOOT') return { verb: text, code: 0, afterwards: 'reboot' }
  if (text === 'LOG' || text === 'AC_UNALARM') return { verb: text, code: 0 }
  if (word === 'SET' && rest.startsWith('OPTION ')) {
    return { verb: 'SET OPTION', code: setOption(device, rest.slice('OPTION '.length)) }
  }
  if (word === 'CLEAR') return clear(device, rest)
  return { verb: word, code: notSupported }
}

export function resultLines(sn: string, id: string, execution: Execution, faults: Faults): string[] {
  const serialNumber = faults.serialNumberInResults ? `&SN=${sn}` : ''
  const code = `${faults.lowerCaseReturn ? 'return' : 'Return'}=${execution.code}`
  return [`ID=${id}${serialNumber}&${code}&CMD=${execution.verb}`, ...(execution.details ?? [])]
}
