import { type BackupStatus, bucketProblems } from '@torniquete/contract/admin/backup.ts'
import { expect, test } from 'vitest'
import { bucketWords } from './bucket-words.ts'

const well = { last_at: '2026-11-21T07:30:00Z', overdue: false, trouble: null }
const told = (bucket: Partial<NonNullable<BackupStatus['bucket']>> | null) =>
  bucketWords(
    {
      by_itself: true,
      last_at: null,
      bytes: null,
      next_at: null,
      overdue: false,
      trouble: null,
      rehearsal: null,
      bucket: bucket && { ...well, ...bucket },
    },
    'America/Santo_Domingo',
  )

test('bucket text: names the newest off-site backup, nothing without a bucket', () => {
  expect(told({})).toEqual({ color: null, text: 'Última copia fuera del local: 21/11/2026 03:30' })
  expect(told(null)).toBeNull()
  expect(told({ last_at: null, trouble: 'away' })).toBeNull()
})

test('bucket text: reports a lasting outage late, and a wrong configuration at once', () => {
  expect(told({ trouble: 'away' })?.color).toBeNull()
  expect(told({ trouble: 'refused' })).toMatchObject({ color: 'yellow', text: expect.stringMatching(/rechaza/) })
  expect(told({ overdue: true })?.text).toMatch(/^La última copia fuera del local es del 21\/11\/2026 03:30\. Mira/)
  expect(told({ overdue: true, last_at: null, trouble: 'away' })?.text).toMatch(/^Todavía no hay .+ si hay internet\.$/)
  const all = bucketProblems.map((trouble) => told({ trouble, overdue: true })?.text)
  expect(new Set(all).size).toBe(bucketProblems.length)
})
