import { expect, test } from 'vitest'
import { parseCommandResults } from './command-results.ts'

const summary = (text: string) => parseCommandResults(text).map(({ id, code, command }) => [id, code, command])

test.each([
  ['T9', 'ID=OPENDOOR0&Return=0&CMD=AC_UNLOCK', ['OPENDOOR0', 0, 'AC_UNLOCK']],
  ['T12', 'ID=1&Return=0&CMD=DATA UPDATE\r\n\0', ['1', 0, 'DATA UPDATE']],
  ['a failure', 'ID=7&Return=-1002&CMD=DATA', ['7', -1002, 'DATA']],
  ['no verb', 'ID=7&Return=0', ['7', 0, '']],
])('parseCommandResults: parses a result as in %s', (_item, body, result) => {
  expect(summary(body)).toEqual([result])
})

test('traffic T6: parseCommandResults assigns lines after an INFO result to that result only', () => {
  const body =
    'ID=122&Return=0&CMD=INFO\n~DeviceName=MB360/ID\nMAC=00:17:61:10:79:9f\nMainTime=1970-01-01 00:00:00\n~OEMVendor= ZKTeco Inc.\nAccSupportFunList=\n~DSTF=1\nVisilightFun=\nID=123&Return=0&CMD=CHECK'
  const [info, check] = parseCommandResults(body)
  expect(info).toMatchObject({ id: '122', code: 0, command: 'INFO' })
  expect(Object.fromEntries(info?.details ?? [])).toEqual({
    '~DeviceName': 'MB360/ID',
    MAC: '00:17:61:10:79:9f',
    MainTime: '1970-01-01 00:00:00',
    '~OEMVendor': 'ZKTeco Inc.',
    AccSupportFunList: '',
    '~DSTF': '1',
    VisilightFun: '',
  })
  expect(check).toMatchObject({ id: '123', command: 'CHECK' })
})

test('parseCommandResults: keeps further fields of a result', () => {
  const body = 'ID=9&Return=0&CMD=VERIFY SUM&StartTime=2026-01-01 00:00:00&EndTime=2026-01-31 23:59:59&AttlogSum=12'
  const [result] = parseCommandResults(body)
  expect(result).toMatchObject({ id: '9', command: 'VERIFY SUM' })
  expect(result?.details.get('AttlogSum')).toBe('12')
})

test('traffic T17: parseCommandResults returns a result of several lines as one result', () => {
  const body = 'ID=5\nSN=12300001\nFILENAME=a.txt\nCMD=GetFile\nReturn=42\nContent=x\nID=6&Return=0&CMD=AC_UNLOCK'
  expect(parseCommandResults(body)).toEqual([
    { id: '5', code: 42, command: 'GetFile', details: new Map([['FILENAME', 'a.txt']]) },
  ])
})

test('parseCommandResults: skips lines that are no result', () => {
  expect(
    summary('garbage&more\nID=&Return=0&CMD=X\nID=2&CMD=X\nID=3&Return=zero&CMD=X\nID=4&Return=0&CMD=DATA\ntrailing'),
  ).toEqual([['4', 0, 'DATA']])
  expect(parseCommandResults('')).toEqual([])
})
