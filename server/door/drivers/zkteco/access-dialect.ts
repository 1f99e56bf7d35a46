// Implements the access dialect (PUSH 3.x, protocol §11). Uploads are stored before they are acknowledged.

import { parseInstant } from '@torniquete/contract/shared/dates.ts'
import { canPersonEnter, storeRefusedAttempts } from '../../access-panel-requests.ts'
import type { DoorService } from '../../door-service.ts'
import { isRecentIncident, type TerminalIncident } from '../../incidents.ts'
import { earliestValidDate, maxClockAheadSeconds } from '../../record-passes.ts'
import type { RefusedAttempt } from '../../refused-attempts.ts'
import type { Terminal } from '../../terminals.ts'
import { storeUploadedTemplates } from '../../uploaded-templates.ts'
import {
  formatAccessHandshakeAnswer,
  formatAuthorizationAnswer,
  formatClockAnswer,
  formatConfigurationAnswer,
  formatRegistrationAnswer,
  formatTableUploadAnswer,
} from './access-answers.ts'
import {
  formatAccessCommand,
  formatDoorOpening,
  parseAccessCommandResult,
  parseCommandId,
  terminalDescriptionQuery,
} from './access-commands.ts'
import { type AccessEvent, parseAccessEvents, parseAccessUsers, parseStateReportTime } from './access-uploads.ts'
import { formatCommandsAnswer } from './command-lines.ts'
import { parseCommandResults } from './command-results.ts'
import { packTime } from './packed-time.ts'
import { countLines, type ParsedLines, parseInteger, splitLines } from './parse-push-lines.ts'
import type { TerminalRequest } from './push-requests.ts'
import { parseTemplates } from './template-lines.ts'
import { parseTerminalOptions } from './terminal-options.ts'
import { decodeText, matchesSentName } from './text-encoding.ts'
import { type ReplyToTerminal, storeUploadWithinLimits } from './upload-limits.ts'

// Event codes of passes (protocol §11).
const passCodes = new Set([0, 1, 2, 3, 14, 15, 16, 17, 18, 19, 203, 207, 208, 215, 216, 222, 232])

interface Reason {
  text: string
  /**
   * True if the person lacks a right, which the gym's records may explain better than the terminal. Otherwise the
   * identification failed.
   */
  ofRight?: true
}

/** Reasons by event code of refusals. Any other code from 20 to 99 about a person is shown as a number. */
const refusalReasons: ReadonlyMap<number, Reason> = new Map<number, Reason>([
  [21, { text: 'fuera de horario', ofRight: true }],
  [22, { text: 'fuera de horario', ofRight: true }],
  [23, { text: 'sin permiso en esta puerta', ofRight: true }],
  [24, { text: 'no consta que haya salido' }],
  [25, { text: 'otra puerta está abierta' }],
  [26, { text: 'falta otra persona' }],
  [27, { text: 'tarjeta desconocida', ofRight: true }],
  [29, { text: 'membresía vencida', ofRight: true }],
  [30, { text: 'persona desconocida', ofRight: true }],
  [33, { text: 'membresía vencida', ofRight: true }],
  [34, { text: 'huella desconocida', ofRight: true }],
  [39, { text: 'bloqueado en el dispositivo', ofRight: true }],
  [41, { text: 'no se identificó como debe' }],
  [42, { text: 'no se identificó como debe' }],
  [48, { text: 'falta otra persona' }],
  [53, { text: 'membresía vencida', ofRight: true }],
  [62, { text: 'sin permiso en esta puerta', ofRight: true }],
])
/** Event codes of a repeated identification right after a pass, which is not a refusal. */
const repeatCodes = new Set([20, 61])

const alarmKinds: ReadonlyMap<number, TerminalIncident['kind']> = new Map([
  [100, 'tampered'],
  [101, 'duress'],
  [102, 'forced'],
])

export const isPassEvent = (event: AccessEvent): event is AccessEvent & { pin: string } =>
  passCodes.has(event.code) && event.pin !== null

/** Codes from 20 to 99 also report a door held open, or an exit button pressed out of hours. */
export function toRefusedAttempt({ code, pin, card, time, leaves, door, raw }: AccessEvent): RefusedAttempt | null {
  if (code < 20 || code > 99 || repeatCodes.has(code)) return null
  const reason = refusalReasons.get(code)
  if (!reason && pin === null && card === '') return null
  return {
    pin,
    card,
    time,
    reason: reason?.text ?? `motivo ${code}`,
    ofRight: reason?.ofRight ?? false,
    leaves,
    door,
    raw,
  }
}

/** Default seconds between polls: half of the attendance dialect's, since a client who pays after a refusal waits. */
const usualDelay = 5
const descriptionIntervalMs = 600_000

const templateTables = new Set(['templatev10', 'biodata', 'biophoto'])
const doorsAtMost = 16
const alarmsAtOnce = 50

interface AccessRequestContext {
  door: DoorService
  secret: string
  terminal: Terminal
  body: Uint8Array
  now: Date
}

export type AccessRequest = Extract<TerminalRequest, { kind: 'access' | 'poll' | 'results' | 'upload' }>

export async function answerAccessRequest(call: AccessRequestContext, asked: AccessRequest): Promise<ReplyToTerminal> {
  const { door, terminal, body, now } = call
  if (asked.kind === 'poll') return commands(call)
  if (asked.kind === 'results') return results(call)
  if (asked.kind === 'upload') {
    await described(call, parseTerminalOptions(text(call)))
    return 'OK'
  }
  const configuration = { secret: call.secret, sn: terminal.sn, delay: terminal.delay ?? usualDelay }
  switch (asked.call) {
    case 'handshake':
      if (terminal.doors === null) return 'OK'
      await begin(call, asked.pushver, asked.language)
      return formatAccessHandshakeAnswer(configuration)
    case 'registry':
      await registered(call, parseTerminalOptions(text(call)))
      return formatRegistrationAnswer(call.secret, terminal.sn)
    case 'push':
      if (terminal.announced !== null) return commands(call)
      await begin(call, null, null)
      return formatConfigurationAnswer(configuration)
    case 'control':
      return commands(call)
    case 'rtdata': {
      const utc = now.toISOString().slice(0, 19).replace('T', ' ')
      return formatClockAnswer(packTime(utc), await door.offsetMinutes(terminal, now))
    }
    case 'rtstate': {
      const shown = parseStateReportTime(text(call))
      if (shown !== null) await door.clocks.handleShownTime(terminal, shown, now)
      return 'OK'
    }
    case 'rtlog':
      return storeUploadWithinLimits(door, terminal, countLines(body), now, async () => {
        await happened(call, parseAccessEvents(text(call)))
        return 'OK'
      })
    case 'tabledata':
      return table(call, asked)
    case 'querydata':
      return answered(call, asked)
    case 'authorization':
      return authorize(call)
  }
}

const text = ({ body, terminal }: AccessRequestContext): string => decodeText(body, terminal.language)

const begin = ({ door, terminal, now }: AccessRequestContext, push_version: string | null, language: number | null) =>
  door.handleHandshake(terminal, { language, push_version }, now)

async function commands({ door, terminal, now }: AccessRequestContext): Promise<string> {
  door.lastSeen.recordPoll(terminal, now)
  const due = await door.claimCommands(terminal, now)
  const { doors, usesPackedDates, requiresUnitId, language } = terminal
  const facts = { doors: doors ?? 1, usesPackedDates, requiresUnitId, language }
  const lines = due.map((command) => formatAccessCommand(command, facts))
  // A terminal that registered at another server does not send its description here, so it is queried.
  const asked = door.descriptionAskedAt.get(terminal.sn)
  if (terminal.doors === null && (asked === undefined || now.getTime() - asked >= descriptionIntervalMs)) {
    door.descriptionAskedAt.set(terminal.sn, now.getTime())
    lines.push([terminalDescriptionQuery])
  }
  return formatCommandsAnswer(lines)
}

async function results(call: AccessRequestContext): Promise<string> {
  const said = parseCommandResults(text(call))
  await call.door.handleResults(
    call.terminal,
    said.flatMap(({ id, code }) => parseAccessCommandResult(id, code) ?? []),
    call.now,
  )
  return 'OK'
}

async function registered(call: AccessRequestContext, options: ReadonlyMap<string, string>): Promise<void> {
  const doors = parseInteger(options.get('LockCount')) ?? 1
  await call.door.terminals.recordRegistration(call.terminal, {
    doors: Math.min(doorsAtMost, Math.max(1, doors)),
    usesPackedDates: options.get('DateFmtFunOn') === '1',
    requiresUnitId: options.get('AccSupportFunList')?.charAt(26) === '1',
  })
  await described(call, options)
}

async function described(
  { door, terminal, now }: AccessRequestContext,
  options: ReadonlyMap<string, string>,
): Promise<void> {
  await door.storeDescription(terminal, options, now)
  const users = parseInteger(options.get('UserCount'))
  const firmware = options.get('FWVersion') ?? options.get('FirmVer')
  if (users !== null) await door.handleUserCount(terminal, { users, firmware: firmware ?? '' }, now)
}

async function happened(
  { door, terminal, now }: AccessRequestContext,
  { rows: events, rejected }: ParsedLines<AccessEvent>,
): Promise<void> {
  const passes = events.filter(isPassEvent)
  await door.storePasses(terminal, { passes, unreadable: rejected, others: events.length - passes.length }, now)
  await storeRefusedAttempts(
    door,
    terminal,
    events.flatMap((event) => toRefusedAttempt(event) ?? []),
    now,
  )
  const zone = await door.zone(terminal)
  const alarms = events.flatMap((event) => {
    const kind = alarmKinds.get(event.code)
    return kind ? [{ kind, pin: event.pin, at: timeOf(event, zone, now) }] : []
  })
  await door.reportIncidents(terminal, alarms.filter((alarm) => isRecentIncident(alarm, now)).slice(-alarmsAtOnce), now)
}

/** Returns the instant of an event by the terminal's clock, or `now` if that time is impossible. */
function timeOf({ time }: AccessEvent, zone: string, now: Date): Date {
  const at = parseInstant(zone, time)
  return time < earliestValidDate || at.getTime() > now.getTime() + maxClockAheadSeconds * 1000 ? now : at
}

/** Stores uploaded tables of users and events. Rows of other tables are only counted. */
function table(
  call: AccessRequestContext,
  { tableName, count }: AccessRequest & { kind: 'access' },
): Promise<ReplyToTerminal> {
  const { door, terminal, body, now } = call
  const name = tableName ?? ''
  const isRead = name === 'user' || name === 'transaction'
  const rows = isRead ? countLines(body) : (count ?? countLines(body))
  return storeUploadWithinLimits(door, terminal, rows, now, async () => {
    if (name === 'user') await people(call)
    if (name === 'transaction') await happened(call, parseAccessEvents(text(call)))
    if (terminal.keepsBiometrics && templateTables.has(name))
      await storeUploadedTemplates(door, terminal, parseTemplates(text(call), name), now)
    return formatTableUploadAnswer(name, rows)
  })
}

async function people(call: AccessRequestContext): Promise<void> {
  const { door, terminal, now } = call
  const { rows: users, rejected } = parseAccessUsers(text(call), await door.localDay(terminal, now))
  const sameName = (wanted: string, said: string) => matchesSentName(wanted, said, terminal.language)
  await door.syncUsers(terminal, users, sameName, now)
  await door.storeUnreadable(terminal, rejected, now)
}

async function answered(
  call: AccessRequestContext,
  asked: AccessRequest & { kind: 'access' },
): Promise<ReplyToTerminal> {
  const { door, terminal, now } = call
  if (asked.type === 'count') {
    const users = parseInteger(/=\s*(\d+)/.exec(text(call))?.[1])
    const command = parseCommandId(asked.command)
    if (users !== null && Number.isSafeInteger(command))
      await door.handleResults(terminal, [{ command, code: 0, users }], now)
    return 'OK'
  }
  if (asked.type === 'options') {
    const options = parseTerminalOptions(text(call))
    await (options.has('LockCount') ? registered(call, options) : described(call, options))
    return formatTableUploadAnswer(asked.tableName ?? 'options', 1)
  }
  return table(call, asked)
}

async function authorize(call: AccessRequestContext): Promise<string> {
  const [line = ''] = splitLines(text(call))
  const [event] = parseAccessEvents(line).rows
  const opens = event?.pin != null && (await canPersonEnter(call.door, call.terminal, event, call.now))
  return formatAuthorizationAnswer(opens, line, formatDoorOpening(event?.door ?? 1))
}
