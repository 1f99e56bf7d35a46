// Checks the first and last day of a right, which some terminals store and some enforce (field report §Q2).

import type { Device } from './device.ts'
import type { Firmware } from './firmware.ts'
import type { DeviceUser, UserValidity } from './user.ts'

const written = /^(?:0|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)$/

export function canStoreDates({ obeys, holdsDates, validTimeCode }: Firmware): boolean {
  return (obeys.validity === true || holdsDates) && validTimeCode >= 0
}

/** Parses the dates of a record; null if a field has another format than the firmware's. An empty field is valid. */
export function parseValidity(fields: ReadonlyMap<string, string>, before: UserValidity): UserValidity | null {
  const since = fields.get('StartDatetime') ?? before.since
  const until = fields.get('EndDatetime') ?? before.until
  const expires = fields.get('Expires') ?? String(before.expires)
  return written.test(since) && written.test(until) && /^[0-3]$/.test(expires)
    ? { since, until, expires: Number(expires) }
    : null
}

/** Compares complete days, both included. Passes are not counted. */
function liesOutside({ since, until, expires }: UserValidity, day: string): 'early' | 'over' | null {
  if (expires !== 1 && expires !== 3) return null
  if (since !== '0' && day < since.slice(0, 10)) return 'early'
  return until !== '0' && day > until.slice(0, 10) ? 'over' : null
}

function isObeyed(device: Device): boolean {
  // In the access dialect dates are always enforced, without an option.
  if (device.firmware.dialect === 'access') return true
  return (
    device.firmware.obeys.validity === true &&
    canStoreDates(device.firmware) &&
    device.options.get('UserValidTimeFun') === '1'
  )
}

export function isOutsideValidity(device: Device, user: DeviceUser, time: string): boolean {
  return isObeyed(device) && liesOutside(user, time.slice(0, 10)) !== null
}

/** Called as the clock advances: applies OverValidTime to users whose right has ended. */
export function expireUsers(device: Device, time = device.timeOf(device.clock.now())): void {
  const rule = Number(device.options.get('OverValidTime') ?? device.firmware.overValidTime)
  if (rule === 1 || device.firmware.dialect === 'access' || !isObeyed(device)) return
  for (const user of [...device.users.values()]) {
    if (liesOutside(user, time.slice(0, 10)) !== 'over') continue
    if (rule === 2) device.removeUser(user.pin)
    else device.dropRecords(user.pin)
  }
}
