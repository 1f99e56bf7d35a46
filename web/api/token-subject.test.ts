import { expect, test } from 'vitest'
import { readTokenSubject } from './token-subject.ts'

const tokenOf = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`
const sub = JSON.stringify({ id_user: 7, id_gym: null, username: 'Íñigo' })

test('access token: its user is read, accents included', () => {
  expect(readTokenSubject(tokenOf({ sub, exp: 100 }))).toEqual({ id_user: 7, id_gym: null, username: 'Íñigo' })
})

test('access token: an invalid token yields no user', () => {
  expect(readTokenSubject(tokenOf({ sub: '{"id_user":"7"}' }))).toBeNull()
  expect(readTokenSubject(tokenOf({ sub: 'ana' }))).toBeNull()
  for (const text of ['', 'a.b', 'a.%%%.c', 'null']) expect(readTokenSubject(text)).toBeNull()
})
