import { expect, test } from 'vitest'
import { isPassEvent, toRefusedAttempt } from './access-dialect.ts'
import { parseAccessEvents, parseAccessUsers } from './access-uploads.ts'

test('traffic T12: parseAccessEvents parses an event whose body ends with a NUL', () => {
  const line = 'time=2017-01-10 11:49:32\tpin=0\tcardno=0\teventaddr=1\tevent=27\tinoutstatus=1\tverifytype=0\tindex=21'
  expect(parseAccessEvents(`${line}\r\n\0`)).toEqual({
    received: 1,
    rejected: [],
    rows: [{ pin: null, card: '', time: '2017-01-10 11:49:32', code: 27, door: 1, leaves: true, raw: line }],
  })
})

test('traffic T16: parseAccessEvents parses a row of the table of events', () => {
  const line =
    'transaction cardno=12\tpin=8\tverified=200\tdoorid=1\teventtype=0\tinoutstate=2\ttime_second=548003688\tindex=92\tsitecode=0\tdevid=1\tsn=3383154200002'
  expect(parseAccessEvents(line).rows).toMatchObject([
    { pin: '8', card: '12', time: '2017-01-19 15:14:48', code: 0, door: 1, leaves: null },
  ])
})

test('traffic T12: parseAccessUsers parses rows of users', () => {
  const row = (end: string, more = '') =>
    `user uid=5\tcardno=77\tpin=4\tpassword=123\tgroup=1\tstarttime=0\tendtime=${end}\tname=Ana\tprivilege=0\tdisable=0\tverify=0${more}\r\n`
  const user = (end: string) => parseAccessUsers(row(end), '2026-06-15').rows[0]
  expect(user('0')).toEqual({
    pin: '4',
    name: 'Ana',
    card: '77',
    verify: null,
    password: false,
    group: null,
    enabled: null,
    privilege: 0,
    from: null,
    until: null,
  })
  expect(user('20260615')).toMatchObject({ until: '2026-06-15', verify: null })
  expect(user('20260614')).toMatchObject({ until: '2026-06-14', verify: 3 })
  // The packed time 850262399 is 2026-06-14 23:59:59.
  expect(user('850262399')).toMatchObject({ until: '2026-06-14', verify: 3 })
  const { received, rejected } = parseAccessUsers(`user uid=5\tpassword=123\n\n${row('0')}`, '2026-06-15')
  expect([received, rejected]).toEqual([2, ['user uid=5\tpassword=123']])
})

test.each([
  [0, 'pass'],
  [222, 'pass'],
  [200, 'neither'],
  [23, 'sin permiso en esta puerta'],
  [29, 'membresía vencida'],
  [88, 'motivo 88'],
  [20, 'neither'],
])('access events: code %d is classified as %s', (code, what) => {
  const [event] = parseAccessEvents(`time=2026-06-15 12:00:00\tpin=7\tcardno=0\teventaddr=1\tevent=${code}`).rows
  const refusal = event && toRefusedAttempt(event)
  expect(refusal?.reason ?? (event && isPassEvent(event) ? 'pass' : 'neither')).toBe(what)
})
