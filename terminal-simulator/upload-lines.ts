// Formats the lines of uploads (protocol §5).

import type { AttendanceRecord, Device } from './device.ts'
import type { Firmware } from './firmware.ts'
import type { Faults } from './terminal-faults.ts'

export function formatAttendance(record: AttendanceRecord, faults: Faults): string {
  if (record.line !== undefined) return record.line
  const { pin, time, status = 255, verify } = record
  return `${pin}\t${time}\t${status}\t${verify}\t0\t0\t0\t0\t0\t0${faults.trailingTab ? '\t' : ''}`
}

/** Formats a line of the operation log. `object` is usually the PIN that was changed. */
export function formatOperation(code: number, time: string, object = '0', detail = 0): string {
  return `OPLOG ${code}\t0\t${time}\t${object}\t${detail}\t0\t0`
}

export function joinLines(lines: readonly string[], faults: Faults): string {
  const lineEnd = faults.crlf ? '\r\n' : '\n'
  return lines.join(lineEnd) + (faults.noFinalLineEnd ? '' : lineEnd)
}

/** Returns the number of users that the terminal reports. */
export function countReportedUsers(device: Device, faults: Faults): number {
  const users = [...device.users.keys()]
  const counted = faults.countsFingers ? users.filter((pin) => device.templates.of(pin, 'finger').length > 0) : users
  return Math.max(0, counted.length - faults.usersCountedShort)
}

/** Formats `INFO=` of a poll: firmware, users, fingers, records, address, versions, faces. */
export function formatPollInfo(device: Device, faults: Faults): string {
  const users = countReportedUsers(device, faults)
  return encodeURI(
    `${device.firmware.version},${users},0,${device.records.length},${device.ip},10,58,12,${device.users.size},111`,
  )
}

function maxUserCount({ capacity, countsHundreds }: Firmware): number {
  if (capacity === Number.POSITIVE_INFINITY) return 100
  return countsHundreds ? Math.ceil(capacity / 100) : capacity
}

export const faceAlgorithmVersion = 58

/** Formats the algorithm versions; a list has one entry for each type of template in order. */
export function listAlgorithmLines({ fingerVersion, takesPhotos }: Firmware): string[] {
  return [
    `~ZKFPVersion=${fingerVersion}`,
    `MultiBioVersion=0:${fingerVersion}.0:0:0:0:0:0:0:0:${faceAlgorithmVersion}.3`,
    `MultiBioPhotoSupport=0:0:0:0:0:0:0:0:0:${takesPhotos ? 1 : 0}`,
  ]
}

/** Formats the registration data of a terminal of the access dialect. */
export function listRegistryLines({ firmware }: Device): string[] {
  const { deviceName, version, lockCount, countsSeconds } = firmware
  return [
    'DeviceType=acc',
    `~DeviceName=${deviceName}`,
    `FirmVer=${version}`,
    `LockCount=${lockCount}`,
    `DateFmtFunOn=${countsSeconds ? 1 : 0}`,
    'AccSupportFunList=0101010000111000000111010100011010',
    ...listAlgorithmLines(firmware),
    'authKey=dassas',
  ]
}

export function listOptionLines(device: Device, sn: string, faults: Faults): string[] {
  const own = [
    `~DeviceName=${device.firmware.deviceName}`,
    `MAC=${device.mac}`,
    `TransactionCount=${device.records.length}`,
    `UserCount=${countReportedUsers(device, faults)}`,
    `~MaxUserCount=${maxUserCount(device.firmware)}`,
    'FaceFunOn=1',
    'FingerFunOn=1',
    `IPAddress=${device.ip}`,
    `~Platform=${device.firmware.platform}`,
    '~OEMVendor= ZKTeco Inc. ',
    `FWVersion=${device.firmware.version}`,
    'PushVersion=Ver 2.0.36-20180926',
    `~SerialNumber=${sn}`,
    ...listAlgorithmLines(device.firmware),
  ]
  return [...own, ...[...device.options].map(([key, value]) => `${key}=${value}`)]
}
