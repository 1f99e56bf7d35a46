import { expect, test } from 'vitest'
import { Clock } from './clock.ts'
import { execute } from './commands.ts'
import { Device } from './device.ts'
import { noFaults } from './faults.ts'
import { type Firmware, usualFirmware } from './firmware.ts'
import { punch as judge } from './judgement.ts'
import { passTime } from './validity.ts'

function makeDevice(firmware: Partial<Firmware> = {}): Device {
  const clock = new Clock(0, 0, () => new Date('2026-08-10T12:00:00Z'))
  return new Device(noFaults, clock, () => undefined, { ...usualFirmware, ...firmware })
}

const run = (device: Device, text: string) => execute(device, 'SIM1', text, noFaults).code
const put = (device: Device, pin: string, fields: string) => run(device, `DATA UPDATE USERINFO PIN=${pin}\t${fields}`)
const punch = (device: Device, pin: string, time = '2026-08-10 12:00:00') =>
  judge(device, { pin, time, method: 'finger' })
const reasonOf = (device: Device, pin: string, time?: string) => {
  const outcome = punch(device, pin, time)
  return outcome.opened ? 'opened' : outcome.reason
}

const blocked = 'Verify=3\tGrp=2\tEnable=0\tStartDatetime=0\tEndDatetime=2026-08-09T23:59:59\tExpires=1'

test.each<[Firmware['obeys'], string]>([
  [{ verify: true }, 'blocked'],
  [{ groups: [1] }, 'group'],
  [{ groups: [1, 2] }, 'opened'],
  [{ validity: true }, 'outside validity'],
  [{ enable: true }, 'disabled'],
  [{}, 'opened'],
])('a terminal that obeys %j', (obeys, reason) => {
  const device = makeDevice({ obeys })
  run(device, 'SET OPTION UserValidTimeFun=1')
  expect(put(device, '1', blocked)).toBe(0)
  expect(put(device, '2', 'Verify=0\tGrp=1\tEndDatetime=2026-08-10T23:59:59\tExpires=1')).toBe(0)
  expect([reasonOf(device, '1'), reasonOf(device, '2')]).toEqual([reason, 'opened'])
})

test('dates are reported as they came, and a model that keeps none reports none', () => {
  const report = (firmware: Partial<Firmware>) => {
    const device = makeDevice(firmware)
    put(device, '1', 'StartDatetime=2026-08-01T00:00:00\tEndDatetime=2026-08-31T23:59:59\tExpires=1')
    run(device, 'DATA QUERY USERINFO')
    return device.outbox[0]?.lines[0]?.replace(/.*(?=StartDatetime)/, '')
  }
  const held = 'StartDatetime=2026-08-01T00:00:00\tEndDatetime=2026-08-31T23:59:59\tExpires=1'
  expect(report({ holdsDates: true })).toBe(held)
  expect(report({ obeys: { validity: true } })).toBe(held)
  expect(report({})).toBe('StartDatetime=0\tEndDatetime=0')
  expect(report({ holdsDates: true, validTimeCode: -1 })).toBe('StartDatetime=0\tEndDatetime=0')
})

test('dates in another form are refused where they are kept', () => {
  const device = makeDevice({ holdsDates: true })
  expect(put(device, '1', 'EndDatetime=')).toBe(-1)
  expect(put(device, '1', 'EndDatetime=2026-08-31 23:59:59')).toBe(-1)
  expect(put(device, '1', 'EndDatetime=0\tExpires=0')).toBe(0)
  expect(put(makeDevice(), '1', 'EndDatetime=')).toBe(0)
})

test('validity is obeyed by the day, from the option on, where the person expires', () => {
  const device = makeDevice({ obeys: { validity: true }, overValidTime: 1 })
  put(device, '1', 'StartDatetime=2026-08-05T00:00:00\tEndDatetime=2026-08-06T00:00:00\tExpires=1')
  put(device, '2', 'StartDatetime=2026-08-05T00:00:00\tEndDatetime=2026-08-06T00:00:00\tExpires=0')
  expect(reasonOf(device, '1', '2026-08-07 00:00:00')).toBe('opened')
  expect(run(device, 'SET OPTION UserValidTimeFun=1')).toBe(0)
  const days = ['2026-08-04 23:59:59', '2026-08-05 00:00:00', '2026-08-06 23:59:59', '2026-08-07 00:00:00']
  expect(days.map((time) => reasonOf(device, '1', time))).toEqual([
    'outside validity',
    'opened',
    'opened',
    'outside validity',
  ])
  expect(reasonOf(device, '2', '2026-08-07 00:00:00')).toBe('opened')
})

test('a model without the function refuses the option', () => {
  const device = makeDevice({ obeys: { validity: true }, validTimeCode: -1002 })
  expect(run(device, 'SET OPTION UserValidTimeFun=1')).toBe(-1002)
  put(device, '1', 'EndDatetime=2026-08-01T00:00:00\tExpires=1')
  expect(reasonOf(device, '1')).toBe('opened')
})

test.each([
  ['nothing set', [], [1, 0, 0]],
  ['OverValidTime=0', ['SET OPTION OverValidTime=0'], [1, 0, 0]],
  ['OverValidTime=1', ['SET OPTION OverValidTime=1'], [1, 2, 1]],
  ['OverValidTime=2', ['SET OPTION OverValidTime=2'], [0, 2, 1]],
])('the end of a right with %s', (_name, options, expected) => {
  const device = makeDevice({ obeys: { validity: true } })
  put(device, '1', 'EndDatetime=2026-08-10T23:59:59\tExpires=1')
  device.templates.add({ pin: '1', kind: 'finger', number: 6, owner: 'Ana' })
  punch(device, '1')
  punch(device, '1')
  device.sent = 1
  for (const option of [...options, 'SET OPTION UserValidTimeFun=1']) run(device, option)
  passTime(device, '2026-08-11 00:00:00')
  expect([device.users.size, device.records.length, device.sent]).toEqual(expected)
  expect(device.templates.of('1', 'finger')).toHaveLength(expected[0] ?? -1)
})

test('records are gone where OverValidTime comes after UserValidTimeFun', () => {
  const left = (options: string[]) => {
    const device = makeDevice({ obeys: { validity: true } })
    put(device, '1', 'EndDatetime=2026-08-09T23:59:59\tExpires=1')
    device.record({ pin: '1', time: '2026-08-09 12:00:00', verify: 1 })
    for (const option of options) run(device, `SET OPTION ${option}`)
    return device.records.length
  }
  expect(left(['OverValidTime=1', 'UserValidTimeFun=1'])).toBe(1)
  expect(left(['UserValidTimeFun=1', 'OverValidTime=1'])).toBe(0)
})

test('a finger stays under its number, whoever gets the number', () => {
  const device = makeDevice({ needsTemplates: true })
  device.templates.add({ pin: '1', kind: 'finger', number: 6, owner: 'a stranger' })
  put(device, '1', 'Name=Ana\tVerify=0')
  expect(punch(device, '1')).toEqual({ opened: true, owner: 'a stranger' })
  expect(judge(device, { pin: '1', time: '', method: 'finger', owner: 'Ana' })).toMatchObject({ reason: 'no template' })
  expect(judge(device, { pin: '1', time: '', method: 'face' })).toMatchObject({ reason: 'no template' })
  expect(judge(device, { pin: '1', time: '', method: 'card' })).toEqual({ opened: true })
  device.templates.add({ pin: '1', kind: 'finger', number: 6, owner: 'Ana' })
  expect(punch(device, '1')).toEqual({ opened: true, owner: 'Ana' })
})

test.each(['DATA DELETE USERINFO PIN=1', 'CLEAR ALL USERINFO', 'CLEAR DATA', 'CLEAR BIODATA'])(
  '%s takes the templates, too',
  (text) => {
    const device = makeDevice({ needsTemplates: true })
    put(device, '1', 'Name=Ana')
    device.templates.add({ pin: '1', kind: 'finger', number: 6, owner: 'Ana' })
    expect(run(device, text)).toBe(0)
    put(device, '1', 'Name=Bea')
    expect(reasonOf(device, '1')).toBe('no template')
    expect(reasonOf(makeDevice(), '1')).toBe('unknown pin')
  },
)

test('a terminal without templates opens to any finger by default', () => {
  const device = makeDevice()
  put(device, '1', 'Name=Ana')
  expect(punch(device, '1')).toEqual({ opened: true })
})

test('a full terminal takes changes and nobody new', () => {
  const device = makeDevice({ capacity: 2 })
  expect([put(device, '1', 'Name=A'), put(device, '2', 'Name=B'), put(device, '3', 'Name=C')]).toEqual([0, 0, -1001])
  expect(put(device, '2', 'Name=D')).toBe(0)
  run(device, 'DATA DELETE USERINFO PIN=1')
  expect(put(device, '3', 'Name=C')).toBe(0)
  expect(put(makeDevice({ capacity: 0, fullCode: -5 }), '1', 'Name=A')).toBe(-5)
})

test.each([
  [{}, '~MaxUserCount=100'],
  [{ capacity: 3000 }, '~MaxUserCount=3000'],
  [{ capacity: 3000, countsHundreds: true }, '~MaxUserCount=30'],
])('with %j it says %s', (firmware, line) => {
  expect(execute(makeDevice(firmware), 'SIM1', 'INFO', noFaults).details).toContain(line)
})

test('a model that knows no other method than all of them refuses the password alone', () => {
  const device = makeDevice({ methods: [0] })
  expect([put(device, '1', 'Verify=3'), put(device, '1', 'Verify=0')]).toEqual([-1, 0])
})

test('one that reads no accents refuses a name with them', () => {
  const device = makeDevice({ asciiNames: true })
  expect([put(device, '1', 'Name=José'), put(device, '1', 'Name=Jose')]).toEqual([-1, 0])
})

test('one that logs what it is told as done at its menu', () => {
  const device = makeDevice()
  const faults = { ...noFaults, logsCommands: true }
  for (const text of [
    'DATA UPDATE USERINFO PIN=7',
    'DATA DELETE USERINFO PIN=7',
    'DATA DELETE USERINFO PIN=8',
    'SET OPTION DateTime=1',
  ])
    execute(device, 'SIM1', text, faults)
  expect(device.outbox.flatMap(({ lines }) => lines.map((line) => line.replace(/\t.*:\d\d\t/, ' ')))).toEqual([
    'OPLOG 30 7\t0\t0\t0',
    'OPLOG 9 7\t0\t0\t0',
    'OPLOG 21 0\t0\t0\t0',
  ])
})
