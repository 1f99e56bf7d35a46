// Parses results of commands (protocol §6.2). Functions here never throw.
import { parseInteger, splitLines } from './parse-push-lines.ts'

export type PushCommandResult = {
  id: string
  /** 0 or above: the terminal processed the command, which does not prove an effect. Below 0: error codes of §6.2. */
  code: number
  /** The command's verb only (`DATA`, `AC_UNLOCK`). */
  command: string
  /** Further fields of the result, such as the options of INFO, with their original keys. */
  details: ReadonlyMap<string, string>
}

type Pairs = [key: string, value: string][]

function pairsOf(parts: readonly string[]): Pairs {
  return parts.flatMap((part): Pairs => {
    const at = part.indexOf('=')
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()]] : []
  })
}

// Fields that are not details. SN only repeats the serial number of the request.
const ownKeys = new Set(['id', 'return', 'cmd', 'sn'])

function resultOf(head: Pairs, rest: Pairs): PushCommandResult[] {
  const own = (name: string) => head.find(([key]) => key.toLowerCase() === name)?.[1]
  const id = /^[^&\s]+/.exec(own('id') ?? '')?.[0]
  const code = parseInteger(own('return'))
  if (id === undefined || code === null) return []
  const extra = head.filter(([key]) => !ownKeys.has(key.toLowerCase()))
  return [{ id, code, command: own('cmd') ?? '', details: new Map([...extra, ...rest]) }]
}

const resultLine = /^\s*ID=[^&\s]+&(?:.*&)?Return=/i

/** Parses every result in the body, in order. Other lines belong to the result above them (INFO), or are skipped. */
export function parseCommandResults(text: string): PushCommandResult[] {
  const lines = splitLines(text)
  // Results of Shell and GetFile have one field per line, so their first line has no `&`. Content is a file's bytes,
  // which are skipped, as in the vendor's server.
  if (!lines[0]?.includes('&')) {
    const content = lines.findIndex((line) => /^content=/i.test(line))
    return resultOf(pairsOf(content < 0 ? lines : lines.slice(0, content)), [])
  }
  const groups: string[][] = []
  for (const line of lines) {
    if (resultLine.test(line)) groups.push([line])
    else groups.at(-1)?.push(line)
  }
  return groups.flatMap(([head = '', ...rest]) => resultOf(pairsOf(head.split('&')), pairsOf(rest)))
}
