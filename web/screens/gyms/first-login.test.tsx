import { beforeEach, expect, test } from 'vitest'
import { dropToken, storeToken } from '../../api/token.ts'
import { entryNotices, forgetEntry, openEntry, showEntry } from './first-login.ts'

const entry = { name: 'Gimnasio Ozama', username: 'ozama', password: 'kfr3-9tqa-m2vz', access_token: null }
const tokenFor = (id_user: number) =>
  `h.${btoa(JSON.stringify({ sub: JSON.stringify({ id_user, id_gym: 0, username: 'master' }) }))}.s`

beforeEach(() => storeToken(tokenFor(1)))

test('password of a new gym: offered again until the user has discarded it', () => {
  showEntry(entry, true)
  expect(entryNotices.read()).toEqual({ entries: [entry], open: entry })
  openEntry(null)
  expect(entryNotices.read()).toEqual({ entries: [entry], open: null })
  forgetEntry(entry)
  expect(entryNotices.read().entries).toEqual([])
})

test.each([
  ['another user of the same tab', () => storeToken(tokenFor(2))],
  ['a logout', () => dropToken()],
])('password of a new gym: %s deletes it from memory', (_, end) => {
  showEntry(entry, true)
  end()
  expect(entryNotices.read()).toEqual({ entries: [], open: null })
})
