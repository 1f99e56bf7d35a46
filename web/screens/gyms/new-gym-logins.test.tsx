import { beforeEach, expect, test } from 'vitest'
import { logOutAllTabs, storeToken } from '../../api/session-token.ts'
import { forgetNewGymLogin, keepNewGymLogin, newGymLoginStore } from './new-gym-logins.ts'

const entry = { name: 'Gimnasio Ozama', username: 'ozama', password: 'kfr3-9tqa-m2vz', access_token: null }
const tokenFor = (id_user: number) =>
  `h.${btoa(JSON.stringify({ sub: JSON.stringify({ id_user, id_gym: 0, username: 'master' }) }))}.s`

beforeEach(() => storeToken(tokenFor(1)))

test.each([
  ['its gym gets another password', () => forgetNewGymLogin(entry)],
  ['another user of the same tab', () => storeToken(tokenFor(2))],
  ['a logout', () => logOutAllTabs()],
])('password of a new gym: %s deletes it from memory', (_, end) => {
  keepNewGymLogin(entry, true)
  expect(newGymLoginStore.read()).toEqual({ entry, isOpen: true })
  end()
  expect(newGymLoginStore.read()).toBe(null)
})
