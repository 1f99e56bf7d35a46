// Simulates a ZKTeco terminal of either dialect (PUSH 2.x, 3.x) that stores users, decides on punches and calls the
// server, following the protocol's §15.

import { EventEmitter } from 'node:events'
import type { AccessRights } from './access-rights.ts'
import { AccessSession, queueUserReport } from './access-session.ts'
import { AttendanceSession, type PollCycleReport, type TerminalSession } from './attendance-session.ts'
import { Clock } from './clock.ts'
import type { ExecutedCommand } from './command-queue.ts'
import { createPollCycleLoop, type PollCycleLoop } from './cycle-loop.ts'
import { Device } from './device.ts'
import { defaultFirmware, type Firmware } from './firmware.ts'
import { createHttpConnections } from './http-connections.ts'
import { formatUser } from './reported-user.ts'
import { type HttpExchange, ServerChannel } from './server-channel.ts'
import { type PunchOutcome, simulatePunch } from './simulate-punch.ts'
import { makeTemplateUpload } from './template-commands.ts'
import type { Template, TemplateStore } from './templates.ts'
import { type Faults, noFaults } from './terminal-faults.ts'
import { formatOperation } from './upload-lines.ts'
import { type DeviceUser, makeBlankUser, type VerifyMethod } from './user.ts'

export type TerminalOptions = {
  host: string
  port: number
  sn: string
  faults?: Partial<Faults>
  firmware?: Partial<Firmware>
  /** Factor for the server's delays: 0.01 turns 10 s into 100 ms. */
  delayScale?: number
  /** Milliseconds to wait after a failure, not scaled. By default the server's ErrorDelay is used, scaled. */
  errorDelayMs?: number
  /** Milliseconds to wait for an answer. */
  timeoutMs?: number
  /** Protocol version sent in the handshake; null omits it. */
  pushver?: string | null
  language?: number
  /** Returns the real time, from which the terminal's clock differs by `clockOffsetMs`. */
  now?: () => Date
  clockOffsetMs?: number
  /**
   * Address in INFO and the options. For two terminals with one serial number (field report B5: cloned boards),
   * create two with different `mac` and `ip`.
   */
  ip?: string
  /** MAC address. If set, it is also sent as `MAC:` with each request. */
  mac?: string
  /** Fixes the terminal's zone. By default the handshake's TimeZone sets it. */
  timeZoneOffsetMinutes?: number
  users?: Iterable<Partial<DeviceUser> & { pin: string }>
  /** Operations already sent. A terminal that counts stamps itself sends them again (field report B2). */
  operations?: Iterable<{ code: number; time: string; pin?: string }>
  /** Templates enrolled before the start. */
  templates?: Iterable<Template>
}

/** A punch of a person at the terminal. */
type Punch = {
  /** Instant, or the terminal's local time as `YYYY-MM-DD HH:MM:SS`. Now by default. */
  at?: Date | string
  method?: VerifyMethod
  /** Person whose fingerprint or face is read. By default one that is enrolled under the PIN. */
  owner?: string
  /** Status code (protocol §5.1): 1 is an exit, 255 is the default. */
  status?: number
  /** Number of records, one each second (field report A11: a face that remains in view); 1 by default. */
  repeats?: number
  /** Door number of a panel; 1 by default. */
  door?: number
}

type TerminalEvents = {
  /** Emitted after each answer. */
  exchange: [HttpExchange]
  command: [ExecutedCommand]
  door: [Date]
  cycle: [PollCycleReport]
}

type TerminalStats = {
  exchanges: number
  /** Number of executed and refused commands by verb (`DATA`, `AC_UNLOCK`, …). */
  commands: ReadonlyMap<string, number>
  lastError: string | null
}

export type Terminal = Omit<PollCycleLoop, 'hurry'> & {
  readonly events: EventEmitter<TerminalEvents>
  readonly users: Map<string, DeviceUser>
  readonly templates: TemplateStore
  /** PINs with a photo from which the terminal computes a face. */
  readonly photos: ReadonlySet<string>
  /** Rights in the access dialect: doors and hours by PIN. */
  readonly rights: AccessRights
  readonly doorOpenings: readonly Date[]
  /** Faults may be changed; a change takes effect with the next request. */
  readonly faults: Faults
  readonly firmware: Firmware
  stats(): TerminalStats
  /** Number of records that the server has not accepted yet. */
  unsent(): number
  punch(pin: string, options?: Punch): PunchOutcome
  /** Adds a record without deciding whether the door opens: a complete line, or a pass by face. */
  forcePunch(record: string | { pin: string; time: string; door?: number }): void
  /** Enrols or changes a user at the terminal, which reports it (`OPLOG 30` and `USER`). */
  enrol(user: Partial<DeviceUser> & { pin: string }): void
  /** Enrols a template at the terminal, which reports it (`OPLOG 6` or `101`, and `USER`). */
  enrolTemplate(template: Template): void
  /** Puts a person in front of the terminal, for enrolments from the front desk; null removes the person. */
  standBefore(owner: string | null): void
  /** Deletes a user at the terminal's menu, which the terminal reports (`OPLOG 9`). */
  deleteUser(pin: string): void
  /** Adds an event that only an operation log line reports, such as `OPLOG 3` with 54 for a forced door. */
  happen(code: number, object: string): void
  /** Returns the local time that the terminal's clock shows. */
  shows(): string
  /** Sets the clock: with `told` at the menu, reported (`OPLOG 21`), otherwise unreported, as a fault. */
  turnClock(local: string, told?: boolean): void
  /** Clears the terminal, which then begins with a handshake. */
  factoryReset(): void
  /** Uploads all records again, as after a change of the server's address. */
  resendAll(): void
}

type Parts = {
  device: Device
  session: TerminalSession
  wire: ReturnType<typeof createHttpConnections>
  events: EventEmitter<TerminalEvents>
}

function assemble(
  options: TerminalOptions,
  faults: Faults,
  firmware: Firmware,
  commands: Map<string, number>,
): Parts & { channel: ServerChannel } {
  const events = new EventEmitter<TerminalEvents>()
  const { host, port, sn, pushver = '2.4.1', language = 97 } = options
  const clock = new Clock(options.clockOffsetMs ?? 0, options.timeZoneOffsetMinutes, options.now)
  const device = new Device(faults, clock, (at) => events.emit('door', at), firmware)
  for (const user of options.users ?? []) device.users.set(user.pin, { ...makeBlankUser(user.pin), ...user })
  for (const { code, time, pin } of options.operations ?? []) device.log([formatOperation(code, time, pin)], false)
  for (const template of options.templates ?? []) device.templates.add(template)
  device.ip = options.ip ?? device.ip
  device.mac = options.mac ?? device.mac
  const wire = createHttpConnections(host, port, options.timeoutMs ?? 10_000)
  const onExchange = (exchange: HttpExchange) => events.emit('exchange', exchange)
  const channel = new ServerChannel({ host, port, sn, mac: device.mac, onExchange }, faults, wire)
  const onCommand = (command: ExecutedCommand) => {
    commands.set(command.verb, (commands.get(command.verb) ?? 0) + 1)
    events.emit('command', command)
  }
  const Speaking = firmware.dialect === 'access' ? AccessSession : AttendanceSession
  const session = new Speaking({ sn, pushver, language, onCommand }, device, faults, channel)
  return { device, session, wire, channel, events }
}

/** Reports a change at the terminal's menu, with the PIN that was changed. */
const reporter =
  ({ device }: Parts, faults: Faults, firmware: Firmware, hurry: () => void) =>
  (code: number, pin: string, detail = 0): void => {
    const user = device.users.get(pin)
    const operation = formatOperation(code, device.timeOf(device.clock.now()), pin, detail)
    const lines = user && !faults.operationsOnly ? [operation, formatUser(user, faults, firmware)] : [operation]
    if (firmware.dialect === 'access') queueUserReport(device, pin, faults)
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
      if (!device.users.has(pin)) device.users.set(pin, makeBlankUser(pin))
      device.templates.add(template)
      report(kind === 'finger' ? 6 : 101, pin, number)
      if (faults.sendsTemplates) device.outbox.push(makeTemplateUpload(device, template))
    },
    standBefore(owner) {
      device.before = owner
    },
  }
}

export function createTerminal(options: TerminalOptions): Terminal {
  const faults: Faults = { ...noFaults, macHeader: options.mac !== undefined, ...options.faults }
  const firmware: Firmware = { ...defaultFirmware, ...options.firmware }
  const commands = new Map<string, number>()
  const parts = assemble(options, faults, firmware, commands)
  const { device, session, wire, channel, events } = parts
  const { hurry, ...loop } = createPollCycleLoop(options, {
    session,
    wire,
    onCycle: (report) => events.emit('cycle', report),
  })
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
      const outcome = simulatePunch(device, { pin, time: device.timeOf(at), method, ...rest })
      // In the access dialect a refused attempt is reported at once too.
      if (outcome.opened || firmware.dialect === 'access') hurry()
      return outcome
    },
    forcePunch(record) {
      if (typeof record === 'string') device.record({ pin: '', time: '', verify: 0, line: record })
      else device.record({ ...record, verify: 15 })
      hurry()
    },
    ...clockAndLog(device, report),
    enrol(user) {
      if (device.isFull && !device.users.has(user.pin)) throw new Error('the terminal is full')
      device.users.set(user.pin, { ...makeBlankUser(user.pin), ...device.users.get(user.pin), ...user })
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
