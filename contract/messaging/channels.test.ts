import { expect, test } from 'vitest'
import { EmailSettingsChange, normalizeMailPassword } from './channels.ts'

test.each([
  ['abcd efgh ijkl mnop ', 'abcd efgh ijkl mnop'],
  ['\u00a0abcd\u00a0efgh\u202fijkl mnop\u200b', 'abcd efgh ijkl mnop'],
  [' dos  blancos ', 'dos  blancos'],
])('EmailChange: trims the password and turns special blanks into spaces (%j)', (typed, password) => {
  expect(EmailSettingsChange.parse({ password: typed }).password).toBe(password)
})

test('EmailChange: refuses a password that consists of blanks', () => {
  expect(EmailSettingsChange.safeParse({ password: '\u00a0 ' }).success).toBe(false)
})

test.each([
  ['smtp.gmail.com', 'abcd efgh ijkl mnop', 'abcdefghijklmnop'],
  ['SMTP-relay.Gmail.com', 'abcd efghijkl mnop', 'abcdefghijklmnop'],
  ['smtp.gmail.com', 'una clave con blancos', 'una clave con blancos'],
  ['smtp.ejemplo.com', 'abcd efgh ijkl mnop', 'abcd efgh ijkl mnop'],
  ['notgmail.com.ejemplo.com', 'abcd efgh ijkl mnop', 'abcd efgh ijkl mnop'],
])('normalizeMailPassword: for %s turns %s into %s', (host, typed, sent) => {
  expect(normalizeMailPassword(host, typed)).toBe(sent)
})
