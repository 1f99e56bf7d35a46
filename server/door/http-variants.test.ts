// Tests HTTP requests of terminals: missing headers, odd addresses, too large bodies, an unavailable database.
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { makeClient, makeDevice, makeGym } from '../testing/factories.ts'
import { exchangeBytes, makeRegisteredTerminal, makeRequestBytes, waitUntil } from '../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../testing/test-app.ts'

const app = await startTestAppForFile()
const port = (await app.listen()).port
const gym = await makeGym(app)

let second = 0
const nextTime = () =>
  `2026-01-02 03:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second++ % 60).padStart(2, '0')}`
const total = async (client: number) =>
  (await gym.admin.call('attendances.list', { query: { client_id: client } })).total

describe('HTTP variants of uploads', () => {
  test.each([
    ['no headers', '/iclock/cdata', []],
    ['a wrong form content type', '/iclock/cdata', ['Host: x', 'Content-Type: application/x-www-form-urlencoded']],
    ['a wrong JSON content type', '/iclock/cdata', ['Content-Type: application/json']],
    ['an invalid content type', '/iclock/cdata', ['Content-Type: ;;;']],
    [
      'the push content type',
      '/iclock/cdata',
      ['Content-Type: application/push;charset=UTF-8', 'Connection: starting'],
    ],
    ['.aspx and a final slash', '/iclock/cdata.aspx/', []],
    ['doubled slashes', '//iclock//cdata', []],
    ['an absolute URL, as to a proxy', 'http://172.16.12.199:8000/iclock/CDATA', []],
  ])('HTTP variants: a pass is stored from a request with %s', async (_, page, headers) => {
    const { sn } = await makeDevice(gym)
    const client = await makeClient(gym)
    const body = `${client.id_zkteco}\t${nextTime()}\t0\t15\n`
    for (const query of [`stamp=1&Table=attlog&sn=${sn}`, `SN=${sn}`]) {
      const answer = await exchangeBytes(port, makeRequestBytes('POST', `${page}?${query}`, body, headers))
      expect([answer.status, answer.text]).toEqual([200, 'OK: 1'])
    }
    expect(await total(client.id)).toBe(1)
  })

  test.each(['PUT', 'GET', 'TRACE'])('HTTP variants: %s is answered in plain text', async (method) => {
    const { sn } = await makeDevice(gym)
    for (const page of ['cdata', 'devicecmd', 'anything/else', '']) {
      const answer = await exchangeBytes(port, makeRequestBytes(method, `/iclock/${page}?SN=${sn}`))
      expect([page, answer.status, answer.headers.get('content-type')]).toEqual([page, 200, 'text/plain'])
      expect(answer.text).toMatch(/^(OK|C:)/)
    }
  })
})

describe('unstorable uploads', () => {
  test('attendance upload: the answer counts bad lines too, and good lines are stored', async () => {
    const { sn } = await makeDevice(gym)
    const client = await makeClient(gym)
    const good = `${client.id_zkteco}\t${nextTime()}\t0\t15`
    const lines = ['azar', good, '5\t2026-13-45 10:00:00', `\t${nextTime()}`, '\0', `a b\t${nextTime()}`]
    const send = (body: string | Uint8Array) =>
      exchangeBytes(port, makeRequestBytes('POST', `/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=1`, body))
    expect((await send(lines.join('\r\n'))).text).toBe('OK: 5')
    expect((await send('')).text).toBe('OK: 0')
    expect((await send('\n\r\n')).text).toBe('OK: 0')
    expect((await send(Uint8Array.from([0xff, 0xfe, 0x0a, 0xc3, 0x0a]))).text).toMatch(/^OK: \d$/)
    expect(await total(client.id)).toBe(1)
    const kept = await gym.rows<{ reason: string }>(
      sql`select reason from door_records where gym_id = ${gym.gym.id} and sn = ${sn}`,
    )
    expect(new Set(kept.map(({ reason }) => reason))).toEqual(new Set(['unreadable']))
  })

  test('upload limits: 1 MB is accepted, but a larger body or over 20,000 lines gets 413', async () => {
    const { sn } = await makeDevice(gym)
    const line = `BIOPHOTO PIN=1\tFileName=1.jpg\tType=9\tSize=1\tContent=`
    const body = line + 'A'.repeat(1024 * 1024 - line.length)
    const target = `/iclock/cdata?SN=${sn}&table=OPERLOG&Stamp=1`
    expect((await exchangeBytes(port, makeRequestBytes('POST', target, body))).text).toBe('OK: 1')
    const head = makeRequestBytes('POST', target, '', [`Content-Length: ${body.length + 1}`]).toString('latin1')
    const tooLarge = await exchangeBytes(port, head.replace('Content-Length: 0\r\n', ''))
    expect([tooLarge.status, tooLarge.text]).toEqual([413, 'ERROR'])
    const passes = `/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=1`
    expect((await exchangeBytes(port, makeRequestBytes('POST', passes, '7\n'.repeat(20_001)))).status).toBe(413)
  })

  test('missing serial number: a poll gets OK, an upload gets 503', async () => {
    for (const query of ['', '?SN=', '?SN=a%20b', `?SN=${'x'.repeat(65)}`]) {
      const poll = await exchangeBytes(port, makeRequestBytes('GET', `/iclock/getrequest${query}`))
      expect([poll.status, poll.text]).toEqual([200, 'OK'])
      const upload = await exchangeBytes(
        port,
        makeRequestBytes('POST', `/iclock/cdata${query}`, '1\t2026-01-01 10:00:00\n'),
      )
      expect(upload.status).toBe(503)
    }
  })

  test('database unavailable: the terminal keeps its records and sends them later', async () => {
    const { terminal } = await makeRegisteredTerminal(gym, port)
    const client = await makeClient(gym)
    await terminal.step()
    const { host, port: socket, user } = inject('postgres')
    const admin = new pg.Client({ host, port: socket, user, database: 'postgres' })
    await admin.connect()
    const name = 'database' in app.database.address ? app.database.address.database : ''
    await admin.query(`alter database ${name} with allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    terminal.forcePunch({ pin: String(client.id_zkteco), time: nextTime() })
    expect((await terminal.step()).ok).toBe(false)
    expect(terminal.stats().lastError).toMatch(/answered 503/)
    const unknown = await exchangeBytes(port, makeRequestBytes('GET', '/iclock/getrequest?SN=NEVERSEEN'))
    expect(unknown.status).toBeGreaterThanOrEqual(500)
    expect(unknown.headers.get('content-type')).toBe('text/plain')
    await admin.query(`alter database ${name} with allow_connections true`)
    await admin.end()
    await waitUntil(
      () => terminal.step(),
      ({ ok }) => ok,
    )
    expect(terminal.unsent()).toBe(0)
    expect(await total(client.id)).toBe(1)
  })
})

test('answers to terminals: never compressed, whatever the terminal accepts', async () => {
  const own = await makeGym(app)
  const { sn } = await makeDevice(own)
  await Promise.all(Array.from({ length: 12 }, () => makeClient(own)))
  const answer = await exchangeBytes(
    port,
    makeRequestBytes('GET', `/iclock/getrequest?SN=${sn}`, '', ['Accept-Encoding: gzip']),
  )
  expect(answer.headers.has('content-encoding')).toBe(false)
  expect(answer.headers.get('content-length')).toBe(String(answer.body.length))
  expect(answer.body.length).toBeGreaterThan(1024)
})
