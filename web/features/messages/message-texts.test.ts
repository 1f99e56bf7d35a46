import { expect, test } from 'vitest'
import { describeNextAttempt, formatChannel, formatChannels } from './message-texts.ts'

test('message text: names the channels of a message', () => {
  expect(formatChannels([])).toBe('')
  expect(formatChannels(['email'])).toBe('Correo')
  expect(formatChannels(['whatsapp', 'email'])).toBe('WhatsApp y correo')
  expect([formatChannel('whatsapp'), formatChannel(null)]).toEqual(['WhatsApp', 'Sin canal'])
})

test('message text: only waiting messages state their next attempt', () => {
  const instant = '2026-11-21T13:00:00Z'
  const pending = { state: 'pending', attempts: 0, next_attempt_at: instant } as const
  expect(describeNextAttempt(pending)).toEqual({ words: 'Sale:', instant })
  expect(describeNextAttempt({ ...pending, attempts: 2 })).toEqual({ words: 'Se vuelve a intentar:', instant })
  expect(describeNextAttempt({ ...pending, next_attempt_at: null })).toBeNull()
  expect(describeNextAttempt({ ...pending, state: 'cancelled' })).toBeNull()
})
