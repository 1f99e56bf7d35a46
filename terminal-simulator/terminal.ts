// A ZKTeco terminal of either dialect (PUSH 2.x, 3.x) that holds users, judges punches and calls the server, as the protocol's §15 has it.

import { EventEmitter } from 'node:events'
import { AccessSession, reportUser } from './access-session.ts'
import { Channel, type Exchange } from './channel.ts'
import { Clock } from './clock.ts'
import { Device } from './device.ts'
import type { ExecutedCommand } from './execute-commands.ts'
import { type Faults, noFaults } from './faults.ts'
import { type Firmware, usualFirmware } from './firmware.ts'
import { createLoop, type Loop } from './loop.ts'
import { type PunchOutcome, punch } from './punch.ts'
import { userLine } from './reported-user.ts'
import type { Rights } from './rights.ts'
import { type CycleReport, Session, type TerminalSession } from './session.ts'
import { makeUpload } from './template-commands.ts'
import type { Template, Templates } from './templates.ts'
import { operationLine } from './upload-lines.ts'
import { blankUser, type DeviceUser, type Method } from './user.ts'
import { createWire } from './wire.ts'

export type TerminalOptions = {
  host: string
  port: number
  sn: string
  faults?: Partial<Faults>
  firmware?: Partial<Firmware>
  /** Multiplies the delays that the server sets: 0.01 makes 10 s of them 100 ms. */
  delayScale?: number
  /** Wait after a failure, not scaled; else the server's ErrorDelay, scaled. */
  errorDelayMs?: number
  /** How long an answer may take. */
  timeoutMs?: number
  /** Announced in the handshake; null leaves it out. */
  pushver?: string | null
  language?: number
  /** The true time, which the terminal's clock differs from by `clockOffsetMs`. */
  now?: () => Date
  clockOffsetMs?: number
  /** Told in INFO and the options. Two terminals with one serial number (door B5: cloned boards) are two of these with a `mac` and an `ip` each. */
  ip?: string
  /** Where it is given it also stands in each request's `MAC:`. */
  mac?: string
  /** Fixes the terminal's zone; else it follows the handshake's TimeZone. */
  timeZoneOffsetMinutes?: number
  users?: Iterable<Partial<DeviceUser> & { pin: string }>
  /** The terminal's own log of before, long since sent: a terminal with stamps of its own sends it again (door B2). */
  operations?: Iterable<{ code: number; time: string; pin?: string }>
  /** Fingers and faces that somebody enrolled before. */
  templates?: Iterable<Template>
}

/** Somebody stands before the terminal. */
type Punch = {
  /** An instant, or the terminal's local time as `YYYY-MM-DD HH:MM:SS`; now by default. */
  at?: Date | string
  method?: Method
  /** Whose finger or face it is; else any that the number has. */
  owner?: string
  /** Protocol §5.1: 1 is an exit; 255 by default. */
  status?: number
  /** How many records it makes, a second apart (door A11: a face that stays there); 1 by default. */
  repeats?: number
  /** Of a panel; 1 by default. */
  door?: number
}

type TerminalEvents = {
  /** An answer was read. */
  exchange: [Exchange]
  command: [ExecutedCommand]
  door: [Date]
  cycle: [CycleReport]
}

type TerminalStats = {
  exchanges: number
  /** Executed or refused, by verb (`DATA`, `AC_UNLOCK`, …). */
  commands: ReadonlyMap<string, number>
  lastError: string | null
}

export type Terminal = Omit<Loop, 'hurry'> & {
  readonly events: EventEmitter<TerminalEvents>
  readonly users: Map<string, DeviceUser>
  readonly templates: Templates
  /** Numbers of which it has a photo to make a face of. */
  readonly photos: ReadonlySet<string>
  /** Of the access dialect: which doors open for whom, and when. */
  readonly rights: Rights
  readonly doorOpenings: readonly Date[]
  /** Changes take effect with the next request. */
  readonly faults: Faults
  readonly firmware: Firmware
  stats(): TerminalStats
  /** Records that the server has not taken yet. */
  unsent(): number
  punch(pin: string, options?: Punch): PunchOutcome
  /** A record that no judgement precedes: a line as it is, or a face's punch. */
  forcePunch(record: string | { pin: string; time: string; door?: number }): void
  /** Somebody was enrolled or changed at the terminal itself, which tells the server (`OPLOG 30` and `USER`). */
  enrol(user: Partial<DeviceUser> & { pin: string }): void
  /** A finger or face is enrolled at the terminal under a number, which it tells (`OPLOG 6` or `101`, and `USER`). */
  enrolTemplate(template: Template): void
  /** Somebody stands before it, whom the desk may have it enrol; null: nobody any more. */
  standBefore(owner: string | null): void
  /** Somebody was deleted at its menu, which it tells (`OPLOG 9`). */
  deleteUser(pin: string): void
  /** Something happens to it that its log tells by a line alone, as `OPLOG 3` with 54 of a door that was forced (protocol §5.2). */
  happen(code: number, object: string): void
  /** The time that its clock shows. */
  shows(): string
  /** Its clock shows that from now on: somebody set it at its menu, which it tells (`OPLOG 21`), or it went wrong by itself (door B3). */
  turnClock(local: string, told?: boolean): void
  /** The door was opened by its button: a record of number 0 (door A14). */
  pressButton(): void
  /** All that the terminal holds is gone; it starts anew with a handshake. */
  factoryReset(): void
  /** The pointer is back at the first record, as with a new server address. */
  resendAll(): void
}

type Parts = {
  device: Device
  session: TerminalSession
  wire: ReturnType<typeof createWire>
  events: EventEmitter<TerminalEvents>
}

/** Protocol §7: neither a finger nor a card, nor anything else of a person. */
const buttonVerify = 200

function assemble(
  options: TerminalOptions,
  faults: Faults,
  firmware: Firmware,
  commands: Map<string, number>,
): Parts & { channel: Channel } {
  const events = new EventEmitter<TerminalEvents>()
  const { host, port, sn, pushver = '2.4.1', language = 97 } = options
  const clock = new Clock(options.clockOffsetMs ?? 0, options.timeZoneOffsetMinutes, options.now)
  const device = new Device(faults, clock, (at) => events.emit('door', at), firmware)
  for (const user of options.users ?? []) device.users.set(user.pin, { ...blankUser(user.pin), ...user })
  for (const { code, time, pin } of options.operations ?? []) device.log([operationLine(code, time, pin)], false)
  for (const template of options.templates ?? []) device.templates.add(template)
  device.ip = options.ip ?? device.ip
  device.mac = options.mac ?? device.mac
  const wire = createWire(host, port, options.timeoutMs ?? 10_000)
  const onExchange = (exchange: Exchange) => events.emit('exchange', exchange)
  const channel = new Channel({ host, port, sn, mac: device.mac, onExchange }, faults, wire)
  const onCommand = (command: ExecutedCommand) => {
    commands.set(command.verb, (commands.get(command.verb) ?? 0) + 1)
    events.emit('command', command)
  }
  const Speaking = firmware.dialect === 'access' ? AccessSession : Session
  const session = new Speaking({ sn, pushver, language, onCommand }, device, faults, channel)
  return { device, session, wire, channel, events }
}

/** Tells what somebody did at its menu, and of whom, as far as it tells that. */
const reporter =
  ({ device }: Parts, faults: Faults, firmware: Firmware, hurry: () => void) =>
  (code: number, pin: string, detail = 0): void => {
    const user = device.users.get(pin)
    const operation = operationLine(code, device.timeOf(device.clock.now()), pin, detail)
    const lines = user && !faults.operationsOnly ? [operation, userLine(user, faults, firmware)] : [operation]
    if (firmware.dialect === 'access') reportUser(device, pin, faults)
    else device.log(lines, true)
    hurry()
  }

function clockAndLog(
  device: Device,
  report: (code: number, pin: string) => void,
): Pick<Terminal, 'happen' | 'shows' | 'turnClock'> {
  return {
    happen: report,
    shows: () => device.timeOf(device.clock.now()),
    turnClock(local, told = false) {
      device.clock.set(local)
      if (told) report(21, '0')
    },
  }
}

function enrolments(
  device: Device,
  faults: Faults,
  report: (code: number, pin: string, detail?: number) => void,
): Pick<Terminal, 'enrolTemplate' | 'standBefore'> {
  return {
    enrolTemplate(template) {
      const { pin, kind, number } = template
      if (!device.users.has(pin)) device.users.set(pin, blankUser(pin))
      device.templates.add(template)
      report(kind === 'finger' ? 6 : 101, pin, number)
      if (faults.sendsTemplates) device.outbox.push(makeUpload(device, template))
    },
    standBefore(owner) {
      device.before = owner
    },
  }
}

export function createTerminal(options: TerminalOptions): Terminal {
  const faults: Faults = { ...noFaults, macHeader: options.mac !== undefined, ...options.faults }
  const firmware: Firmware = { ...usualFirmware, ...options.firmware }
  const commands = new Map<string, number>()
  const parts = assemble(options, faults, firmware, commands)
  const { device, session, wire, channel, events } = parts
  const { hurry, ...loop } = createLoop(options, { session, wire, onCycle: (report) => events.emit('cycle', report) })
  const report = reporter(parts, faults, firmware, hurry)
  return {
    ...loop,
    events,
    faults,
    firmware,
    users: device.users,
    templates: device.templates,
    photos: device.photos,
    rights: device.rights,
    doorOpenings: device.doorOpenings,
    stats: () => ({ exchanges: channel.exchanges, commands, lastError: session.lastError }),
    unsent: () => device.records.length - device.sent,
    punch(pin, { at = device.clock.now(), method = 'face', ...rest } = {}) {
      const outcome = punch(device, { pin, time: device.timeOf(at), method, ...rest })
      // In the access dialect whoever is refused is told of at once, too.
      if (outcome.opened || firmware.dialect === 'access') hurry()
      return outcome
    },
    forcePunch(record) {
      if (typeof record === 'string') device.record({ pin: '', time: '', verify: 0, line: record })
      else device.record({ ...record, verify: 15 })
      hurry()
    },
    ...clockAndLog(device, report),
    pressButton() {
      device.record({ pin: '0', time: device.timeOf(device.clock.now()), verify: buttonVerify })
      device.openDoor()
      hurry()
    },
    enrol(user) {
      if (device.isFull && !device.users.has(user.pin)) throw new Error('the terminal is full')
      device.users.set(user.pin, { ...blankUser(user.pin), ...device.users.get(user.pin), ...user })
      report(30, user.pin)
    },
    ...enrolments(device, faults, report),
    deleteUser(pin) {
      device.removeUser(pin)
      report(9, pin)
    },
    factoryReset() {
      device.factoryReset()
      session.forget()
    },
    resendAll() {
      device.sent = 0
    },
  }
}
