import { expect, test } from 'vitest'
import { EmailChange, passwordFor } from './channels.ts'

test.each([
  ['abcd efgh ijkl mnop ', 'abcd efgh ijkl mnop'],
  ['\u00a0abcd\u00a0efgh\u202fijkl mnop\u200b', 'abcd efgh ijkl mnop'],
  [' dos  blancos ', 'dos  blancos'],
])('a password has no blanks around it, and ordinary ones within: %j', (typed, password) => {
  expect(EmailChange.parse({ password: typed }).password).toBe(password)
})

test('a password of blanks alone is refused', () => {
  expect(EmailChange.safeParse({ password: '\u00a0 ' }).success).toBe(false)
})

test.each([
  ['smtp.gmail.com', 'abcd efgh ijkl mnop', 'abcdefghijklmnop'],
  ['SMTP-relay.Gmail.com', 'abcd efghijkl mnop', 'abcdefghijklmnop'],
  ['smtp.gmail.com', 'una clave con blancos', 'una clave con blancos'],
  ['smtp.ejemplo.com', 'abcd efgh ijkl mnop', 'abcd efgh ijkl mnop'],
  ['notgmail.com.ejemplo.com', 'abcd efgh ijkl mnop', 'abcd efgh ijkl mnop'],
])('the server %s gets the password %s as %s', (host, typed, sent) => {
  expect(passwordFor(host, typed)).toBe(sent)
})
