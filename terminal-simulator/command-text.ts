// Parses commands like a terminal, and defines its return codes (protocol §6).

export type CommandFields = ReadonlyMap<string, string>

export const unsupportedCommandCode = -1002
export const invalidParameterCode = -1
export const unknownPinCode = -10

export type WaitingCommand = { id: string; text: string }

/** Parses the commands in the answer to a poll. Lines that are not `C:<id>:<text>` are ignored. */
export function parseCommands(answer: string): WaitingCommand[] {
  return answer.split(/\r?\n/).flatMap((line) => {
    const [, id, text] = /^C:([A-Za-z0-9]{1,16}):(.+)$/s.exec(line) ?? []
    return id === undefined || text === undefined ? [] : [{ id, text }]
  })
}

/** Parses `key=value` lines of an answer. */
export const parseKeyValueLines = (lines: readonly string[]): CommandFields =>
  new Map(lines.map((line): [string, string] => [line.replace(/=.*$/, ''), line.replace(/^.*?=/, '')]))

export function parseTabSeparatedFields(text: string): CommandFields {
  return new Map(
    text.split('\t').map((part): [string, string] => {
      const at = part.indexOf('=')
      return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    }),
  )
}

export function parseNumberOrDefault(text: string | undefined, otherwise: number): number {
  return text === undefined || text === '' || Number.isNaN(Number(text)) ? otherwise : Number(text)
}
