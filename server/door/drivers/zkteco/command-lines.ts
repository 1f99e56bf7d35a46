/** Largest answer in bytes. Vendors' servers send 40 kB, and 10 kB on a slow connection. */
const answerLimit = 9000

export function formatCommandLine(id: string, text: string): string {
  return `C:${id}:${text.replace(/[\r\n\0]/g, '')}`
}

/** A command id has at most 16 letters and digits, since terminals truncate longer ids. Throws RangeError if longer. */
export function formatCommandId(number: number | bigint): string {
  const id = number.toString(36)
  if (!/^[0-9a-z]{1,16}$/.test(id)) throw new RangeError(`no command id for ${number}`)
  return id
}

/** Returns `OK`, or as many lines as fit. Lines of one command stay together; lines that do not fit are sent later. */
export function formatCommandsAnswer(commands: readonly (readonly { id: string; text: string }[])[]): string {
  const lines: string[] = []
  let size = 0
  for (const command of commands) {
    const added = command.map(({ id, text }) => formatCommandLine(id, text))
    size += added.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
    if (size > answerLimit && lines.length > 0) break
    lines.push(...added)
  }
  return lines.length === 0 ? 'OK' : lines.join('\n')
}
