// How a terminal writes what it uploads (protocol §5).

import type { AttendanceRecord, Device } from './device.ts'
import type { Faults } from './faults.ts'
import type { Firmware } from './firmware.ts'
import type { DeviceUser } from './user.ts'
import { holdsDates } from './validity.ts'

export function attendanceLine(record: AttendanceRecord, faults: Faults): string {
  if (record.line !== undefined) return record.line
  const columns = [record.pin, record.time]
  if (!faults.twoColumns) columns.push('255', String(record.verify), '0', '0', '0', '0', '0', '0')
  if (faults.elevenColumns && !faults.twoColumns) columns.push(String(record.number))
  return `${columns.join('\t')}${faults.trailingTab ? '\t' : ''}`
}

export function userLine(user: DeviceUser, faults: Faults, firmware: Firmware): string {
  const fields = [
    `PIN=${user.pin}`,
    `Name=${user.name}`,
    `Pri=${user.pri}`,
    `Passwd=${user.password}`,
    `Card=${user.card}`,
    `Grp=${user.group}`,
    `TZ=${user.timeZones}`,
    `Verify=${user.verify}`,
    'ViceCard=',
    `StartDatetime=${user.since}`,
    `EndDatetime=${user.until}`,
    ...(holdsDates(firmware) ? [`Expires=${user.expires}`] : []),
  ]
  return `${faults.noUserWord ? '' : 'USER '}${fields.join('\t')}`
}

export function bodyText(lines: readonly string[], faults: Faults): string {
  const lineEnd = faults.crlf ? '\r\n' : '\n'
  return lines.join(lineEnd) + (faults.noFinalLineEnd ? '' : lineEnd)
}

const firmware = 'Ver 8.0.4.7-20230510'

/** `INFO=` of a poll: firmware, users, fingers, records, address, versions, faces. */
export function infoValue(device: Device): string {
  return encodeURI(
    `${firmware},${device.users.size},0,${device.records.length},127.0.0.1,10,58,12,${device.users.size},111`,
  )
}

function maxUserCount({ capacity, countsHundreds }: Firmware): number {
  if (capacity === Number.POSITIVE_INFINITY) return 100
  return countsHundreds ? Math.ceil(capacity / 100) : capacity
}

export function descriptionLines(device: Device, sn: string): string[] {
  const own = [
    '~DeviceName=SenseFace Simulator',
    'MAC=00:17:61:10:79:9f',
    `TransactionCount=${device.records.length}`,
    `UserCount=${device.users.size}`,
    `~MaxUserCount=${maxUserCount(device.firmware)}`,
    'FaceFunOn=1',
    'FingerFunOn=1',
    'IPAddress=127.0.0.1',
    '~Platform=ZAM70_TFT',
    '~OEMVendor= ZKTeco Inc. ',
    `FWVersion=${firmware}`,
    'PushVersion=Ver 2.0.36-20180926',
    `~SerialNumber=${sn}`,
  ]
  return [...own, ...[...device.options].map(([key, value]) => `${key}=${value}`)]
}
