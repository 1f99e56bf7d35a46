// How a terminal writes what it uploads (protocol §5).

import type { AttendanceRecord, Device, DeviceUser } from './device.ts'
import type { Faults } from './faults.ts'

export function attendanceLine(record: AttendanceRecord, faults: Faults): string {
  if (record.line !== undefined) return record.line
  const columns = [record.pin, record.time]
  if (!faults.twoColumns) columns.push('255', String(record.verify), '0', '0', '0', '0', '0', '0')
  if (faults.elevenColumns && !faults.twoColumns) columns.push(String(record.number))
  return `${columns.join('\t')}${faults.trailingTab ? '\t' : ''}`
}

export function userLine(user: DeviceUser, faults: Faults): string {
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
    'StartDatetime=0',
    'EndDatetime=0',
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

export function descriptionLines(device: Device, sn: string): string[] {
  const own = [
    '~DeviceName=SenseFace Simulator',
    'MAC=00:17:61:10:79:9f',
    `TransactionCount=${device.records.length}`,
    `UserCount=${device.users.size}`,
    '~MaxUserCount=100',
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
