import { expect, test } from 'vitest'
import { classifyRequest, guessUploadTable, parsePollInfo, serialNumberPattern } from './push-requests.ts'

function request(line: string) {
  const [method = '', address = ''] = line.split(' ')
  const { pathname, searchParams } = new URL(address, 'http://server.test')
  return classifyRequest(method, pathname, searchParams)
}

test.each([
  ['T17', 'POST /iclock/cdata?SN=12300001&table=ATTLOG&Stamp=2008-02-25T12:08:21', 'ATTLOG', '2008-02-25T12:08:21'],
  ['no table', 'POST /iclock/cdata?SN=1&Stamp=5', null, '5'],
  ['no table but OpStamp', 'POST /iclock/cdata?SN=1&OpStamp=5', 'OPERLOG', '5'],
  ['any table', 'POST /iclock/cdata?SN=1&table=WhoKnows', 'WHOKNOWS', null],
])('classifyRequest: recognises an upload (%s)', (_item, line, table, stamp) => {
  expect(request(line)).toMatchObject({ kind: 'upload', table, stamp, packed: false })
})

test('parsePollInfo: parses firmware, number of users and address', () => {
  expect(parsePollInfo('Ver 6.8.0(build640),2,0,0,192.168.1.201,10,-1,-12,101')).toEqual({
    firmware: 'Ver 6.8.0(build640)',
    users: 2,
    ip: '192.168.1.201',
  })
  expect(parsePollInfo('nonsense')).toBeNull()
})

test('classifyRequest: returns the exact serial number, or null if it is malformed', () => {
  for (const sn of ['', 'A%201', 'A%0A1', 'ñ', '../x', 'A'.repeat(65)]) {
    expect(request(`GET /iclock/ping?SN=${sn}`).sn).toBeNull()
  }
  expect(request('GET /iclock/ping?SN=aB-_9').sn).toBe('aB-_9')
  expect(serialNumberPattern.test('A1\n')).toBe(false)
})

test.each([
  ['pushver=3.0.1', 'application/push', 'access'],
  ['pushver=2.4.1', 'application/push', 'handshake'],
  ['pushver=3.1.2', '*/*', 'handshake'],
  ['', 'application/push', 'handshake'],
  ['pushver=3.1.2&DeviceType=att', 'application/push', 'handshake'],
  ['pushver=2.4.1&DeviceType=ACC', '*/*', 'access'],
])('classifyRequest: with query “%s” and Accept %s, the handshake is classified as %s', (query, accepts, kind) => {
  const said = new URLSearchParams(`SN=A1&options=all&${query}`)
  expect(classifyRequest('GET', '/iclock/cdata', said, accepts).kind).toBe(kind)
})

test('guessUploadTable: recognises the table by the first line', () => {
  expect(guessUploadTable('\r\n46\t2025-01-29 06:58:48\t0\t15')).toBe('ATTLOG')
  expect(guessUploadTable('OPLOG 4\t14\t2015-07-30 10:22:34\t0')).toBe('OPERLOG')
  expect(guessUploadTable('PIN=2\tName=Johny Deep')).toBe('OPERLOG')
  // An unknown body is stored as unreadable passes.
  expect(guessUploadTable('hello')).toBe('ATTLOG')
})
