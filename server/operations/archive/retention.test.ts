import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  findLastBackupDueTime,
  findNextBackupDueTime,
  formatArchiveName,
  hasFutureDatedArchive,
  listArchives,
  listExpiredArchives,
  removeExpiredArchives,
} from './retention.ts'

const installation = '0a1b2c3d'
const at = (text: string) => new Date(`${text}:00`)
const archive = (text: string) => ({ name: formatArchiveName(installation, at(text)), at: at(text) })
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-retention-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const write = (name: string, content = '.') => writeFileSync(join(folder, name), content)

test("archive name: contains the installation's id and the machine's local time", () => {
  expect(archive('2026-03-05T03:30').name).toBe('torniquete-0a1b2c3d-2026-03-05-0330.copia')
})

test('listArchives: newest first, without foreign, empty or future-dated files', async () => {
  const [old, newer, ahead, empty] = ['2026-11-22T03:30', '2026-11-23T03:30', '2026-11-27T03:30', '2026-11-21T03:30']
    .map(archive)
    .map(({ name }) => name)
  for (const name of [old, newer, ahead]) write(String(name))
  write(String(empty), '')
  write(formatArchiveName('ffffffff', at('2026-11-24T03:30')))
  write(`${newer}.0f.partial`)
  const place = { folder, installation }
  const now = at('2026-11-25T12:00')
  expect((await listArchives(place, now)).map(({ name }) => name)).toEqual([newer, old])
  expect(await hasFutureDatedArchive(place, now)).toBe(true)
  await removeExpiredArchives(place, '1,0,0,0', now, () => {})
  expect(readdirSync(folder).sort()).toEqual(
    [empty, newer, ahead, formatArchiveName('ffffffff', at('2026-11-24T03:30'))].sort(),
  )
})

test('listExpiredArchives: of hourly archives 24 hours, 7 days, 4 weeks and 6 months remain', () => {
  const begin = at('2025-11-23T00:00').getTime()
  const all = Array.from({ length: 365 * 24 }, (_, hour) => new Date(begin + hour * 3_600_000)).map((date) => ({
    name: date.toISOString(),
    at: date,
  }))
  const dropped = new Set(listExpiredArchives(all, '24,7,4,6'))
  const kept = all.filter((each) => !dropped.has(each))
  const newest = all.at(-1)?.at.getTime() ?? 0
  expect(kept.filter((each) => newest - each.at.getTime() < 24 * 3_600_000).length).toBe(24)
  // One file may be the newest archive of a day, a week and a month at the same time.
  expect(kept.length).toBeGreaterThan(24 + 6 + 2)
  expect(kept.length).toBeLessThanOrEqual(24 + 6 + 3 + 5)
  expect(new Set(kept.map((each) => `${each.at.getFullYear()}-${each.at.getMonth()}`)).size).toBe(6)
})

test('listExpiredArchives: days without an archive do not use up the number of days to keep', () => {
  const all = ['2024-01-01T03:30', '2024-01-02T03:30', '2026-11-23T03:30'].map(archive)
  expect(listExpiredArchives(all, '0,3,0,0')).toEqual([])
  expect(listExpiredArchives(all, '0,2,0,0')).toEqual([all[0]])
})

test.each([
  ['2026-11-23T03:29', '2026-11-22T03:30'],
  ['2026-11-23T03:30', '2026-11-23T03:30'],
])('findLastDue: for a daily backup at 03:30 and now %s, it is %s', (now, due) => {
  expect(findLastBackupDueTime('03:30', at(now))).toEqual(at(due))
})

test.each([
  [60, '2026-11-23T10:00', '2026-11-23T11:00'],
  [60, '2026-11-23T03:00', '2026-11-23T03:30'],
  [0, '2026-11-23T10:00', '2026-11-24T03:30'],
  [0, '2026-11-20T10:00', '2026-11-23T03:30'],
])('findNextDue: for backups every %i minutes, the last one at %s, it is %s', (everyMinutes, since, due) => {
  expect(findNextBackupDueTime({ at: '03:30', everyMinutes }, at(since), at('2026-11-23T10:30'))).toEqual(at(due))
})
