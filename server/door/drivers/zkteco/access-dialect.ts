// The access dialect (PUSH 3.x, protocol §11): terminals register, send events as key-value lines and tables by name, and get a person
// in two commands. Uploads are stored before they are answered, as in the attendance dialect.
import { readInstant } from '@torniquete/contract/shared/dates.ts'
import type { Door } from '../../door.ts'
import { isRecent } from '../../incidents.ts'
import { aheadAtMost, firstYear } from '../../pass-intake.ts'
import type { Terminal } from '../../terminals.ts'
import {
  authorizationAnswer,
  clockAnswer,
  pushAnswer,
  registeredAnswer,
  registryAnswer,
  tableAnswer,
} from './access-answers.ts'
import {
  type AccessFacts,
  accessLines,
  askDescription,
  openDoor,
  parseCommandId,
  readResult,
} from './access-commands.ts'
import { findAlarmKind, isPass, toRefusal } from './access-events.ts'
import { type AccessEvent, parseEvents, parseUsers, shownTime } from './access-uploads.ts'
import { commandsAnswer } from './command-lines.ts'
import { packTime } from './packed-time.ts'
import { countLines, type Lines, nonEmptyLines, parseInteger } from './push-lines.ts'
import { parseOptions } from './push-options.ts'
import type { TerminalRequest } from './push-requests.ts'
import { parseCommandResults } from './push-results.ts'
import { parseTemplates } from './template-lines.ts'
import { decodeText, isNameHeld } from './text-encoding.ts'
import { type Reply, withinLimits } from './upload-limits.ts'

/**
 * Default seconds between polls: half of the attendance dialect's, since a refused client pays at the desk and then waits for the
 * terminal.
 */
const usualDelay = 5

const templateTables = new Set(['templatev10', 'biodata', 'biophoto'])
const doorsAtMost = 16
const alarmsAtOnce = 50

export interface AccessCall {
  door: Door
  /** The installation's secret, from which registry codes are derived. */
  secret: string
  terminal: Terminal
  body: Uint8Array
  now: Date
}

/** Answers the requests of the access dialect, with those that both dialects share. */
export type AskedInAccess = Extract<TerminalRequest, { kind: 'access' | 'poll' | 'commandResults' | 'upload' }>

export async function respondInAccess(call: AccessCall, asked: AskedInAccess): Promise<Reply> {
  const { door, terminal, body, now } = call
  if (asked.kind === 'poll') return commands(call)
  if (asked.kind === 'commandResults') return results(call)
  if (asked.kind === 'upload') {
    await described(call, parseOptions(text(call)))
    return 'OK'
  }
  const configuration = { secret: call.secret, sn: terminal.sn, delay: terminal.delay ?? usualDelay }
  switch (asked.call) {
    case 'handshake':
      if (terminal.doors === null) return 'OK'
      await begin(call, asked.pushver, asked.language)
      return registeredAnswer(configuration)
    case 'registry':
      await registered(call, parseOptions(text(call)))
      return registryAnswer(call.secret, terminal.sn)
    case 'push':
      if (terminal.announced !== null) return commands(call)
      await begin(call, null, null)
      return pushAnswer(configuration)
    case 'control':
      return commands(call)
    case 'rtdata': {
      const utc = now.toISOString().slice(0, 19).replace('T', ' ')
      return clockAnswer(packTime(utc), await door.offset(terminal, now))
    }
    case 'rtstate': {
      const shown = shownTime(text(call))
      if (shown !== null) await door.clocks.shows(terminal, shown, now)
      return 'OK'
    }
    case 'rtlog':
      return withinLimits(door, terminal, countLines(body), now, async () => {
        await happened(call, parseEvents(text(call)))
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

const text = ({ body, terminal }: AccessCall): string => decodeText(body, terminal.language)

const begin = ({ door, terminal, now }: AccessCall, push_version: string | null, language: number | null) =>
  door.begin(terminal, { language, push_version }, now)

async function commands({ door, terminal, now }: AccessCall): Promise<string> {
  door.presence.polled(terminal, now)
  const due = await door.commandsFor(terminal, now)
  const lines = due.map((command) => accessLines(command, factsOf(terminal)))
  // A terminal registered with another server keeps calling without registering again here.
  if (terminal.doors === null && door.access.asksDescription(terminal, now)) lines.push([askDescription])
  return commandsAnswer(lines)
}

const factsOf = ({ doors, countsSeconds, namesUnits, language }: Terminal): AccessFacts => ({
  doors: doors ?? 1,
  countsSeconds,
  namesUnits,
  language,
})

async function results(call: AccessCall): Promise<string> {
  const said = parseCommandResults(text(call))
  await call.door.results(
    call.terminal,
    said.flatMap(({ id, code }) => readResult(id, code) ?? []),
    call.now,
  )
  return 'OK'
}

/** The properties of a registration that decide the form of commands. */
async function registered(call: AccessCall, options: ReadonlyMap<string, string>): Promise<void> {
  const doors = parseInteger(options.get('LockCount')) ?? 1
  await call.door.terminals.noteRegistered(call.terminal, {
    doors: Math.min(doorsAtMost, Math.max(1, doors)),
    countsSeconds: options.get('DateFmtFunOn') === '1',
    namesUnits: options.get('AccSupportFunList')?.charAt(26) === '1',
  })
  await described(call, options)
}

/** The number of users, which some terminals send in their description. */
async function described({ door, terminal, now }: AccessCall, options: ReadonlyMap<string, string>): Promise<void> {
  await door.described(terminal, options, now)
  const users = parseInteger(options.get('UserCount'))
  const firmware = options.get('FWVersion') ?? options.get('FirmVer')
  if (users !== null) await door.counted(terminal, { users, firmware: firmware ?? '' }, now)
}

async function happened(
  { door, terminal, now }: AccessCall,
  { rows: events, rejected }: Lines<AccessEvent>,
): Promise<void> {
  const passes = events.filter(isPass)
  await door.passes(terminal, { passes, unreadable: rejected, others: events.length - passes.length }, now)
  await door.access.refused(
    terminal,
    events.flatMap((event) => toRefusal(event) ?? []),
    now,
  )
  const zone = await door.zone(terminal)
  const alarms = events.flatMap((event) => {
    const kind = findAlarmKind(event)
    return kind ? [{ kind, pin: event.pin, at: timeOf(event, zone, now) }] : []
  })
  // Old alarms make no notification.
  await door.incidentsHappened(terminal, alarms.filter((alarm) => isRecent(alarm, now)).slice(-alarmsAtOnce), now)
}

/** The instant of an event by the terminal's clock; now, where that time is impossible. */
function timeOf({ time }: AccessEvent, zone: string, now: Date): Date {
  const at = readInstant(zone, time)
  return time < firstYear || at.getTime() > now.getTime() + aheadAtMost * 1000 ? now : at
}

/** Stores tables that a terminal uploads by itself: changed users and its log; rows of other tables are only counted. */
function table(call: AccessCall, { tableName, count }: AskedInAccess & { kind: 'access' }): Promise<Reply> {
  const { door, terminal, body, now } = call
  const name = tableName ?? ''
  const isRead = name === 'user' || name === 'transaction'
  const rows = isRead ? countLines(body) : (count ?? countLines(body))
  return withinLimits(door, terminal, rows, now, async () => {
    // Pictures are binary, and have no lines to count.
    if (name === 'user') await people(call)
    if (name === 'transaction') await happened(call, parseEvents(text(call)))
    if (terminal.keepsBiometrics && templateTables.has(name))
      await door.templates.uploaded(terminal, parseTemplates(text(call), name), now)
    return tableAnswer(name, rows)
  })
}

async function people(call: AccessCall): Promise<void> {
  const { door, terminal, now } = call
  const { rows: users, rejected } = parseUsers(text(call), await door.day(terminal, now))
  const sameName = (wanted: string, said: string) => isNameHeld(wanted, said, terminal.language)
  await door.reported(terminal, users, sameName, now)
  await door.unreadable(terminal, rejected, now)
}

/** Stores the answer to a query: the list of users, their number, or the options. */
async function answered(call: AccessCall, asked: AskedInAccess & { kind: 'access' }): Promise<Reply> {
  const { door, terminal, now } = call
  if (asked.type === 'count') {
    const users = parseInteger(/=\s*(\d+)/.exec(text(call))?.[1])
    const command = parseCommandId(asked.command)
    if (users !== null && Number.isSafeInteger(command))
      await door.results(terminal, [{ command, code: 0, users }], now)
    return 'OK'
  }
  if (asked.type === 'options') {
    const options = parseOptions(text(call))
    await (options.has('LockCount') ? registered(call, options) : described(call, options))
    return tableAnswer(asked.tableName ?? 'options', 1)
  }
  return table(call, asked)
}

/** Answers the question whether to open. */
async function authorize(call: AccessCall): Promise<string> {
  const [line = ''] = nonEmptyLines(text(call))
  const [event] = parseEvents(line).rows
  const opens = event?.pin != null && (await call.door.access.letsIn(call.terminal, event, call.now))
  return authorizationAnswer(opens, line, openDoor(event?.door ?? 1))
}
