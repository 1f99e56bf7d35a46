// Terminals of a test app: simulated ones, or recorded bytes of real ones.
import { connect } from 'node:net'
import type { Device } from '@torniquete/contract/door/devices.ts'
import { type HttpAnswer, parseAnswer } from '@torniquete/terminal-simulator/parse-answer.ts'
import { createTerminal, type Terminal, type TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import type { DeviceUser } from '@torniquete/terminal-simulator/user.ts'
import { expect } from 'vitest'
import { queryAsOwner } from './database-digest.ts'
import { makeDevice, makeDeviceBeforeCensus, type TestGym } from './factories.ts'
import type { TestApp } from './test-app.ts'

export const makeSimulatedTerminal = (port: number, sn: string, options: Partial<TerminalOptions> = {}): Terminal =>
  createTerminal({
    host: '127.0.0.1',
    port,
    sn,
    delayScale: 0.001,
    // A busy test machine answers late, so the simulator waits longer than a terminal.
    timeoutMs: 60_000,
    ...options,
    // Default firmware: a model that leaves it to the server to end a person's right.
    firmware: { validTimeCode: -1002, ...options.firmware },
  })

/** PIN of a client or user as a terminal writes it. */
export const toPin = ({ id_zkteco }: { id_zkteco: number | null }): string => String(id_zkteco)

/** Registers a terminal that has not called the server yet. */
export async function makeRegisteredTerminal(
  gym: TestGym,
  port: number,
  fields: object = {},
  options: Partial<TerminalOptions> = {},
): Promise<{ device: Device; terminal: Terminal }> {
  const device = await makeDevice(gym, fields)
  return { device, terminal: makeSimulatedTerminal(port, device.sn, options) }
}

/**
 * Makes a terminal that called by its gym's host name, so that it may receive fingerprints and faces; its users have
 * not been read yet.
 */
export async function makeHostNameTerminal(
  gym: TestGym,
  port: number,
  fields: object = {},
  options: Partial<TerminalOptions> = {},
): Promise<{ device: Device; terminal: Terminal }> {
  const device = await makeDeviceBeforeCensus(gym, fields)
  await queryAsOwner(gym.test, 'update terminal_states set by_name = true where id_device = $1', [device.id])
  return { device, terminal: makeSimulatedTerminal(port, device.sn, options) }
}

/** Accepts the address from which a terminal calls, as an administrator does. */
export const acceptOrigin = (gym: TestGym, { id }: Pick<Device, 'id'>, address = '127.0.0.1'): Promise<unknown> =>
  gym.admin.call('devices.origin', { params: { id_device: id }, body: { act: 'accept', address, current: true } })

/** Runs steps until the server sends no command; returns the number of commands about users. */
export async function waitUntilInSync(terminal: Terminal): Promise<number> {
  let people = 0
  const count = ({ verb }: { verb: string }) => {
    if (verb.startsWith('DATA')) people += 1
  }
  terminal.events.on('command', count)
  for (let step = 0; step < 100; step++) {
    const report = await terminal.step()
    if (!report.ok) throw new Error(`the terminal was refused: ${terminal.stats().lastError}`)
    if (report.commands > 0 || step === 0) continue
    terminal.events.off('command', count)
    return people
  }
  throw new Error('the terminal does not come to rest')
}

/** Verification mode of a user at a terminal. In the access dialect 0 if a door opens for the user that day, else 3. */
export function computeEffectiveVerifyMode(
  { rights, firmware }: Terminal,
  { pin, verify, since, until }: DeviceUser,
  day: string,
): number {
  if (firmware.dialect === 'attendance') return verify
  const isValid = (since === '0' || since.slice(0, 10) <= day) && (until === '0' || until.slice(0, 10) >= day)
  return rights.doorsOf(pin) > 0 && isValid ? 0 : 3
}

/** Users at a terminal: PIN → `verify card name`, on the given day (default: today by the terminal's clock). */
export const formatTerminalUsersByPin = (
  terminal: Terminal,
  day = terminal.shows().slice(0, 10),
): Record<string, string> =>
  Object.fromEntries(
    [...terminal.users.values()].map((user) => [
      user.pin,
      `${computeEffectiveVerifyMode(terminal, user, day)} ${user.card} ${user.name}`,
    ]),
  )

/** Records the commands that a terminal receives from now on. */
export function recordCommands(terminal: Terminal): string[] {
  const texts: string[] = []
  terminal.events.on('command', ({ text }) => texts.push(text))
  return texts
}

/** Sends bytes from one of the machine's own addresses, and returns the first answer. */
export function exchangeBytes(
  port: number,
  bytes: Uint8Array | string,
  localAddress = '127.0.0.1',
): Promise<HttpAnswer & { text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress })
    let received = Buffer.alloc(0)
    const read = (ended: boolean) => {
      const answer = parseAnswer(received, ended)
      if (!answer) return
      resolve({ ...answer, text: Buffer.from(answer.body).toString('utf8') })
      socket.destroy()
    }
    socket.on('connect', () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      read(false)
    })
    socket.on('end', () => read(true))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed after ${received.length} bytes`)))
    socket.setTimeout(30_000, () => socket.destroy(new Error('no answer')))
  })
}

/**
 * Returns an answer's text; fails unless it has status 200, plain text, a length, the right time and closes the
 * socket.
 */
export async function sendAndExpectValidAnswer(port: number, bytes: Uint8Array): Promise<string> {
  const begun = Date.now()
  const answer = await exchangeBytes(port, bytes)
  const date = Date.parse(answer.headers.get('date') ?? '')
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/plain',
    'content-length': String(answer.body.length),
    connection: 'close',
  })
  expect(answer.headers.has('transfer-encoding')).toBe(false)
  // The server sends its time in complete seconds, and caches it for a second.
  expect(date).toBeGreaterThan(begun - 3000)
  expect(date).toBeLessThanOrEqual(Date.now())
  return answer.text
}

/** Text of a request in a terminal's format; `headers` are complete lines. */
export function makeRequestBytes(
  method: string,
  target: string,
  body: Uint8Array | string = '',
  headers: string[] = [],
) {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers]
  if (body.length > 0 || method === 'POST') lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/** Returns a switch. While it is on, results that terminals report for commands are lost and get no usable answer. */
export function makeResultLossSwitch({ app }: TestApp): (isLost: boolean) => void {
  let lost = false
  app.server.prependListener('request', (request) => {
    if (lost && request.url?.includes('devicecmd')) request.url = '/lost'
  })
  return (isLost) => {
    lost = isLost
  }
}

/** Resolves when the condition is true; fails after the deadline. */
export async function waitUntil<Value>(
  look: () => Promise<Value> | Value,
  holds: (value: Value) => boolean,
  milliseconds = 30_000,
): Promise<Value> {
  const deadline = Date.now() + milliseconds
  for (;;) {
    const value = await look()
    if (holds(value)) return value
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
