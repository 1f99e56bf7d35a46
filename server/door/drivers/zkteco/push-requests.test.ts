import { describe, expect, test } from 'vitest'
import { classifyRequest, guessUploadTable, parsePollInfo, serialNumberPattern } from './push-requests.ts'

function request(line: string) {
  const [method = '', address = ''] = line.split(' ')
  const { pathname, searchParams } = new URL(address, 'http://server.test')
  return classifyRequest(method, pathname, searchParams)
}

describe('captured requests of PUSH 2.x', () => {
  test('traffic T4, T6, T17: classifyRequest recognises handshakes', () => {
    expect(
      request(
        'GET /iclock/cdata?SN=0316144680030&options=all&pushver=2.2.14&language=83&pushcommkey=4a9594af164f2b9779b59e8554b5df26',
      ),
    ).toEqual({
      sn: '0316144680030',
      kind: 'handshake',
      pushver: '2.2.14',
      language: 83,
      key: '4a9594af164f2b9779b59e8554b5df26',
    })
    expect(
      request(
        'GET http://172.16.12.199:8000/iclock/cdata?PushOptionsFlag=2&SN=CEZU202360241&language=69&options=all&pushver=2.4.0',
      ),
    ).toEqual({ sn: 'CEZU202360241', kind: 'handshake', pushver: '2.4.0', language: 69, key: '' })
    expect(request('GET /iclock/cdata?SN=1&options=all')).toMatchObject({ pushver: null, language: null })
    expect(request('GET /iclock/cdata?SN=1&options=all&ComKey=a%20b')).toMatchObject({ key: 'a b' })
    expect(request('GET /iclock/cdata?SN=1&options=all&DeviceType=middle%20east')).toMatchObject({
      kind: 'handshake',
    })
  })

  test('traffic T4, T6, T17: classifyRequest recognises polls with INFO', () => {
    const info = 'Ver%208.0.4.2-I113-02,143,1,109,172.16.12.182,10,7,12,141,111'
    expect(request(`GET http://172.16.12.199:8000/iclock/getrequest?SN=CEZU202360241&INFO=${info}`)).toEqual({
      sn: 'CEZU202360241',
      kind: 'poll',
      info: { firmware: 'Ver 8.0.4.2-I113-02', users: 143, ip: '172.16.12.182' },
    })
    expect(parsePollInfo('Ver 6.8.0(build640),2,0,0,192.168.1.201,10,-1,-12,101')).toEqual({
      firmware: 'Ver 6.8.0(build640)',
      users: 2,
      ip: '192.168.1.201',
    })
    expect(parsePollInfo('nonsense')).toBeNull()
  })

  test.each([
    ['T1', 'POST /iclock/cdata?SN=CNYG213260182&table=ATTLOG&Stamp=9999', 'ATTLOG', '9999'],
    ['T17', 'POST /iclock/cdata?SN=12300001&table=ATTLOG&Stamp=2008-02-25T12:08:21', 'ATTLOG', '2008-02-25T12:08:21'],
    ['T5 photo', 'POST /iclock/fdata?SN=0316144680030&table=ATTPHOTO&Stamp=9999', 'ATTPHOTO', '9999'],
    ['T11', 'POST /iclock/cdata?SN=0316144680030&table=ERRORLOG&Stamp=9999', 'ERRORLOG', '9999'],
    ['no table', 'POST /iclock/cdata?SN=1&Stamp=5', null, '5'],
    ['no table but OpStamp', 'POST /iclock/cdata?SN=1&OpStamp=5', 'OPERLOG', '5'],
    ['any table', 'POST /iclock/cdata?SN=1&table=WhoKnows', 'WHOKNOWS', null],
  ])('classifyRequest: recognises an upload (%s)', (_item, line, table, stamp) => {
    expect(request(line)).toMatchObject({ kind: 'upload', table, stamp, packed: false })
  })

  test('traffic T11: classifyRequest recognises a packed upload', () => {
    expect(request('POST /iclock/cdata?SN=1&table=OPERLOG&ContentType=tgz')).toMatchObject({ packed: true })
  })

  test.each([
    ['POST /iclock/devicecmd?SN=0316144680030', { kind: 'results' }],
    ['GET /iclock/ping?SN=3383154200002', { kind: 'ping' }],
    ['GET /iclock/cdata?SN=12300001&type=time', { kind: 'time' }],
    ['GET /iclock/cdata?SN=1&table=RemoteAtt&PIN=12', { kind: 'remote-attendance' }],
    ['GET /iclock/cdata?SN=1&type=LastPunch&PIN=1', { kind: 'other' }],
    ['GET /elsewhere', { kind: 'other', sn: null }],
  ])('classifyRequest: recognises %s', (line, kind) => {
    expect(request(line)).toMatchObject(kind)
  })
})

describe('requests of PUSH 3.x', () => {
  test.each([
    [
      'T8',
      'GET /iclock/cdata?SN=VGU6254600603&options=all&pushver=3.1.2&DeviceType=acc&PushOptionsFlag=1',
      'handshake',
      null,
    ],
    ['T10', 'POST /iclock/registry?SN=3383154200002', 'registry', null],
    ['T10', 'POST /iclock/push?SN=3383154200002', 'push', null],
    ['T12', 'POST /iclock/cdata?SN=3383154200002&table=rtlog', 'rtlog', null],
    ['T12', 'POST /iclock/cdata?SN=3383154200002&table=rtstate', 'rtstate', null],
    ['T12', 'POST /iclock/cdata?SN=1&table=tabledata&tablename=user&count=1', 'tabledata', 'user'],
    ['T12', 'POST /iclock/querydata?SN=1&type=tabledata&cmdid=415&tablename=user&count=3', 'querydata', 'user'],
    ['T16', 'GET /iclock/rtdata?SN=3383154200002&type=time', 'rtdata', null],
    ['T16', 'POST /iclock/cdata?SN=1&AuthType=device', 'authorization', null],
    ['§11', 'POST /iclock/service/control?SN=1', 'control', null],
  ])('classifyRequest: recognises the access dialect (%s: %s)', (_item, line, call, tableName) => {
    expect(request(line)).toMatchObject({ kind: 'access', call, tableName })
  })

  test('classifyRequest: the device type decides the dialect, not the version', () => {
    expect(request('GET /iclock/cdata?SN=1&options=all&pushver=3.1.2S&DeviceType=ATT')).toMatchObject({
      kind: 'handshake',
    })
  })
})

describe('spelling variants of requests', () => {
  test.each([
    'GET /iclock/cdata.aspx?SN=A1&options=all',
    'GET /ICLOCK/CData?sn=A1&OPTIONS=all',
    'GET /iclock/iclock/cdata?SN=A1&options=all',
    'POST /iclock/fdata.aspx?options=all&SN=A1',
  ])('classifyRequest: recognises the handshake in %s', (line) => {
    expect(request(line)).toMatchObject({ sn: 'A1', kind: 'handshake' })
  })

  test('classifyRequest: returns the exact serial number, or null if it is malformed', () => {
    for (const sn of ['', 'A%201', 'A%0A1', 'ñ', '../x', 'A'.repeat(65)]) {
      expect(request(`GET /iclock/ping?SN=${sn}`).sn).toBeNull()
    }
    expect(request('GET /iclock/ping?SN=aB-_9').sn).toBe('aB-_9')
    expect(serialNumberPattern.test('A1\n')).toBe(false)
  })
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
