// What a terminal holds; nothing here knows the network.

import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'
import { type Firmware, usualFirmware } from './firmware.ts'
import { Rights } from './rights.ts'
import { Templates } from './templates.ts'
import type { DeviceUser } from './user.ts'

/** `line`: sent as it is instead of being written from the rest. */
export type AttendanceRecord = Pass & { number: number }

/** `status`: protocol §5.1, 255 where no key tells in from out. `event`: protocol §11, 0 where the door opened. `door`: of a panel, 1 by default. */
type Pass = { pin: string; time: string; verify: number; status?: number; line?: string; event?: number; door?: number }

/** The terminal's own log: enrolments, changes, restarts. */
type Operation = { number: number; lines: string[] }

/** Lines other than attendance that wait to be uploaded. `operation`: the last of the log's in it, where they are of the log. */
export type Upload = { table: string; lines: string[]; operation?: number }

/** Where the clock of a terminal without a battery begins. */
const batteryStart = '2000-01-01 00:00:00'

export class Device {
  readonly users = new Map<string, DeviceUser>()
  readonly templates = new Templates()
  /** Numbers of which it has a photo to make a face of. */
  readonly photos = new Set<string>()
  readonly rights = new Rights()
  readonly doorOpenings: Date[] = []
  /** Who stands before it, to be enrolled; null: nobody. */
  before: string | null = null
  readonly options = new Map<string, string>()
  readonly clock: Clock
  readonly firmware: Firmware
  mac = '00:17:61:10:79:9f'
  ip = '127.0.0.1'
  records: AttendanceRecord[] = []
  /** How many of the records the server has taken. */
  sent = 0
  outbox: Upload[] = []
  operations: Operation[] = []
  /** CHECK came: the next handshake sends everything, where the firmware has stamps of its own. */
  startsOver = false
  /** How many users the last question for all of them was answered with, where one answer does not hold all. */
  queried = 0
  readonly #faults: Faults
  readonly #onDoor: (at: Date) => void
  #number = 0
  #operationNumber = 0

  constructor(faults: Faults, clock: Clock, onDoor: (at: Date) => void, firmware: Firmware = usualFirmware) {
    this.#faults = faults
    this.clock = clock
    this.#onDoor = onDoor
    this.firmware = firmware
    if (firmware.deadBattery) clock.restart(batteryStart)
  }

  timeOf(at: Date | string): string {
    return typeof at === 'string' ? at : this.clock.show(at, this.#faults.clockSkewMs)
  }

  record(pass: Pass): void {
    this.#number++
    this.records.push({ ...pass, number: this.#number })
  }

  /** `isNew`: it waits to be uploaded. */
  log(lines: string[], isNew: boolean): void {
    this.#operationNumber++
    const operation = this.#operationNumber
    this.operations.push({ number: operation, lines })
    if (isNew) this.outbox.push({ table: 'OPERLOG', lines, operation })
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
    this.photos.delete(pin)
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
    this.rights.clear()
    this.templates.clear()
  }

  /** The power went: users, records and their pointer are kept, what waited in memory is not. */
  loseMemory(): void {
    this.outbox = []
    this.queried = 0
    this.startsOver = false
    if (this.firmware.deadBattery) this.clock.restart(batteryStart)
  }

  factoryReset(): void {
    this.clearUsers()
    this.rights.factoryReset()
    this.clearRecords()
    this.options.clear()
    this.outbox = []
    this.operations = []
    this.queried = 0
  }
}
