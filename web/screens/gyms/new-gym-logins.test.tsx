import { beforeEach, expect, test } from 'vitest'
import { logOutAllTabs, storeToken } from '../../api/session-token.ts'
import { addNewGymLogin, forgetNewGymLogin, newGymLoginsStore, openNewGymLogin } from './new-gym-logins.ts'

const entry = { name: 'Gimnasio Ozama', username: 'ozama', password: 'kfr3-9tqa-m2vz', access_token: null }
const tokenFor = (id_user: number) =>
  `h.${btoa(JSON.stringify({ sub: JSON.stringify({ id_user, id_gym: 0, username: 'master' }) }))}.s`

beforeEach(() => storeToken(tokenFor(1)))

test('password of a new gym: offered again until the user has discarded it', () => {
  addNewGymLogin(entry, true)
  expect(newGymLoginsStore.read()).toEqual({ entries: [entry], open: entry })
  openNewGymLogin(null)
  expect(newGymLoginsStore.read()).toEqual({ entries: [entry], open: null })
  forgetNewGymLogin(entry)
  expect(newGymLoginsStore.read().entries).toEqual([])
})

test.each([
  ['another user of the same tab', () => storeToken(tokenFor(2))],
  ['a logout', () => logOutAllTabs()],
])('password of a new gym: %s deletes it from memory', (_, end) => {
  addNewGymLogin(entry, true)
  end()
  expect(newGymLoginsStore.read()).toEqual({ entries: [], open: null })
})
