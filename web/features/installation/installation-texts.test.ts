import {
  type BackupStatus,
  backupProblems,
  bucketProblems,
  type TrialRestoreStatus,
  trialRestoreProblems,
} from '@torniquete/contract/admin/backup.ts'
import { expect, test } from 'vitest'
import {
  formatBackupStatus,
  formatDiskStatus,
  formatOffsiteBackupStatus,
  formatTrialRestoreStatus,
} from './installation-texts.ts'

test('disk text: empty with enough space, otherwise states free space and consequences', () => {
  expect(formatDiskStatus({ free: 9e9, level: 'ample' })).toBeNull()
  expect(formatDiskStatus({ free: null, level: 'ample' })).toBeNull()
  expect(formatDiskStatus({ free: 1_640_000_000, level: 'low' })).toEqual({
    color: 'yellow',
    text: 'Al disco del servidor le quedan 1.6 GB: haz sitio pronto.',
  })
  expect(formatDiskStatus({ free: 4e8, level: 'short' })?.text).toMatch(/quedan solo 0\.4 GB: haz sitio ya\./)
  expect(formatDiskStatus({ free: 1e8, level: 'full' })?.text).toMatch(
    /^El disco del servidor está lleno \(quedan 0\.1 GB\)/,
  )
})

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

test('backup text: states the reason of a failed backup at once', () => {
  expect(showCopy({ trouble: 'space' })).toEqual(warning(/03:30\. No queda espacio para otra/))
  expect(showCopy({ trouble: 'missing', last_at: null })).toEqual(
    warning(/^No hay ninguna .+ vuelve a conectar su disco/),
  )
  expect(showCopy({ trouble: 'twin' })).toEqual(
    warning(/Otro equipo trabaja con una copia .+ borra el archivo installation/),
  )
  expect(new Set(backupProblems.map((trouble) => showCopy({ trouble })?.text)).size).toBe(backupProblems.length)
})

test('backup text: states when the first backup is due', () => {
  expect(showCopy({ last_at: null })?.text).toBe('Todavía no hay ninguna copia; la primera, 22/11/2026 03:30.')
})

const goodBucket = { last_at: '2026-11-21T07:30:00Z', overdue: false, trouble: null }
const showBucket = (bucket: Partial<NonNullable<BackupStatus['bucket']>> | null) =>
  formatOffsiteBackupStatus({ ...backup, bucket: bucket && { ...goodBucket, ...bucket } }, 'America/Santo_Domingo')

test('off-site backup text: states the newest copy, and nothing without a bucket', () => {
  expect(showBucket({})).toEqual({ color: null, text: 'Última copia fuera del local: 21/11/2026 03:30' })
  expect(showBucket(null)).toBeNull()
  expect(showBucket({ last_at: null, trouble: 'away' })).toBeNull()
})

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

test('trial restore text: each failure and an overdue trial have a text', () => {
  expect(new Set(trialRestoreProblems.map((trouble) => showRehearsal({ trouble })?.text)).size).toBe(
    trialRestoreProblems.length,
  )
  expect(showRehearsal({ trouble: 'broken' })).toMatchObject({
    color: 'red',
    text: expect.stringMatching(/^No cuentes con la/),
  })
  expect(showRehearsal({ overdue: true })?.text).toMatch(
    /^El último ensayo de restauración es del 21\/11\/2026 04:10\. Mira/,
  )
  expect(showRehearsal({ overdue: true, last_at: null })?.text).toMatch(/^Ninguna copia se ha restaurado de ensayo\./)
  expect(showRehearsal({ overdue: true }, { last_at: null })?.color).toBeNull()
})
