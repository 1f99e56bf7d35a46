import { expect, test } from 'vitest'
import type { TerminalCommand } from '../../reconciler.ts'
import {
  type AccessPanelProperties,
  formatAccessCommand,
  formatDoorOpening,
  parseAccessCommandResult,
} from './access-commands.ts'

const facts: AccessPanelProperties = { doors: 1, usesPackedDates: false, requiresUnitId: false, language: null }
const ana: Extract<TerminalCommand, { kind: 'put' }> = {
  id: 415,
  kind: 'put',
  pin: 7,
  name: 'Ana Pérez',
  card: '0009449597',
  privilege: 0,
  opens: true,
  from: '2026-06-01',
  until: '2026-06-30',
  keepsPassword: false,
  plainName: false,
  singleBlockMethod: false,
  done: 0,
  access: [],
}
const texts = (command: TerminalCommand, other: Partial<AccessPanelProperties> = {}) =>
  formatAccessCommand(command, { ...facts, ...other }).map(({ id, text }) => `${id} ${text}`)

test('traffic T16: a right takes two commands, one for the person and one for the doors', () => {
  expect(texts(ana)).toEqual([
    'bjXAC DATA UPDATE user CardNo=9449597\tPin=7\tPassword=\tGroup=0\tStartTime=20260601\tEndTime=20260630\tName=Ana Pérez\tPrivilege=0',
    'bjXBC DATA UPDATE userauthorize Pin=7\tAuthorizeTimezoneId=1\tAuthorizeDoorId=1',
  ])
  const [person, doors] = texts(ana, { usesPackedDates: true, doors: 4, requiresUnitId: true })
  expect(person).toMatch(/StartTime=849052800\tEndTime=851644799\t/)
  expect(doors).toBe('bjXBC DATA UPDATE userauthorize Pin=7\tAuthorizeTimezoneId=1\tAuthorizeDoorId=15\tDevID=1')
})

test('access commands: a blocked person has no door and a last day in the past', () => {
  const blocked = { ...ana, opens: false, from: '', until: '2026-06-14', keepsPassword: true }
  expect(texts(blocked)).toEqual([
    'bjXAC DATA UPDATE user CardNo=9449597\tPin=7\tPassword=\tGroup=0\tStartTime=0\tEndTime=20260614\tName=Ana Pérez\tPrivilege=0',
    'bjYBC DATA DELETE userauthorize Pin=7',
  ])
  expect(texts({ ...blocked, done: 1 })).toEqual(['bjYBC DATA DELETE userauthorize Pin=7'])
  expect(texts({ ...ana, keepsPassword: true, from: '', until: '', privilege: 14, plainName: true })[0]).toBe(
    'bjXAC DATA UPDATE user CardNo=9449597\tPin=7\tGroup=0\tStartTime=0\tEndTime=0\tName=Ana Perez\tPrivilege=14',
  )
})

test('access commands: all others have the form of the captured traffic T12, T16', () => {
  expect(texts({ id: 1, kind: 'remove', pin: '1', done: 0 })).toEqual([
    '1YAF DATA DELETE userauthorize Pin=1',
    '1YBF DATA DELETE templatev10 Pin=1',
    '1YCF DATA DELETE biodata Pin=1',
    '1YDF DATA DELETE biophoto Pin=1',
    '1XEF DATA DELETE user Pin=1',
  ])
  expect(texts({ id: 1, kind: 'empty', done: 0b01111 })).toEqual(['1XEF DATA DELETE user *'])
  expect(texts({ id: 1, kind: 'open' })).toEqual(['1 CONTROL DEVICE 01010105'])
  expect(formatDoorOpening(10)).toBe('CONTROL DEVICE 010A0105')
  expect(texts({ id: 1, kind: 'list' })).toEqual(['1L DATA QUERY tablename=user,fielddesc=*,filter=*'])
  expect(texts({ id: 1, kind: 'ask', pin: '7\nC:2:x' })).toEqual([
    '1L DATA QUERY tablename=user,fielddesc=*,filter=Pin=7C:2:x',
  ])
  expect(texts({ id: 1, kind: 'count' })).toEqual(['1N DATA COUNT user'])
  expect(texts({ id: 1, kind: 'clock', local: '2018-02-22 14:54:54' })).toEqual(['1 SET OPTIONS DateTime=583080894'])
  for (const kind of ['keep-logs', 'end-rights', 'reread'] as const) expect(texts({ id: 1, kind })).toEqual([])
})

test.each<[string, number, ReturnType<typeof parseAccessCommandResult>]>([
  ['bj', 0, { command: 415, code: 0 }],
  ['bj', 3, { command: 415, code: 3 }],
  ['bjXAC', 0, { command: 415, code: 0, part: { at: 0, of: 2 } }],
  ['bjXBC', 0, { command: 415, code: 0, part: { at: 1, of: 2 } }],
  // Codes of a full terminal are mapped to those of the attendance dialect.
  ['bjXAC', -18, { command: 415, code: -1001 }],
  ['bjXBC', -725, { command: 415, code: -1003 }],
  ['bjXAC', -620, { command: 415, code: -1 }],
  ['bj', -13, { command: 415, code: -1002 }],
  // The command was forwarded to another unit, so this is not the final result.
  ['bj', -5000, null],
  // A missing row or table of an optional part (`Y`) counts as deleted.
  ['bjYAF', 0, { command: 415, code: 0, part: { at: 0, of: 5 } }],
  ['bjYBF', -100, { command: 415, code: 0, part: { at: 1, of: 5 } }],
  ['bjYCF', -10, { command: 415, code: 0, part: { at: 2, of: 5 } }],
  ['bjYCF', -725, { command: 415, code: -1003 }],
  ['bjYBC', -10, { command: 415, code: 0, part: { at: 1, of: 2 } }],
  ['bjXBC', -10, { command: 415, code: -10 }],
  ['bjXEF', -100, { command: 415, code: -1002 }],
  // The count arrives in another request, so code 0 is not the result.
  ['bjN', 0, null],
  ['bjN', -13, { command: 415, code: -1002 }],
  ['bjL', 3, { command: 415, code: 3 }],
  ['bjL', 0, { command: 415, code: -1 }],
  ['info8487-', 0, null],
])('parseAccessResult: parses result %s with code %d', (id, code, result) => {
  expect(parseAccessCommandResult(id, code)).toEqual(result)
})

test('access commands: former rights are deleted first, and only unacknowledged parts are sent', () => {
  const access = [
    { zone: 3, doors: 2 },
    { zone: 1, doors: 1 },
  ]
  const texts = formatAccessCommand({ ...ana, access }, facts).map(
    ({ id, text }) => `${id} ${text.replace(/user .*/, 'user …')}`,
  )
  expect(texts).toEqual([
    'bjYAE DATA DELETE userauthorize Pin=7',
    'bjXBE DATA UPDATE user …',
    'bjXCE DATA UPDATE userauthorize Pin=7\tAuthorizeTimezoneId=3\tAuthorizeDoorId=2',
    'bjXDE DATA UPDATE userauthorize Pin=7\tAuthorizeTimezoneId=1\tAuthorizeDoorId=1',
  ])
  expect(formatAccessCommand({ ...ana, access, done: 0b0111 }, facts).map(({ id }) => id)).toEqual(['bjXDE'])
  expect(parseAccessCommandResult('bjYAE', -10)).toEqual({ command: 415, code: 0, part: { at: 0, of: 4 } })
  expect(parseAccessCommandResult('bjXCE', -18)).toEqual({ command: 415, code: -1001 })
})

test('access commands: opening hours become a time zone of packed spans, Sunday first', () => {
  const week = Array.from({ length: 7 }, (_, day) => (day === 1 ? [{ from: '08:30', to: '12:00' }] : []))
  const [line] = formatAccessCommand({ id: 415, kind: 'zone', zone: 2, week }, facts)
  expect(line?.text).toMatch(
    /^DATA UPDATE timezone TimezoneId=2\tSunTime1=0\tSunTime2=0\tSunTime3=0\tMonTime1=54396080\tMonTime2=0\t/,
  )
  expect(line?.text.split('\t')).toHaveLength(22)
})

test('access commands: more than three rights take effect only together', () => {
  const access = [5, 4, 3, 2, 1].map((zone) => ({ zone, doors: 1 }))
  const lines = formatAccessCommand({ ...ana, access }, facts)
  expect(lines.map(({ id }) => id)).toEqual(['bjYAH', 'bjXBH', 'bjXCH', 'bjXDH', 'bjXEH', 'bjXFH', 'bjXGH'])
  expect(lines.flatMap(({ text }) => /TimezoneId=(\d)/.exec(text)?.[1] ?? [])).toEqual(['5', '4', '3', '2', '1'])
  expect(parseAccessCommandResult('bjYAH', -10)).toEqual({ command: 415, code: 0, part: { at: 0, of: 7 } })
  expect(parseAccessCommandResult('bjXGH', 0)).toEqual({ command: 415, code: 0, part: { at: 6, of: 7 } })
  expect(parseAccessCommandResult('bjXBH', -10)).toEqual({ command: 415, code: -10 })
  expect(parseAccessCommandResult('bjXZZ', 0)).toBeNull()
})
