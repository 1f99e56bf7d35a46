// Describes calls for the traffic log: kinds, sizes and protocol words, but no values such as PINs, names and cards.
import type { TrafficCall } from '@torniquete/contract/door/device-traffic.ts'
import type { LoggedTerminalCall } from '../../traffic-log.ts'
import { parseCommandResults } from './command-results.ts'
import type { TerminalRequest } from './push-requests.ts'
import { decodeText } from './text-encoding.ts'

type Commands = TrafficCall['commands']
type Kind = Commands[number]['kind']

/** Patterns for the beginning of a command. A result may contain only the command's verb. */
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

/** Largest number of kinds and codes per call, since a terminal may invent codes. */
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

function commandsOf(asked: TerminalRequest, body: Buffer | null, answer: string): Commands {
  if (asked.kind === 'poll')
    return countByKind(
      [...answer.matchAll(/^C:[^:\n]*:(.*)/gm)].map(([, text = '']) => ({ kind: kindOf(text), code: null })),
    )
  if (asked.kind === 'results' && body)
    return countByKind(
      parseCommandResults(decodeText(body)).map(({ command, code }) => ({ kind: kindOf(command), code })),
    )
  return []
}

/** Table names of the protocol are letters and `_`; any other text may be personal data. */
function tableOf(asked: TerminalRequest): string | null {
  const name = asked.kind === 'upload' ? asked.table : asked.kind === 'access' ? asked.tableName : null
  if (name === null) return null
  return /^[A-Z_]{1,20}$/i.test(name) ? name.toUpperCase() : '?'
}

interface CallToDescribe {
  asked: TerminalRequest
  method: string
  /** Page in lower case, without /iclock/. */
  page: string
  /** Body of the request; null if it was not read. `announced` is the size that the request states. */
  body: Buffer | null
  announced: number
  status: number
  answer: Buffer
}

const maxTextLength = 40

/** Replaces digits and unusual words, which may be personal data. */
const anonymizePage = (page: string): string =>
  page
    .replace(/\d+/g, '#')
    .split('/')
    .map((part) => (/^[a-z#._-]{0,24}$/.test(part) ? part : '?'))
    .join('/')
    .slice(0, maxTextLength)

export function describeTerminalCall({
  asked,
  method,
  page,
  body,
  announced,
  status,
  answer,
}: CallToDescribe): Omit<LoggedTerminalCall, 'address' | 'held'> {
  const text = answer.toString('latin1')
  const [first = ''] = text.split('\n', 1)
  return {
    method,
    call: asked.kind,
    page: anonymizePage(page),
    table: tableOf(asked),
    bytes_in: body?.length ?? (Number.isSafeInteger(announced) ? announced : 0),
    bytes_out: answer.length,
    status,
    // The first line of the answer, without its values.
    answer: first.replace(/\s*\S*=.*/s, '').slice(0, maxTextLength),
    commands: commandsOf(asked, body, text),
  }
}
