// State of a simulated terminal, without its network.

import { AccessRights } from './access-rights.ts'
import type { Clock } from './clock.ts'
import { defaultFirmware, type Firmware } from './firmware.ts'
import { TemplateStore } from './templates.ts'
import type { Faults } from './terminal-faults.ts'
import type { DeviceUser } from './user.ts'

/** A stored record. `line`, if set, is uploaded instead of the other fields. */
export type AttendanceRecord = Pass & { number: number }

/**
 * A pass or refusal. `status`: protocol §5.1, 255 without a key for entry or exit. `event`: protocol §11, 0 if the
 * door opened. `door`: number of a panel's door, 1 by default.
 */
type Pass = { pin: string; time: string; verify: number; status?: number; line?: string; event?: number; door?: number }

/** Entry of the terminal's operation log: an enrolment, a change or a restart. */
type Operation = { number: number; lines: string[] }

/** Lines other than attendance that wait for upload. `operation`: number of the last operation in OPERLOG lines. */
export type PendingUpload = { table: string; lines: string[]; operation?: number }

/** Time that the clock of a terminal without a battery shows after a restart. */
const batteryStart = '2000-01-01 00:00:00'

export class Device {
  readonly users = new Map<string, DeviceUser>()
  readonly templates = new TemplateStore()
  /** PINs with a photo from which the terminal computes a face. */
  readonly photos = new Set<string>()
  readonly rights = new AccessRights()
  readonly doorOpenings: Date[] = []
  /** Name of the person in front of the terminal, to be enrolled; null if there is none. */
  before: string | null = null
  readonly options = new Map<string, string>()
  readonly clock: Clock
  readonly firmware: Firmware
  mac = '00:17:61:10:79:9f'
  ip = '127.0.0.1'
  records: AttendanceRecord[] = []
  /** Number of records that the server has accepted. */
  sent = 0
  outbox: PendingUpload[] = []
  operations: Operation[] = []
  /** True if CHECK was received: the next handshake then sends all records, if the firmware counts stamps itself. */
  startsOver = false
  /** Number of users already sent for the last query, if one answer does not hold all of them. */
  queried = 0
  readonly #faults: Faults
  readonly #onDoor: (at: Date) => void
  #number = 0
  #operationNumber = 0

  constructor(faults: Faults, clock: Clock, onDoor: (at: Date) => void, firmware: Firmware = defaultFirmware) {
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

  /** Adds an operation to the log. `isNew`: it waits for upload. */
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

  /** Deletes the records of a PIN, also records that the server has not accepted yet. */
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

  /** Simulates a loss of power: users, records and the position in them are kept, data in memory is lost. */
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
