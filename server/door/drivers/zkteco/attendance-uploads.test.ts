import { describe, expect, test } from 'vitest'
import { parseAttlog, parseOperlog } from './attendance-uploads.ts'

describe('parseAttlog', () => {
  test.each([
    ['T3', '2\t2022-07-12 16:00:20\t1\t15\t\t0\t0\t\t\t43\n', { pin: '2', leaves: true }],
    ['T5', '8965\t2015-07-30 15:16:37\t0\t1\t0\t0\t0\n', { pin: '8965', time: '2015-07-30 15:16:37' }],
    ['status 255', '7\t2026-01-02 03:04:05\t255\t15\t0\t0\t0\t0\t0\t0\t\r\n', { pin: '7', leaves: false }],
    ['two columns', '7\t2026-01-02T03:04:05', { time: '2026-01-02 03:04:05', leaves: false }],
    ['letters', '00_a-B\t2026-01-02 03:04:05\tx\t', { pin: '00_a-B', leaves: false }],
  ])('parseAttlog: parses a line as in %s', (_item, body, record) => {
    expect(parseAttlog(body)).toMatchObject({ received: 1, rows: [record], rejected: [] })
  })

  test.each([
    '7',
    '7\t2026-02-29 10:00:00',
    '7\t2026-13-01 10:00:00',
    '\t2026-01-02 03:04:05',
    "1'; drop\t2026-01-02 03:04:05",
    `${'1'.repeat(25)}\t2026-01-02 03:04:05`,
  ])('parseAttlog: rejects %j but keeps its neighbours', (line) => {
    const attlog = parseAttlog(`1\t2026-01-02 03:04:05\n${line}\n\n2\t2026-01-02 03:04:05`)
    expect(attlog).toMatchObject({ received: 3, rows: [{ pin: '1' }, { pin: '2' }], rejected: [line] })
  })
})

describe('parseOperlog', () => {
  const usual = { password: false, group: 1, enabled: null, from: null, until: null }

  test('parseOperlog: parses dates and enabled flag of a user, and no verify method of US firmware', () => {
    const line =
      'USER PIN=7\tName=Ana\tCard=\tVerifyMode=131\tStartDatetime=2026-08-01T00:00:00\tEndDatetime=2026-08-31 23:59:59\n'
    expect(parseOperlog(line).users).toMatchObject([{ verify: null, from: '2026-08-01', until: '2026-08-31' }])
    expect(parseOperlog('USER PIN=7\tName=Ana\tEnable=0\nUSER PIN=8\tName=Eva\tEnable=1').users).toMatchObject([
      { enabled: false },
      { enabled: true },
    ])
  })

  test('traffic T3: parseOperlog parses a user without the leading word', () => {
    const line =
      'PIN=2\tName=Johny Deep\tPri=0\tPasswd=\tCard=\tGrp=1\tTZ=0000000100000000\tVerify=0\tViceCard=\tStartDatetime=0\tEndDatetime=0\n'
    const user = { pin: '2', name: 'Johny Deep', privilege: 0, card: '', verify: 0, from: null, until: null }
    expect(parseOperlog(line)).toMatchObject({ received: 1, users: [user], rejected: [] })
    expect(parseOperlog(line, 'USERINFO')).toMatchObject({ received: 1, users: [user], rejected: [] })
  })

  test('traffic T5, T11, T17: parseOperlog parses users with other field orders and fewer fields', () => {
    const body =
      'USER PIN=36235\tName=36235\tPri=0\tPasswd=\tCard=133441\tGrp=1\tTZ=0001000000000000\r\n' +
      'USER PIN=2\tName=\tPri=0\tPasswd=0\tCard=89776433\tGrp=1\tTZ=0001000100000000\tVerify=-1\tViceCard=123456789\n' +
      'USER PIN=982\tName=Richard\tPasswd=9822\tCard=[15CD5B07]\tGrp=1\tTZ=\n' +
      'USER Name=a=b\0\tPIN=5'
    expect(parseOperlog(body).users).toEqual([
      { pin: '36235', name: '36235', privilege: 0, card: '133441', verify: null, ...usual },
      { pin: '2', name: '', privilege: 0, card: '89776433', verify: -1, ...usual },
      { pin: '982', name: 'Richard', privilege: null, card: '123456789', verify: null, ...usual, password: true },
      { pin: '5', name: 'a=b', privilege: null, card: '', verify: null, ...usual, group: null },
    ])
  })

  test('traffic T5, T14: parseOperlog parses operations', () => {
    const body =
      'OPLOG 30\t0\t2026-06-25 16:28:28\t4\t0\t0\t0\n' +
      'OPLOG 9\t0\t2026-06-25 16:29:14\t4\t0\t0\t0\n' +
      'OPLOG 4\t14\t2015-07-30 10:22:34\t0\t0\t0\t0'
    expect(parseOperlog(body)).toMatchObject({
      received: 3,
      operations: [
        { code: 30, adminPin: '0', time: '2026-06-25 16:28:28', objects: ['4', '0', '0', '0'] },
        { code: 9, objects: ['4', '0', '0', '0'] },
        { code: 4, adminPin: '14' },
      ],
    })
  })

  test('traffic T14: parseOperlog rejects unreadable lines', () => {
    const lines = ['OPLOG', 'OPLOG abc\t0\t2026\t4', 'OPLOG 30', 'random text', 'USER PIN=4']
    const body = [...lines, 'FP PIN=4\tFID=6', '', 'OPLOG 70\t0\t2026-06-25 16:28:10\t4\t0\t0\t0'].join('\n')
    expect(parseOperlog(body)).toEqual({
      received: 7,
      users: [],
      operations: [{ code: 70, adminPin: '0', time: '2026-06-25 16:28:10', objects: ['4', '0', '0', '0'] }],

      rejected: lines,
    })
  })

  test.each([
    ['OPERLOG', 'USER PIN=4\tName=User3\tPasswd=SECRET'],
    ['OPERLOG', 'FP PIN=4\tFID=6\tSize=1488\tValid=1\tTMP=SECRET='],
    ['OPERLOG', 'FVEIN Pin=4\tFID=0\tTmp=SECRET'],
    ['OPERLOG', 'BIOPHOTO PIN=4\tFileName=4.jpg\tType=9\tNo=0\tIndex=0\tSize=9\tContent=SECRET'],
    ['BIODATA', 'BIODATA Pin=4\tNo=0\tIndex=0\tValid=1\tDuress=0\tType=9\tMajorVer=5\tTmp=SECRET'],
    ['IDCARD', 'PIN=4\tSNNum=SECRET\tIDNum=SECRET'],
  ])('parseOperlog: stores no password and no template from %s, %s', (table, line) => {
    const operlog = parseOperlog(line, table)
    expect(operlog.received).toBe(1)
    expect(JSON.stringify(operlog)).not.toContain('SECRET')
  })
})
