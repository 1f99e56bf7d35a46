import { type BackupStatus, bucketProblems, type TrialRestoreStatus } from '@torniquete/contract/admin/backup.ts'
import { expect, test } from 'vitest'
import { formatBackupStatus, formatOffsiteBackupStatus, formatTrialRestoreStatus } from './installation-status-texts.ts'

const backup = {
  by_itself: true,
  last_at: '2026-11-21T07:30:00Z',
  bytes: 12_340_000,
  next_at: '2026-11-22T07:30:00Z',
  overdue: false,
  trouble: null,
  bucket: null,
  rehearsal: null,
}
const showCopy = (change: Partial<BackupStatus>) =>
  formatBackupStatus({ ...backup, ...change }, 'America/Santo_Domingo')
const warning = (text: RegExp) => ({ color: 'red', text: expect.stringMatching(text) })

test('backup text: warns of an old or missing backup', () => {
  expect(showCopy({})).toEqual({ color: null, text: 'Última copia de seguridad: 21/11/2026 03:30 (12.3 MB)' })
  expect(showCopy({ overdue: true })).toEqual(
    warning(/^La última copia de seguridad es del 21\/11\/2026 03:30\. Mira si el equipo/),
  )
  expect(showCopy({ last_at: null, overdue: true })).toEqual(
    warning(/^No hay ninguna copia de seguridad\. Mira si el equipo/),
  )
  expect(showCopy({ by_itself: false })).toBeNull()
  expect(showCopy({ by_itself: false, trouble: 'damaged' })).toEqual(warning(/^El disco ya no lee bien/))
})

const goodBucket = { last_at: '2026-11-21T07:30:00Z', overdue: false, trouble: null }
const showBucket = (bucket: Partial<NonNullable<BackupStatus['bucket']>> | null) =>
  formatOffsiteBackupStatus({ ...backup, bucket: bucket && { ...goodBucket, ...bucket } }, 'America/Santo_Domingo')

test('off-site backup text: an outage is reported late, a wrong configuration at once', () => {
  expect(showBucket({ trouble: 'away' })?.color).toBeNull()
  expect(showBucket({ trouble: 'refused' })).toMatchObject({ color: 'yellow', text: expect.stringMatching(/rechaza/) })
  expect(showBucket({ overdue: true })?.text).toMatch(
    /^La última copia fuera del local es del 21\/11\/2026 03:30\. Mira/,
  )
  expect(showBucket({ overdue: true, last_at: null, trouble: 'away' })?.text).toMatch(
    /^Todavía no hay .+ si hay internet\.$/,
  )
  const all = bucketProblems.map((trouble) => showBucket({ trouble, overdue: true })?.text)
  expect(new Set(all).size).toBe(bucketProblems.length)
})

const goodRehearsal = { last_at: '2026-11-21T08:10:00Z', seconds: 184, overdue: false, trouble: null }
const showRehearsal = (change: Partial<TrialRestoreStatus>, changed = {}) =>
  formatTrialRestoreStatus(
    { ...backup, ...changed, rehearsal: { ...goodRehearsal, ...change } },
    'America/Santo_Domingo',
  )

test('trial restore text: states the last trial, and nothing if none was due', () => {
  expect(showRehearsal({})).toEqual({
    color: null,
    text: 'Último ensayo de restauración: 21/11/2026 04:10, sin diferencias (3 min)',
  })
  expect(showRehearsal({ last_at: null, seconds: null })).toBeNull()
  expect(formatTrialRestoreStatus({ ...backup, rehearsal: null }, 'UTC')).toBeNull()
})
