// What a terminal holds and how it judges who stands before it; nothing here knows the network.

import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'

export type Method = 'face' | 'finger' | 'card' | 'password'

export type DeviceUser = {
  pin: string
  name: string
  pri: number
  password: string
  card: string
  group: number
  timeZones: string
  /** Protocol §7: 0 any method, 3 password only, -1 the group's mode. */
  verify: number
}

export type PunchOutcome = { opened: true } | { opened: false; reason: 'unknown pin' | 'blocked' }

/** `line`: sent as it is instead of being written from the rest. */
export type AttendanceRecord = { pin: string; time: string; verify: number; number: number; line?: string }

/** Lines other than attendance that wait to be uploaded. */
type Upload = { table: string; lines: string[] }

const verifyCodes: Readonly<Record<Method, number>> = { face: 15, finger: 1, card: 4, password: 3 }

export function blankUser(pin: string): DeviceUser {
  return { pin, name: '', pri: 0, password: '', card: '', group: 1, timeZones: '0000000100000000', verify: -1 }
}

export class Device {
  readonly users = new Map<string, DeviceUser>()
  readonly doorOpenings: Date[] = []
  readonly options = new Map<string, string>()
  readonly clock: Clock
  records: AttendanceRecord[] = []
  /** How many of the records the server has taken. */
  sent = 0
  outbox: Upload[] = []
  readonly #faults: Faults
  readonly #onDoor: (at: Date) => void
  #number = 0

  constructor(faults: Faults, clock: Clock, onDoor: (at: Date) => void) {
    this.#faults = faults
    this.clock = clock
    this.#onDoor = onDoor
  }

  timeOf(at: Date | string): string {
    return typeof at === 'string' ? at : this.clock.show(at, this.#faults.clockSkewMs)
  }

  record(pin: string, time: string, verify: number, line?: string): void {
    this.#number++
    this.records.push({ pin, time, verify, number: this.#number, ...(line === undefined ? {} : { line }) })
  }

  openDoor(): void {
    const at = new Date()
    this.doorOpenings.push(at)
    this.#onDoor(at)
  }

  /** A refused attempt leaves no record: 2.x never reports it (protocol §7). */
  punch(pin: string, at: Date | string, method: Method): PunchOutcome {
    const user = this.users.get(pin)
    if (!user) return { opened: false, reason: 'unknown pin' }
    if (user.verify === 3 && method !== 'password') return { opened: false, reason: 'blocked' }
    this.record(pin, this.timeOf(at), verifyCodes[method])
    this.openDoor()
    return { opened: true }
  }

  factoryReset(): void {
    this.users.clear()
    this.options.clear()
    this.records = []
    this.outbox = []
    this.sent = 0
  }
}
