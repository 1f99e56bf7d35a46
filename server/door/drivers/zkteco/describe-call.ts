// The part of a request that is kept for a terminal's traffic: kinds, sizes and words of the protocol. No values that the terminal or
// this server sent, since those are numbers, names and cards.
import type { TrafficCall } from '@torniquete/contract/door/device-traffic.ts'
import type { LoggedCall } from '../../traffic-log.ts'
import type { TerminalRequest } from './push-requests.ts'
import { parseCommandResults } from './push-results.ts'
import { decodeText } from './text-encoding.ts'

type Commands = TrafficCall['commands']
type Kind = Commands[number]['kind']

/** Matched against the beginning of a command; a result may give only the verb. */
const kinds: readonly [RegExp, Kind][] = [
  [/^DATA UPDATE/, 'put'],
  [/^DATA DELETE/, 'remove'],
  [/^DATA QUERY/, 'list'],
  [/^DATA/, 'people'],
  [/^(AC_UNLOCK|CONTROL)/, 'open'],
  [/^CHECK/, 'reread'],
  [/^INFO/, 'count'],
  [/^CLEAR/, 'empty'],
  [/^SET OPTION DateTime/, 'clock'],
  [/^SET/, 'option'],
]
const kindOf = (command: string): Kind => kinds.find(([start]) => start.test(command))?.[1] ?? 'other'

/** Different ones that are kept of one call: a terminal may invent codes. */
const maxGroups = 12

function countByKind(commands: readonly { kind: Kind; code: number | null }[]): Commands {
  const groups = new Map<string, Commands[number]>()
  for (const { kind, code } of commands) {
    const key = `${kind} ${code}`
    const group = groups.get(key)
    if (group) group.count += 1
    else if (groups.size < maxGroups) groups.set(key, { kind, code, count: 1 })
  }
  return [...groups.values()]
}

/** The commands of a poll's answer, or how a terminal says that it carried some out. */
function commandsOf(asked: TerminalRequest, body: Buffer | null, answer: string): Commands {
  if (asked.kind === 'poll')
    return countByKind(
      [...answer.matchAll(/^C:[^:\n]*:(.*)/gm)].map(([, text = '']) => ({ kind: kindOf(text), code: null })),
    )
  if (asked.kind === 'commandResults' && body)
    return countByKind(
      parseCommandResults(decodeText(body)).map(({ command, code }) => ({ kind: kindOf(command), code })),
    )
  return []
}

const calls: Record<TerminalRequest['kind'], TrafficCall['call']> = {
  handshake: 'handshake',
  poll: 'poll',
  upload: 'upload',
  commandResults: 'results',
  ping: 'ping',
  time: 'time',
  remoteAttendance: 'remote-attendance',
  access: 'access',
  other: 'other',
}

/** The protocol's names of tables are capitals; anything else may be somebody's. */
function tableOf(asked: TerminalRequest): string | null {
  const name = asked.kind === 'upload' ? asked.table : asked.kind === 'access' ? asked.tableName : null
  if (name === null) return null
  return /^[A-Z_]{1,20}$/i.test(name) ? name.toUpperCase() : '?'
}

interface CallToDescribe {
  asked: TerminalRequest
  method: string
  /** In small letters, below /iclock/. */
  page: string
  /** Null where it was not read; its size is then what was announced. */
  body: Buffer | null
  announced: number
  status: number
  answer: Buffer
}

const maxTextLength = 40

/** Numbers may be somebody's, and so may what is no plain word. */
const anonymizePage = (page: string): string =>
  page
    .replace(/\d+/g, '#')
    .split('/')
    .map((part) => (/^[a-z#._-]{0,24}$/.test(part) ? part : '?'))
    .join('/')
    .slice(0, maxTextLength)

export function describeCall({
  asked,
  method,
  page,
  body,
  announced,
  status,
  answer,
}: CallToDescribe): Omit<LoggedCall, 'address' | 'held'> {
  const text = answer.toString('latin1')
  const [first = ''] = text.split('\n', 1)
  return {
    method,
    call: calls[asked.kind],
    page: anonymizePage(page),
    table: tableOf(asked),
    bytes_in: body?.length ?? (Number.isSafeInteger(announced) ? announced : 0),
    bytes_out: answer.length,
    status,
    // Up to the first value.
    answer: first.replace(/\s*\S*=.*/s, '').slice(0, maxTextLength),
    commands: commandsOf(asked, body, text),
  }
}
