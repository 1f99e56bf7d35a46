// First and last day of a person's right, which some terminals keep and some obey (door §Q2).

import type { Device } from './device.ts'
import type { Firmware } from './firmware.ts'
import type { DeviceUser, Validity } from './user.ts'

const written = /^(?:0|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)$/

export function holdsDates({ obeys, holdsDates, validTimeCode }: Firmware): boolean {
  return (obeys.validity === true || holdsDates) && validTimeCode >= 0
}

/** Null where a field is not as the firmware reads it; an empty one is not. */
export function parseValidity(fields: ReadonlyMap<string, string>, before: Validity): Validity | null {
  const since = fields.get('StartDatetime') ?? before.since
  const until = fields.get('EndDatetime') ?? before.until
  const expires = fields.get('Expires') ?? String(before.expires)
  return written.test(since) && written.test(until) && /^[0-3]$/.test(expires)
    ? { since, until, expires: Number(expires) }
    : null
}

/** By whole days, both included; passes are not counted. */
function liesOutside({ since, until, expires }: Validity, day: string): 'early' | 'over' | null {
  if (expires !== 1 && expires !== 3) return null
  if (since !== '0' && day < since.slice(0, 10)) return 'early'
  return until !== '0' && day > until.slice(0, 10) ? 'over' : null
}

function isObeyed(device: Device): boolean {
  // What ends a right there is no option.
  if (device.firmware.dialect === 'access') return true
  return (
    device.firmware.obeys.validity === true &&
    holdsDates(device.firmware) &&
    device.options.get('UserValidTimeFun') === '1'
  )
}

export function isOutside(device: Device, user: DeviceUser, time: string): boolean {
  return isObeyed(device) && liesOutside(user, time.slice(0, 10)) !== null
}

/** The terminal's clock goes on: what OverValidTime makes of those whose right is over by then. */
export function passTime(device: Device, time = device.timeOf(device.clock.now())): void {
  const rule = Number(device.options.get('OverValidTime') ?? device.firmware.overValidTime)
  if (rule === 1 || device.firmware.dialect === 'access' || !isObeyed(device)) return
  for (const user of [...device.users.values()]) {
    if (liesOutside(user, time.slice(0, 10)) !== 'over') continue
    if (rule === 2) device.removeUser(user.pin)
    else device.dropRecords(user.pin)
  }
}
