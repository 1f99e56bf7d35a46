// Terminals before a listening test app: the simulator, or bytes as a real one wrote them.
import { connect } from 'node:net'
import type { Device } from '@torniquete/contract/door/devices.ts'
import { type Answer, readAnswer } from '@torniquete/terminal-simulator/parse-answer.ts'
import { createTerminal, type Terminal, type TerminalOptions } from '@torniquete/terminal-simulator/terminal.ts'
import type { DeviceUser } from '@torniquete/terminal-simulator/user.ts'
import { expect } from 'vitest'
import { asOwner } from './digest.ts'
import { makeDevice, makeUnreadDevice, type TestGym } from './factories.ts'
import type { TestApp } from './test-app.ts'

export const terminalAt = (port: number, sn: string, options: Partial<TerminalOptions> = {}): Terminal =>
  createTerminal({
    host: '127.0.0.1',
    port,
    sn,
    delayScale: 0.001,
    // A busy machine answers late.
    timeoutMs: 60_000,
    ...options,
    // A model that leaves the end of a right to the server, unless a test says otherwise.
    firmware: { validTimeCode: -1002, ...options.firmware },
  })

/** A client's or user's number as terminals write it. */
export const toPin = ({ id_zkteco }: { id_zkteco: number | null }): string => String(id_zkteco)

/** A registered terminal that has not called yet. */
export async function makeTerminal(
  gym: TestGym,
  port: number,
  fields: object = {},
  options: Partial<TerminalOptions> = {},
): Promise<{ device: Device; terminal: Terminal }> {
  const device = await makeDevice(gym, fields)
  return { device, terminal: terminalAt(port, device.sn, options) }
}

/** One that is still to be asked whom it holds, and is believed about that. */
export async function makeUnreadTerminal(
  gym: TestGym,
  port: number,
  fields: object = {},
  options: Partial<TerminalOptions> = {},
): Promise<{ device: Device; terminal: Terminal }> {
  const device = await makeUnreadDevice(gym, fields)
  return { device, terminal: terminalAt(port, device.sn, options) }
}

/** One that is still to be asked whom it holds, and has called by its gym's door name: fingers and faces may go to it. */
export async function makeProvenTerminal(
  gym: TestGym,
  port: number,
  fields: object = {},
  options: Partial<TerminalOptions> = {},
): Promise<{ device: Device; terminal: Terminal }> {
  const made = await makeUnreadTerminal(gym, port, fields, options)
  await asOwner(gym.test, (owner) =>
    owner.query('update terminal_states set by_name = true where id_device = $1', [made.device.id]),
  )
  return made
}

/** A person accepts the address from which a terminal calls. */
export const acceptOrigin = (gym: TestGym, { id }: Pick<Device, 'id'>, address = '127.0.0.1'): Promise<unknown> =>
  gym.admin.call('devices.origin', { params: { id_device: id }, body: { act: 'accept', address, current: true } })

/** Steps until one brings no command; answers how many came about the people whom it holds. */
export async function settle(terminal: Terminal): Promise<number> {
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

/** How somebody opens at a terminal: as it holds it; in the access dialect 0 where a door opens that day, 3 where none does. */
export function verifyAt(
  { rights, firmware }: Terminal,
  { pin, verify, since, until }: DeviceUser,
  day: string,
): number {
  if (firmware.dialect === 'attendance') return verify
  const isValid = (since === '0' || since.slice(0, 10) <= day) && (until === '0' || until.slice(0, 10) >= day)
  return rights.doorsOf(pin) > 0 && isValid ? 0 : 3
}

/** Users at a terminal: PIN → `verify card name`. `day`: today by the terminal's clock, unless given. */
export const holdings = (terminal: Terminal, day = terminal.shows().slice(0, 10)): Record<string, string> =>
  Object.fromEntries(
    [...terminal.users.values()].map((user) => [
      user.pin,
      `${verifyAt(terminal, user, day)} ${user.card} ${user.name}`,
    ]),
  )

/** The commands that a terminal gets from here on. */
export function commandsOf(terminal: Terminal): string[] {
  const texts: string[] = []
  terminal.events.on('command', ({ text }) => texts.push(text))
  return texts
}

/** Sends bytes, from one of the machine's own addresses, and reads the one answer. */
export function exchange(
  port: number,
  bytes: Uint8Array | string,
  localAddress = '127.0.0.1',
): Promise<Answer & { text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress })
    let received = Buffer.alloc(0)
    const read = (ended: boolean) => {
      const answer = readAnswer(received, ended)
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

/** The answer's text; fails unless it is 200, plain text, of a stated length, at the right time, and the connection's last. */
export async function politely(port: number, bytes: Uint8Array): Promise<string> {
  const begun = Date.now()
  const answer = await exchange(port, bytes)
  const date = Date.parse(answer.headers.get('date') ?? '')
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/plain',
    'content-length': String(answer.body.length),
    connection: 'close',
  })
  expect(answer.headers.has('transfer-encoding')).toBe(false)
  // In whole seconds, and kept for one.
  expect(date).toBeGreaterThan(begun - 3000)
  expect(date).toBeLessThanOrEqual(Date.now())
  return answer.text
}

/** A request as terminals write it; `headers` as whole lines. */
export function requestText(method: string, target: string, body: Uint8Array | string = '', headers: string[] = []) {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers]
  if (body.length > 0 || method === 'POST') lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/** Returns a switch: while it is on, results of commands have no effect and no readable answer. */
export function loseResults({ app }: TestApp): (isLost: boolean) => void {
  let lost = false
  app.server.prependListener('request', (request) => {
    if (lost && request.url?.includes('devicecmd')) request.url = '/lost'
  })
  return (isLost) => {
    lost = isLost
  }
}

/** The condition comes true before the deadline, or the test fails. */
export async function eventually<Value>(
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
