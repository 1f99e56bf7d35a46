/** `wiegand` is a card at an external reader. */
export type VerifyMethod = 'face' | 'finger' | 'card' | 'wiegand' | 'password'

/** `since` and `until` as received, `0` without a date. `expires`: 0 never, 1 by days, 2 by passes, 3 by both. */
export type UserValidity = { since: string; until: string; expires: number }

export type DeviceUser = UserValidity & {
  pin: string
  name: string
  pri: number
  password: string
  card: string
  group: number
  timeZones: string
  /** Verify method (protocol §7): 0 any method, 3 password only, -1 the group's mode. */
  verify: number
  enabled: boolean
}

export function makeBlankUser(pin: string): DeviceUser {
  return {
    pin,
    name: '',
    pri: 0,
    password: '',
    card: '',
    group: 1,
    timeZones: '0000000100000000',
    verify: -1,
    enabled: true,
    since: '0',
    until: '0',
    expires: 0,
  }
}
