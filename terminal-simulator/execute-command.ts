// Executes a `C:` line and returns its return code (protocol §6.2, §6.4).

import { unpackTime } from './clock.ts'
import {
  type CommandFields,
  invalidParameterCode,
  parseTabSeparatedFields,
  unsupportedCommandCode,
} from './command-text.ts'
import type { Device } from './device.ts'
import type { OpenDoorCommandEffect } from './firmware.ts'
import {
  enrolPerson,
  listTemplatesOfUser,
  makeTemplateUpload,
  storeSentTemplate,
  templateTables,
} from './template-commands.ts'
import type { Faults } from './terminal-faults.ts'
import { formatAttendance, formatOperation, listOptionLines } from './upload-lines.ts'
import { deleteUser, executeUserQuery, updateUser } from './user-commands.ts'
import { expireUsers } from './validity.ts'

/** Outcome of a command. `isSilent`: no acknowledgement is sent; `afterAnswer`: action after the acknowledgement. */
export type CommandOutcome = {
  verb: string
  code: number
  details?: string[]
  isSilent?: boolean
  afterAnswer?: 'handshake' | 'reboot'
}

function queryAttendance(device: Device, fields: CommandFields, faults: Faults): number {
  const bound = (key: string) => fields.get(key)?.replace('T', ' ')
  const [from = '', to = '9999'] = [bound('StartTime'), bound('EndTime')]
  const records = device.records.filter(({ time }) => time >= from && time <= to)
  for (let at = 0; at < records.length; at += 128) {
    const lines = records.slice(at, at + 128).map((record) => formatAttendance(record, faults))
    device.outbox.push({ table: 'ATTLOG', lines })
  }
  return records.length === 0 ? invalidParameterCode : 0
}

function executeData(device: Device, rest: string, faults: Faults): number {
  const [, action, table, parameters = ''] = /^(UPDATE|DELETE|QUERY) (\S+)(?: (.*))?$/.exec(rest) ?? []
  const fields = parseTabSeparatedFields(parameters)
  if (action === 'QUERY' && device.firmware.queryAnswer === 'refused') return unsupportedCommandCode
  if (action === 'QUERY' && table === 'ATTLOG') return queryAttendance(device, fields, faults)
  if (templateTables.has(table ?? '')) return executeTemplates(device, action, table ?? '', fields)
  if (table !== 'USERINFO') return unsupportedCommandCode
  if (action === 'QUERY') return executeUserQuery(device, fields.get('PIN'), faults)
  const code = action === 'UPDATE' ? updateUser(device, fields, faults) : deleteUser(device, fields)
  if (code >= 0) logDeed(device, faults, action === 'UPDATE' ? 30 : 9, fields.get('PIN'))
  return code
}

function executeTemplates(device: Device, action: string | undefined, table: string, fields: CommandFields): number {
  if (action === 'UPDATE') return storeSentTemplate(device, table, fields)
  if (action !== 'QUERY') return unsupportedCommandCode
  const found = listTemplatesOfUser(device, table, fields)
  for (const template of found) device.outbox.push(makeTemplateUpload(device, template))
  return found.length > 0 ? 0 : invalidParameterCode
}

/** Logs a server command like a change at the terminal's menu, if the fault `logsCommands` is set. */
function logDeed(device: Device, faults: Faults, code: number, pin?: string): void {
  if (faults.logsCommands) device.log([formatOperation(code, device.timeOf(device.clock.now()), pin)], true)
}

function setClock(device: Device, value: string, faults: Faults): number {
  if (!/^\d{1,10}$/.test(value)) return invalidParameterCode
  if (!device.firmware.ignoresDateTime) device.clock.set(unpackTime(Number(value)))
  logDeed(device, faults, 21)
  return 0
}

function setOption(device: Device, text: string, faults: Faults): number {
  const at = text.indexOf('=')
  if (at < 1) return invalidParameterCode
  const [key, value] = [text.slice(0, at), text.slice(at + 1)]
  if (key === 'DateTime') return setClock(device, value, faults)
  const { validTimeCode } = device.firmware
  if (key === 'UserValidTimeFun' && validTimeCode < 0) return validTimeCode
  device.options.set(key, value)
  // Options apply at once: if UserValidTimeFun comes first, OverValidTime is too late to keep expired users.
  expireUsers(device)
  return 0
}

function clear(device: Device, what: string, faults: Faults): CommandOutcome {
  const verb = `CLEAR_${what.replace(/^ALL /, '')}`
  if (!['LOG', 'DATA', 'PHOTO', 'BIODATA', 'ALL USERINFO'].includes(what)) return { verb, code: unsupportedCommandCode }
  if (what === 'LOG' || what === 'DATA') device.clearRecords()
  if (what === 'DATA' || what === 'ALL USERINFO') device.clearUsers()
  if (what === 'BIODATA') device.templates.clear()
  logDeed(device, faults, 13)
  return { verb, code: 0 }
}

/** `refused` is the verb that the terminal reports if it does not support the command. */
function open(device: Device, verb: string, refused: string, opening: OpenDoorCommandEffect): CommandOutcome {
  if (opening === 'refuses') return { verb: refused, code: unsupportedCommandCode }
  if (opening === 'opens') device.openDoor()
  return { verb, code: 0 }
}

export function executeAttendanceCommand(device: Device, sn: string, text: string, faults: Faults): CommandOutcome {
  const [, word = '', rest = ''] = /^(\S+) ?(.*)$/s.exec(text) ?? []
  if (word === 'DATA') return { verb: 'DATA', code: executeData(device, rest, faults) }
  if (text === 'AC_UNLOCK') return open(device, text, text, device.firmware.unlock)
  if (word === 'CONTROL' && /^DEVICE 01(?!00)[0-9A-F]{2}01(?!00|FF)[0-9A-F]{2}$/.test(rest)) {
    return open(device, 'CONTROL DEVICE', word, device.firmware.controlDevice)
  }
  if (word === 'ENROLL_FP' || word === 'ENROLL_BIO')
    return { verb: word, code: enrolPerson(device, parseTabSeparatedFields(rest)) }
  if (text === 'INFO') return { verb: text, code: 0, details: listOptionLines(device, sn, faults) }
  if (text === 'CHECK') device.startsOver = true
  if (text === 'CHECK' || text === 'RELOAD OPTIONS') return { verb: text, code: 0, afterAnswer: 'handshake' }
  if (text === 'REBOOT') return { verb: text, code: 0, afterAnswer: 'reboot' }
  if (text === 'LOG' || text === 'AC_UNALARM') return { verb: text, code: 0 }
  if (word === 'SET' && rest.startsWith('OPTION ')) {
    return { verb: 'SET OPTION', code: setOption(device, rest.slice('OPTION '.length), faults) }
  }
  if (word === 'CLEAR') return clear(device, rest, faults)
  return { verb: word, code: unsupportedCommandCode }
}

export function formatCommandResults(sn: string, id: string, execution: CommandOutcome, faults: Faults): string[] {
  const serialNumber = faults.serialNumberInResults ? `&SN=${sn}` : ''
  const code = `${faults.lowerCaseReturn ? 'return' : 'Return'}=${execution.code}`
  return [`ID=${id}${serialNumber}&${code}&CMD=${execution.verb}`, ...(execution.details ?? [])]
}
