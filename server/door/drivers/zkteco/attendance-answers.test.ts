import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { formatHandshakeAnswer, formatTimeAnswer } from './attendance-answers.ts'

const usual = { sn: 'A1', delay: 10, timeZoneMinutes: 0, pushver: '2.4.1' }

describe('formatHandshakeAnswer', () => {
  test('traffic T7: the handshake answer equals that of two terminals in production', () => {
    const answer = formatHandshakeAnswer({ ...usual, sn: 'ESY4241100079', transFlag: '1111000000' })
    expect(answer.length).toBe(202)
    expect(createHash('sha256').update(answer).digest('hex')).toBe(
      'd412946d1b53bdf811b9d72af25075651232f62d4deec76e73a872c69adb8f7b',
    )
  })

  test("traffic T4: the handshake answer equals the manual's example", () => {
    const transFlag = 'TransData AttLog\tOpLog\tAttPhoto\tEnrollUser\tChgUser\tEnrollFP\tChgFP\tUserPic'
    const options = { sn: '0316144680030', delay: 10, timeZoneMinutes: 480, pushver: '2.2.14', transFlag }
    expect(formatHandshakeAnswer({ ...options, stamps: { attlog: 'None' } })).toBe(
      `GET OPTION FROM: 0316144680030\nATTLOGStamp=None\nOPERLOGStamp=9999\nATTPHOTOStamp=None\nErrorDelay=30\nDelay=10\nTransTimes=00:00;14:05\nTransInterval=1\nTransFlag=${transFlag}\nTimeZone=8\nRealtime=1\nEncrypt=None`,
    )
  })

  test('traffic T15: the handshake answer without pushver uses the older stamp names', () => {
    expect(formatHandshakeAnswer({ ...usual, pushver: null, stamps: { attlog: '17', operlog: '4' } })).toMatch(
      /^GET OPTION FROM: A1\nStamp=17\nOpStamp=4\nPhotoStamp=None\nErrorDelay=30\n/,
    )
  })

  test('handshake answer: asks for options only if the terminal supports them', () => {
    expect(formatHandshakeAnswer({ ...usual, asksOptions: true })).toMatch(
      /\nEncrypt=None\nPushOptionsFlag=1\nSupportPing=1$/,
    )
    expect(formatHandshakeAnswer({ ...usual, asksOptions: true, pushver: null })).not.toMatch(
      /PushOptionsFlag|SupportPing/,
    )
  })

  test.each([
    [0, '0'],
    [-240, '-4'],
    [345, '345'],
    [-210, '-210'],
  ])('handshake answer: a zone of %i minutes becomes TimeZone=%s', (timeZoneMinutes, value) => {
    expect(formatHandshakeAnswer({ ...usual, timeZoneMinutes })).toContain(`\nTimeZone=${value}\n`)
  })

  test.each([
    [1, 2],
    [7.4, 7],
    [61, 60],
    [Number.NaN, 10],
  ])('handshake answer: a delay of %d s becomes Delay=%d', (delay, value) => {
    expect(formatHandshakeAnswer({ ...usual, delay })).toContain(`\nDelay=${value}\n`)
  })

  test('handshake answer: a forged stamp adds no line', () => {
    expect(formatHandshakeAnswer({ ...usual, stamps: { attlog: '1\nDelay=0' } }).split('\n')).toHaveLength(12)
  })
})

test('traffic T17: formatTimeAnswer formats the local time with its offset', () => {
  const instant = new Date('2011-05-05T22:40:20Z')
  expect(formatTimeAnswer(instant, -300)).toBe('Time=2011-05-05T17:40:20-05:00')
  expect(formatTimeAnswer(instant, 345)).toBe('Time=2011-05-06T04:25:20+05:45')
  expect(formatTimeAnswer(instant, 0)).toBe('Time=2011-05-05T22:40:20+00:00')
})
