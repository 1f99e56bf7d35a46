import { type BackupStatus, backupProblems } from '@torniquete/contract/admin/backup.ts'
import { expect, test } from 'vitest'
import { copyWords } from './copy-words.ts'

const status = {
  by_itself: true,
  last_at: '2026-11-21T07:30:00Z',
  bytes: 12_340_000,
  next_at: '2026-11-22T07:30:00Z',
  overdue: false,
  trouble: null,
  bucket: null,
  rehearsal: null,
}
const told = (change: Partial<BackupStatus>) =>
  copyWords({ ...status, ...change }, 'America/Santo_Domingo', new Date('2026-11-21T15:00:00Z'))
const warning = (text: RegExp) => ({ color: 'red', text: expect.stringMatching(text) })

test('backup text: warns of an old or missing backup, says nothing with an external database', () => {
  expect(told({})).toEqual({ color: null, text: 'Última copia de seguridad: 21/11/2026 03:30 (12.3 MB)' })
  expect(told({ overdue: true })).toEqual(
    warning(/^La última copia de seguridad es del 21\/11\/2026 03:30\. Mira si el equipo/),
  )
  expect(told({ last_at: null, overdue: true })).toEqual(
    warning(/^No hay ninguna copia de seguridad\. Mira si el equipo/),
  )
  expect(told({ by_itself: false })).toBeNull()
  expect(told({ by_itself: false, trouble: 'damaged' })).toEqual(warning(/^El disco ya no lee bien/))
})

test('backup text: shows the reason of a failure at once', () => {
  expect(told({ trouble: 'space' })).toEqual(warning(/03:30\. No queda espacio para otra/))
  expect(told({ trouble: 'missing', last_at: null })).toEqual(warning(/^No hay ninguna .+ vuelve a conectar su disco/))
  expect(told({ trouble: 'twin' })).toEqual(
    warning(/Otro equipo trabaja con una copia .+ borra el archivo installation/),
  )
  expect(new Set(backupProblems.map((trouble) => told({ trouble })?.text)).size).toBe(backupProblems.length)
})

test.each([
  ['2026-11-22T07:30:00Z', 'esta noche a las 3:30'],
  ['2026-11-21T23:00:00Z', 'hoy a las 19:00'],
  ['2026-11-22T03:30:00Z', 'esta noche a las 23:30'],
  ['2026-11-22T14:05:00Z', 'mañana a las 10:05'],
  ['2026-11-21T14:59:00Z', 'dentro de unos minutos'],
])('backup text: before the first backup, due at %s, it shows: %s', (next_at, words) => {
  const text = `Todavía no hay ninguna copia; la primera, ${words}.`
  expect(told({ last_at: null, next_at })).toEqual({ text, color: null })
})
