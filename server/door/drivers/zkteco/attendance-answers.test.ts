import { describe, expect, test } from 'vitest'
import { formatHandshakeAnswer } from './attendance-answers.ts'

const usual = { sn: 'A1', delay: 10, timeZoneMinutes: 0, pushver: '2.4.1' }

describe('formatHandshakeAnswer', () => {
  test('handshake answer: asks for options only if the terminal supports them', () => {
    expect(formatHandshakeAnswer({ ...usual, asksOptions: true })).toMatch(
      /\nEncrypt=None\nPushOptionsFlag=1\nSupportPing=1$/,
    )
    expect(formatHandshakeAnswer({ ...usual, asksOptions: true, pushver: null })).not.toMatch(
      /PushOptionsFlag|SupportPing/,
    )
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
