import { type RehearsalStatus, rehearsalProblems } from '@torniquete/contract/admin/backup.ts'
import { expect, test } from 'vitest'
import { rehearsalWords } from './rehearsal-words.ts'

const copied = {
  by_itself: true,
  last_at: '2026-11-21T07:30:00Z',
  bytes: 1,
  next_at: null,
  overdue: false,
  trouble: null,
  bucket: null,
}
const well = { last_at: '2026-11-21T08:10:00Z', seconds: 184, overdue: false, trouble: null }
const told = (change: Partial<RehearsalStatus>, backup = {}) =>
  rehearsalWords({ ...copied, ...backup, rehearsal: { ...well, ...change } }, 'America/Santo_Domingo')

test('rehearsal text: shows the last trial restore, nothing if none was due', () => {
  expect(told({})).toEqual({
    color: null,
    text: 'Último ensayo de restauración: 21/11/2026 04:10, sin diferencias (3 min)',
  })
  expect(told({ last_at: null, seconds: null })).toBeNull()
  expect(rehearsalWords({ ...copied, rehearsal: null }, 'UTC')).toBeNull()
})

test('rehearsal text: names each failure, or an overdue trial', () => {
  expect(new Set(rehearsalProblems.map((trouble) => told({ trouble })?.text)).size).toBe(rehearsalProblems.length)
  expect(told({ trouble: 'broken' })).toMatchObject({ color: 'red', text: expect.stringMatching(/^No cuentes con la/) })
  expect(told({ overdue: true })?.text).toMatch(/^El último ensayo de restauración es del 21\/11\/2026 04:10\. Mira/)
  expect(told({ overdue: true, last_at: null })?.text).toMatch(/^Ninguna copia se ha restaurado de ensayo\./)
  expect(told({ overdue: true }, { last_at: null })?.color).toBeNull()
})
