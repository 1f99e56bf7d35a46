import { parseArgs } from 'node:util'

export type Arguments = { host: string; port: number; sn: string; punchEverySeconds: number | null; delayScale: number }

export const usage =
  'Usage: node build/server/terminal-simulator.mjs --server http://127.0.0.1:3000 --sn DEMO0001 [--punch-every seconds] [--delay-scale 1] [--allow-remote]'

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function positive(name: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new Error(`--${name} must be a number above 0`)
  return number
}

/** Throws an Error fit to be shown. Made-up punches must not reach a gym by mistake: another machine needs `--allow-remote`. */
export function readArguments(argv: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      server: { type: 'string', default: 'http://127.0.0.1:3000' },
      sn: { type: 'string', default: 'DEMO0001' },
      'punch-every': { type: 'string' },
      'delay-scale': { type: 'string', default: '1' },
      'allow-remote': { type: 'boolean', default: false },
    },
  })
  const server = new URL(values.server)
  const host = server.hostname.replace(/^\[|\]$/g, '')
  if (server.protocol !== 'http:') throw new Error('--server must be an http:// address')
  if (!isLoopback(host) && !values['allow-remote']) throw new Error(`${host} is another machine: add --allow-remote`)
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(values.sn)) throw new Error('--sn must be 1 to 64 letters, digits, - or _')
  const every = values['punch-every']
  return {
    host,
    port: server.port === '' ? 80 : Number(server.port),
    sn: values.sn,
    punchEverySeconds: every === undefined ? null : positive('punch-every', every),
    delayScale: positive('delay-scale', values['delay-scale']),
  }
}
