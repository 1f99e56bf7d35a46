import { expect, test } from 'vitest'
import { Clock, unpackTime, zoneMinutes } from './clock.ts'
import { commandsIn } from './command-text.ts'
import { execute, resultLines } from './commands.ts'
import { Device } from './device.ts'
import { noFaults } from './faults.ts'

function makeDevice(): Device {
  return new Device(noFaults, new Clock(0, 0), () => undefined)
}

const run = (device: Device, text: string) => execute(device, 'SIM1', text, noFaults)
const ann =
  'DATA UPDATE USERINFO PIN=1\tName=Ann\tPri=0\tPasswd=\tCard=12\tGrp=1\tTZ=0000000100000000\tVerify=3\tViceCard='

test('commands: parses lines with an id and ignores others', () => {
  expect(commandsIn('C:1:CHECK\r\nOK\nC:toolongtoolongtoo:INFO\nC:a1:DATA DELETE USERINFO PIN=1\nC::LOG\n')).toEqual([
    { id: '1', text: 'CHECK' },
    { id: 'a1', text: 'DATA DELETE USERINFO PIN=1' },
  ])
})

test('users are made, changed and deleted', () => {
  const device = makeDevice()
  expect(run(device, ann)).toEqual({ verb: 'DATA', code: 0 })
  expect(device.users.get('1')).toMatchObject({ name: 'Ann', card: '12', verify: 3, group: 1 })
  run(device, 'DATA UPDATE USERINFO PIN=1\tVerify=0')
  expect(device.users.get('1')).toMatchObject({ name: 'Ann', verify: 0 })
  run(device, `DATA UPDATE USERINFO PIN=2\tName=${'x'.repeat(30)}`)
  expect(device.users.get('2')).toMatchObject({ name: 'x'.repeat(24), verify: -1 })
  expect(run(device, 'DATA DELETE USERINFO PIN=1').code).toBe(0)
  expect(run(device, 'DATA DELETE USERINFO PIN=1').code).toBe(-10)
  expect([...device.users.keys()]).toEqual(['2'])
})

test.each([
  ['DATA UPDATE USERINFO PIN=0\tName=A', 'DATA', -1],
  ['DATA UPDATE USERINFO Name=A', 'DATA', -1],
  ['DATA UPDATE user Pin=1', 'DATA', -1002],
  ['DATA DEL USERINFO PIN=1', 'DATA', -1002],
  ['DATA QUERY USERINFO', 'DATA', -1],
  ['USER ADD PIN=1', 'USER', -1002],
  ['CONTROL DEVICE 01010105', 'CONTROL', -1002],
  ['SET OPTION Volume', 'SET OPTION', -1],
  ['SET OPTION Volume=50', 'SET OPTION', 0],
  ['CLEAR LOG', 'CLEAR_LOG', 0],
  ['CLEAR EVERYTHING', 'CLEAR_EVERYTHING', -1002],
  ['LOG', 'LOG', 0],
])('%s gives %s %i', (text, verb, code) => {
  expect(run(makeDevice(), text)).toMatchObject({ verb, code })
})

test('questions put their rows into the outbox', () => {
  const device = makeDevice()
  run(device, ann)
  device.record({ pin: '1', time: '2026-01-02 03:04:05', verify: 15 })
  device.record({ pin: '1', time: '2026-02-02 03:04:05', verify: 15 })
  expect(run(device, 'DATA QUERY USERINFO').code).toBe(0)
  expect(run(device, 'DATA QUERY ATTLOG StartTime=2026-02-01 00:00:00\tEndTime=2026-02-28 23:59:59').code).toBe(0)
  expect(device.outbox).toEqual([
    {
      table: 'OPERLOG',
      lines: [
        'USER PIN=1\tName=Ann\tPri=0\tPasswd=\tCard=12\tGrp=1\tTZ=0000000100000000\tVerify=3\tViceCard=\tStartDatetime=0\tEndDatetime=0',
      ],
    },
    { table: 'ATTLOG', lines: ['1\t2026-02-02 03:04:05\t255\t15\t0\t0\t0\t0\t0\t0'] },
  ])
})

test('INFO answers in lines, REBOOT and CHECK lead to a handshake', () => {
  const info = resultLines('SIM1', '122', run(makeDevice(), 'INFO'), noFaults)
  expect(info[0]).toBe('ID=122&Return=0&CMD=INFO')
  expect(info).toContain('~SerialNumber=SIM1')
  expect(run(makeDevice(), 'REBOOT').afterwards).toBe('reboot')
  expect(run(makeDevice(), 'CHECK').afterwards).toBe('handshake')
})

test('CLEAR DATA takes everything', () => {
  const device = makeDevice()
  run(device, ann)
  device.record({ pin: '1', time: '2026-01-02 03:04:05', verify: 15 })
  device.sent = 1
  run(device, 'CLEAR DATA')
  expect([device.users.size, device.records.length, device.sent]).toEqual([0, 0, 0])
})

test('the clock is set by the packed time', () => {
  expect(unpackTime(583080894)).toBe('2018-02-22 14:54:54')
  const device = makeDevice()
  run(device, 'SET OPTION DateTime=583080894')
  expect(device.timeOf(new Date())).toMatch(/^2018-02-22 14:54:5/)
})

test.each([
  ['8', 480],
  ['-4', -240],
  ['330', 330],
  ['-210', -210],
  ['-05:00', -300],
  ['nonsense', null],
])('TimeZone=%s is %s minutes', (text, minutes) => {
  expect(zoneMinutes(text)).toBe(minutes)
})
