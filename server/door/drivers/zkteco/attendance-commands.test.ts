import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as commands from './attendance-commands.ts'
import { normalizeCardNumber } from './card-number.ts'
import { formatCommandLine } from './command-lines.ts'
import { encodeText } from './text-encoding.ts'

const ann = {
  pin: '1',
  name: 'Ann',
  privilege: 0,
  card: '',
  opens: true,
  from: '2026-08-01',
  until: '2026-08-31',
  keepsPassword: false,
  plainName: false,
  singleBlockMethod: false,
}
const rules = {
  block: 'verify',
  blockGroup: 2,
  sendsEnabledFlag: false,
  sendsVerifyMode: false,
  singleBlockMethod: false,
  language: null,
} as const

describe('formatUserUpdate', () => {
  test('formatUserUpdate: always contains every field', () => {
    expect(commands.formatUserUpdate(ann, rules)).toBe(
      'DATA UPDATE USERINFO PIN=1\tName=Ann\tPri=0\tPasswd=\tCard=\tGrp=1\tTZ=0000000100000000\tVerify=0\tViceCard=\tStartDatetime=2026-08-01T00:00:00\tEndDatetime=2026-08-31T23:59:59\tExpires=1',
    )
    const blocked = { ...ann, pin: '39', card: '0009449597', opens: false, from: '', until: '2026-08-14' }
    expect(commands.formatUserUpdate(blocked, rules)).toBe(
      'DATA UPDATE USERINFO PIN=39\tName=Ann\tPri=0\tPasswd=\tCard=9449597\tGrp=1\tTZ=0000000100000000\tVerify=3\tViceCard=\tStartDatetime=0\tEndDatetime=2026-08-14T23:59:59\tExpires=1',
    )
    const unbound = { ...ann, from: '', until: '', privilege: 14, keepsPassword: true }
    expect(commands.formatUserUpdate(unbound, rules)).toBe(
      'DATA UPDATE USERINFO PIN=1\tName=Ann\tPri=14\tCard=\tGrp=1\tTZ=0000000100000000\tVerify=0\tViceCard=\tStartDatetime=0\tEndDatetime=0\tExpires=0',
    )
  })

  test('formatUserUpdate: blocks and admits by group or disabled account', () => {
    const blocked = { ...ann, opens: false, from: '', until: '2026-08-14', keepsPassword: true }
    const by = (block: 'group' | 'disable') => [
      commands.formatUserUpdate(blocked, { ...rules, block, blockGroup: 100, sendsEnabledFlag: block === 'disable' }),
      commands.formatUserUpdate(ann, { ...rules, block, blockGroup: 100, sendsEnabledFlag: block === 'disable' }),
    ]
    expect(by('group')).toEqual([
      expect.stringMatching(/\tPasswd=\t.*\tGrp=100\t.*\tVerify=3\t.*\tExpires=1$/),
      expect.stringMatching(/\tGrp=1\t.*\tVerify=0\t.*\tExpires=1$/),
    ])
    expect(by('disable')).toEqual([expect.stringMatching(/\tEnable=0$/), expect.stringMatching(/\tEnable=1$/)])
    // With this way of blocking the account stays enabled, since a disabled account blocks in another way.
    expect(commands.formatUserUpdate(blocked, { ...rules, sendsEnabledFlag: true })).toMatch(
      /\tVerify=3\t.*\tEnable=1$/,
    )
  })

  test('formatUserUpdate: removes accents from a name that the terminal cannot display', () => {
    expect(commands.formatUserUpdate({ ...ann, name: 'Ñáñez 💪', plainName: true }, rules)).toContain('\tName=Nanez \t')
  })

  test('formatUserUpdate: sends Verify and VerifyMode to terminals that use either name', () => {
    const old = { ...rules, sendsVerifyMode: true }
    expect(commands.formatUserUpdate({ ...ann, opens: false, until: '2026-08-14' }, old)).toContain(
      '\tVerify=3\tVerifyMode=131\t',
    )
    expect(commands.formatUserUpdate(ann, old)).toContain('\tVerify=0\tVerifyMode=128\t')
  })

  test('formatUserUpdate: no text of a client can add a field or a command', { tags: ['deep'] }, () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('\t', '\n', '\r', '\0', '\u0085', '\u2028', 'C:1:AC_UNLOCK', 'Pri=14', '=', '&', 'a'))
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(hostile, hostile, hostile, fc.constantFrom(null, 83), (pin, name, card, language) => {
        const line = formatCommandLine(
          'a1',
          commands.formatUserUpdate({ ...ann, pin, name, card }, { ...rules, language }),
        )
        const wire = Buffer.from(encodeText(line, language)).toString('latin1')
        expect(wire).toMatch(/^C:a1:DATA UPDATE USERINFO PIN=/)
        expect(wire.split('\t').map((field) => field.split('=')[0])).toEqual([
          'C:a1:DATA UPDATE USERINFO PIN',
          'Name',
          'Pri',
          'Passwd',
          'Card',
          'Grp',
          'TZ',
          'Verify',
          'ViceCard',
          'StartDatetime',
          'EndDatetime',
          'Expires',
        ])
        expect(wire.replaceAll('\t', '')).not.toMatch(/[\r\n\0]/)
      }),
    )
  })
})

test('attendance commands: deletions and queries have the documented form', () => {
  expect(commands.formatUserDeletion('1')).toBe('DATA DELETE USERINFO PIN=1')
  expect(commands.formatUserDeletion('1\nC:2:AC_UNLOCK')).toBe('DATA DELETE USERINFO PIN=1C:2:AC_UNLOCK')
  expect(commands.formatUserQuery()).toBe('DATA QUERY USERINFO')
  expect(commands.formatUserQuery('7')).toBe('DATA QUERY USERINFO PIN=7')
})

test('traffic T9: formatDoorOpening formats both commands that open the door', () => {
  expect(formatCommandLine('OPENDOOR0', commands.formatDoorOpening('unlock'))).toBe('C:OPENDOOR0:AC_UNLOCK')
  expect(commands.formatDoorOpening('control')).toBe('CONTROL DEVICE 01010105')
})

test('traffic T16: formatClockSetting packs the time and rejects impossible times', () => {
  expect(commands.formatClockSetting('2018-02-22 14:54:54')).toBe('SET OPTION DateTime=583080894')
  expect(commands.formatClockSetting('2018-02-22T06:36:30')).toBe('SET OPTION DateTime=583050990')
  expect(() => commands.formatClockSetting('2018-02-30 00:00:00')).toThrow(RangeError)
  expect(() => commands.formatClockSetting('1999-12-31 00:00:00')).toThrow(RangeError)
})

test.each([
  ['123456789', '123456789'],
  ['0009449597', '9449597'],
  [' 133440 ', '133440'],
  ['[15CD5B07]', '123456789'],
  ['', ''],
  ['0', ''],
  ['12-34', ''],
  ['1'.repeat(21), ''],
])('normalizeCardNumber: %j becomes %j', (text, card) => {
  expect(normalizeCardNumber(text)).toBe(card)
})
