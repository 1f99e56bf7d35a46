// Protocol §6.2. Nothing here throws.
import { parseInteger, splitLines } from './push-lines.ts'

export type CommandResult = {
  id: string
  /** 0 or above: processed, but not verified. Below: the codes of §6.2. */
  code: number
  /** The verb only (`DATA`, `AC_UNLOCK`), without the command's text. */
  command: string
  /** Further fields, such as INFO's options, with their original keys. */
  details: ReadonlyMap<string, string>
}

type Pairs = [key: string, value: string][]

function pairsOf(parts: readonly string[]): Pairs {
  return parts.flatMap((part): Pairs => {
    const at = part.indexOf('=')
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()]] : []
  })
}

// SN repeats the request's.
const ownKeys = new Set(['id', 'return', 'cmd', 'sn'])

function resultOf(head: Pairs, rest: Pairs): CommandResult[] {
  const own = (name: string) => head.find(([key]) => key.toLowerCase() === name)?.[1]
  const id = /^[^&\s]+/.exec(own('id') ?? '')?.[0]
  const code = parseInteger(own('return'))
  if (id === undefined || code === null) return []
  const extra = head.filter(([key]) => !ownKeys.has(key.toLowerCase()))
  return [{ id, code, command: own('cmd') ?? '', details: new Map([...extra, ...rest]) }]
}

const resultLine = /^\s*ID=[^&\s]+&(?:.*&)?Return=/i

/** Every result in the body, in order. Other lines belong to the result above them (INFO), or are skipped. */
export function parseCommandResults(text: string): CommandResult[] {
  const lines = splitLines(text)
  // As in the vendor's server: Shell and GetFile answer in lines, so the first has no `&`; Content is a file's bytes.
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
