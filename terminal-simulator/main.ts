// Runs a terminal in the foreground until it is interrupted.

import { type Arguments, readArguments, usage } from './command-line.ts'
import { createTerminal, type Terminal } from './terminal.ts'

function punchSomebody(terminal: Terminal): void {
  const pins = [...terminal.users.keys()]
  const pin = pins[Math.floor(Math.random() * pins.length)]
  if (pin === undefined) {
    console.log('punch: the terminal knows nobody yet')
    return
  }
  const outcome = terminal.punch(pin)
  if (!outcome.opened && outcome.reason === 'no template') {
    terminal.enrolTemplate({ pin, kind: 'face', number: 0, owner: pin })
    console.log(`punch ${pin}: the face is enrolled for the next time`)
  } else console.log(`punch ${pin}: ${outcome.opened ? 'the door opens' : outcome.reason}`)
}

function run({ punchEverySeconds, ...options }: Arguments): void {
  const terminal = createTerminal(options)
  let lastError: string | null = null
  terminal.events.on('command', ({ id, text, code }) => console.log(`command ${id}: ${text} -> ${code}`))
  terminal.events.on('cycle', () => {
    const error = terminal.stats().lastError
    if (error !== null && error !== lastError) console.log(`error: ${error}`)
    lastError = error
  })
  const timer = punchEverySeconds && setInterval(() => punchSomebody(terminal), punchEverySeconds * 1000)
  process.once('SIGINT', () => {
    if (timer) clearInterval(timer)
    void terminal.stop()
  })
  terminal.start()
  console.log(`terminal ${options.sn} calls ${options.host}:${options.port}; Ctrl+C ends it`)
}

try {
  run(readArguments(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(usage)
  process.exitCode = 1
}
