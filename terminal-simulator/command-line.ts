import { parseArgs } from 'node:util'
import { type Family, families } from './families.ts'
import type { Firmware } from './firmware.ts'
import type { TerminalOptions } from './terminal.ts'

export type Arguments = TerminalOptions & { punchEverySeconds: number | null }

export const usage =
  'Usage: node terminal-simulator/main.ts --server http://127.0.0.1:3000 --sn DEMO0001 [--punch-every seconds] [--delay-scale 1] [--allow-remote]\n  [--family senseface|f22|f18|aiface|mb360|old-zem] [--capacity users] [--command-ms milliseconds] [--days-ahead days] [--relay unlock|control|none] [--mac 00:17:61:00:00:02] [--ip 10.0.0.2] [--comm-key text]'

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function isFamily(name: string): name is Family {
  return Object.hasOwn(families, name)
}

function readOptions(
  family: string | undefined,
): Pick<TerminalOptions, 'firmware' | 'faults' | 'pushver' | 'language'> {
  if (family === undefined) return {}
  if (!isFamily(family)) throw new Error(`--family must be one of ${Object.keys(families).join(', ')}`)
  return families[family]
}

/** Command that opens the door; the other one is acknowledged without effect. */
const relays: Readonly<Record<string, Partial<Firmware>>> = {
  unlock: { unlock: 'opens', controlDevice: 'acknowledges' },
  control: { unlock: 'acknowledges', controlDevice: 'opens' },
  none: { unlock: 'acknowledges', controlDevice: 'acknowledges' },
}

function readDoorCommand(name: string | undefined): Partial<Firmware> {
  if (name === undefined) return {}
  const relay = relays[name]
  if (!relay) throw new Error(`--relay must be one of ${Object.keys(relays).join(', ')}`)
  return relay
}

function parsePositive(name: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new Error(`--${name} must be a number above 0`)
  return number
}

/**
 * Throws an Error with a message for the user. Simulated punches must not reach a real gym by mistake, so another
 * machine needs `--allow-remote`.
 */
export function readArguments(argv: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      server: { type: 'string', default: 'http://127.0.0.1:3000' },
      sn: { type: 'string', default: 'DEMO0001' },
      'punch-every': { type: 'string' },
      'delay-scale': { type: 'string', default: '1' },
      family: { type: 'string' },
      capacity: { type: 'string' },
      'command-ms': { type: 'string' },
      'days-ahead': { type: 'string' },
      relay: { type: 'string' },
      mac: { type: 'string' },
      ip: { type: 'string' },
      'comm-key': { type: 'string' },
      'allow-remote': { type: 'boolean', default: false },
    },
  })
  const server = new URL(values.server)
  const host = server.hostname.replace(/^\[|\]$/g, '')
  if (server.protocol !== 'http:') throw new Error('--server must be an http:// address')
  if (!isLoopback(host) && !values['allow-remote']) throw new Error(`${host} is another machine: add --allow-remote`)
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(values.sn)) throw new Error('--sn must be 1 to 64 letters, digits, - or _')
  const number = (name: 'punch-every' | 'delay-scale' | 'capacity' | 'command-ms' | 'days-ahead') =>
    values[name] === undefined ? undefined : parsePositive(name, values[name])
  const [capacity, commandMs, days] = [number('capacity'), number('command-ms'), number('days-ahead')]
  const { firmware, ...family } = readOptions(values.family)
  return {
    host,
    port: server.port === '' ? 80 : Number(server.port),
    sn: values.sn,
    punchEverySeconds: number('punch-every') ?? null,
    delayScale: number('delay-scale') ?? 1,
    ...family,
    firmware: {
      ...firmware,
      ...(capacity === undefined ? {} : { capacity }),
      ...(commandMs === undefined ? {} : { commandMs }),
      ...readDoorCommand(values.relay),
      ...(values['comm-key'] === undefined ? {} : { commKey: values['comm-key'] }),
    },
    ...(days === undefined ? {} : { clockOffsetMs: days * 86_400_000 }),
    ...(values.mac === undefined ? {} : { mac: values.mac }),
    ...(values.ip === undefined ? {} : { ip: values.ip }),
  }
}
