// What a terminal holds; nothing here knows the network.

import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'
import { type Firmware, usualFirmware } from './firmware.ts'
import { Templates } from './templates.ts'
import type { DeviceUser } from './user.ts'

/** `line`: sent as it is instead of being written from the rest. */
export type AttendanceRecord = { pin: string; time: string; verify: number; number: number; line?: string }

/** Lines other than attendance that wait to be uploaded. */
type Upload = { table: string; lines: string[] }

export class Device {
  readonly users = new Map<string, DeviceUser>()
  readonly templates = new Templates()
  readonly doorOpenings: Date[] = []
  readonly options = new Map<string, string>()
  readonly clock: Clock
  readonly firmware: Firmware
  mac = '00:17:61:10:79:9f'
  ip = '127.0.0.1'
  records: AttendanceRecord[] = []
  /** How many of the records the server has taken. */
  sent = 0
  outbox: Upload[] = []
  readonly #faults: Faults
  readonly #onDoor: (at: Date) => void
  #number = 0

  constructor(faults: Faults, clock: Clock, onDoor: (at: Date) => void, firmware: Firmware = usualFirmware) {
    this.#faults = faults
    this.clock = clock
    this.#onDoor = onDoor
    this.firmware = firmware
  }

  timeOf(at: Date | string): string {
    return typeof at === 'string' ? at : this.clock.show(at, this.#faults.clockSkewMs)
  }

  record(pin: string, time: string, verify: number, line?: string): void {
    this.#number++
    this.records.push({ pin, time, verify, number: this.#number, ...(line === undefined ? {} : { line }) })
  }

  openDoor(): void {
    const at = this.clock.now()
    this.doorOpenings.push(at)
    this.#onDoor(at)
  }

  get isFull(): boolean {
    return this.users.size >= this.firmware.capacity
  }

  removeUser(pin: string): boolean {
    this.templates.remove(pin)
    return this.users.delete(pin)
  }

  /** Also those that the server has not taken yet. */
  dropRecords(pin: string): void {
    const stays = (record: AttendanceRecord) => record.pin !== pin
    if (this.records.every(stays)) return
    this.sent = this.records.slice(0, this.sent).filter(stays).length
    this.records = this.records.filter(stays)
  }

  clearRecords(): void {
    this.records = []
    this.sent = 0
  }

  clearUsers(): void {
    this.users.clear()
    this.templates.clear()
  }

  factoryReset(): void {
    this.clearUsers()
    this.clearRecords()
    this.options.clear()
    this.outbox = []
  }
}
