import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Faults } from './faults.ts'
import { createTerminal, type Terminal } from './terminal.ts'
import { startServer, type TestServer } from './testing-server.ts'

let server: TestServer

beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const make = (faults: Partial<Faults>, port = server.port): Terminal =>
  createTerminal({ host: '127.0.0.1', port, sn: 'SIM1', faults, timeoutMs: 2000 })

async function passOnce(terminal: Terminal): Promise<void> {
  await terminal.step()
  terminal.forcePunch({ pin: '7', time: '2026-01-02 03:04:05' })
  await terminal.step()
}

test.each<[Partial<Faults>, { httpVersion: string; encoding: string | undefined; expect: string | undefined }]>([
  [{}, { httpVersion: '1.1', encoding: undefined, expect: undefined }],
  [{ http10: true }, { httpVersion: '1.0', encoding: undefined, expect: undefined }],
  [{ chunkedBody: true }, { httpVersion: '1.1', encoding: 'chunked', expect: undefined }],
  [{ expectContinue: true }, { httpVersion: '1.1', encoding: undefined, expect: '100-continue' }],
])('a request with %j', async (faults, expected) => {
  const terminal = make(faults)
  await passOnce(terminal)
  const upload = server.uploads('ATTLOG')[0]
  const { httpVersion, headers } = upload ?? { httpVersion: '', headers: {} }
  expect({ httpVersion, encoding: headers['transfer-encoding'], expect: headers.expect }).toEqual(expected)
  expect(upload?.body).toMatch(/^7\t2026-01-02 03:04:05\t.*\n$/)
  expect(terminal.unsent()).toBe(0)
})

test('a body that ends in its middle, until the line is better', async () => {
  const terminal = make({})
  await terminal.step()
  terminal.faults.cutBody = true
  terminal.forcePunch({ pin: '7', time: '2026-01-02 03:04:05' })
  expect(await terminal.step()).toMatchObject({ ok: false })
  await expect.poll(() => server.cut).toBe(1)
  terminal.faults.cutBody = false
  expect(await terminal.step()).toMatchObject({ ok: true, records: 1 })
  expect(server.uploads('ATTLOG')).toHaveLength(1)
})

test('a line end after a body that does not count it', async () => {
  const terminal = make({ overlongBody: true })
  await passOnce(terminal)
  expect(server.uploads('ATTLOG')[0]?.body).toMatch(/^7\t.*\n$/)
  expect(terminal.unsent()).toBe(0)
})

test('an address in upper case', async () => {
  await passOnce(make({ upperCasePath: true, aspx: true }))
  expect(server.uploads('ATTLOG')[0]?.target).toBe('/ICLOCK/CDATA.ASPX?SN=SIM1&table=ATTLOG&Stamp=9999')
})

test.each([
  [{}, /INFO=Ver%208/],
  [{ rawSpaces: true }, /INFO=Ver 8/],
])('the spaces of a query with %j', async (faults, written) => {
  const heard: string[] = []
  const bare = createServer((socket) => {
    socket.on('data', (bytes) => {
      heard.push(bytes.toString())
      const body = heard.length === 1 ? server.handshake : 'OK'
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    })
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const address = bare.address()
  await make(faults, typeof address === 'object' && address ? address.port : 0).step()
  expect(heard.at(-1)?.split('\r\n')[0]).toMatch(written)
  await new Promise((resolve) => bare.close(resolve))
})

test.each([
  [{}, 'close', 5],
  [{ keepAlive: true }, 'keep-alive', 1],
])('connections with %j', async (faults, header, connections) => {
  const terminal = make(faults)
  await passOnce(terminal)
  expect(server.received.map(({ headers }) => headers.connection)).toEqual(Array(5).fill(header))
  expect(server.connections).toBe(connections)
  await terminal.stop()
})

test('a connection that the server closed is tried again, and the request gets another', async () => {
  server.closes = true
  const terminal = make({ keepAlive: true })
  await passOnce(terminal)
  expect(server.connections).toBe(5)
  expect(terminal.unsent()).toBe(0)
  await terminal.stop()
})

test('a connection that the server closed long before it is used again costs no wait', async () => {
  server.closes = true
  const terminal = make({ keepAlive: true })
  for (let poll = 0; poll < 3; poll += 1) {
    const begun = performance.now()
    expect(await terminal.step()).toMatchObject({ ok: true })
    expect(performance.now() - begun).toBeLessThan(5000)
    // Until the terminal has heard of it.
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
})

test('a server that says nothing to Expect gets the body all the same', async () => {
  const heard: string[] = []
  const bare = createServer((socket) => {
    socket.on('data', (bytes) => {
      heard.push(bytes.toString())
      if (bytes.toString().endsWith('\r\n\r\n') && bytes.toString().startsWith('POST')) return
      const body = heard.length === 1 ? server.handshake : 'OK'
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    })
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const address = bare.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expect(await make({ expectContinue: true }, port).step()).toMatchObject({ ok: true })
  expect(heard[2]).toContain('~SerialNumber=SIM1')
  await new Promise((resolve) => bare.close(resolve))
})
