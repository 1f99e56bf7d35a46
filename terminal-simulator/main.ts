// Runs a terminal in the foreground until it is interrupted.

import { parseArgs } from 'node:util'
import { createTerminal, type Terminal } from './terminal.ts'
import { type TerminalFamily, terminalFamilyOptions } from './terminal-families.ts'

const usage = `Usage: node terminal-simulator/main.ts [--server http://127.0.0.1:3000] [--sn DEMO0001] [--punch-every seconds]
  [--family ${Object.keys(terminalFamilyOptions).join('|')}] [--allow-remote]`

const isFamily = (name: string): name is TerminalFamily => Object.hasOwn(terminalFamilyOptions, name)

/** Simulated punches must not reach a real gym by mistake, so another machine requires `--allow-remote`. */
function readArguments() {
  const { values } = parseArgs({
    options: {
      server: { type: 'string', default: 'http://127.0.0.1:3000' },
      sn: { type: 'string', default: 'DEMO0001' },
      'punch-every': { type: 'string' },
      family: { type: 'string', default: 'senseface' },
      'allow-remote': { type: 'boolean', default: false },
    },
  })
  const { protocol, hostname, port } = new URL(values.server)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isOwn = host === 'localhost' || host === '::1' || host.startsWith('127.')
  if (protocol !== 'http:') throw new Error('--server must be an http:// address')
  if (!isOwn && !values['allow-remote']) throw new Error(`${host} is another machine: add --allow-remote`)
  if (!isFamily(values.family)) throw new Error(`unknown family ${values.family}`)
  const punchSeconds = Number(values['punch-every'] ?? 0)
  return {
    punchSeconds,
    options: { host, port: Number(port) || 80, sn: values.sn, ...terminalFamilyOptions[values.family] },
  }
}

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

try {
  const { punchSeconds, options } = readArguments()
  const terminal = createTerminal(options)
  terminal.events.on('command', ({ id, text, code }) => console.log(`command ${id}: ${text} -> ${code}`))
  terminal.events.on('cycle', ({ ok }) => {
    if (!ok) console.log(`error: ${terminal.stats().lastError}`)
  })
  const timer = punchSeconds > 0 ? setInterval(() => punchSomebody(terminal), punchSeconds * 1000) : undefined
  process.once('SIGINT', () => {
    clearInterval(timer)
    void terminal.stop()
  })
  terminal.start()
  console.log(`terminal ${options.sn} calls ${options.host}:${options.port}; Ctrl+C ends it`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(usage)
  process.exitCode = 1
}
