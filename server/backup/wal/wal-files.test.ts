// The archive's folder: what is dropped from it.
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dropSegments } from './wal-files.ts'

test('what is older than the oldest copy that is to be gone on from is dropped, and what a write left that was cut off', async () => {
  const own = mkdtempSync(join(tmpdir(), 'torniquete-'))
  onTestFinished(() => rmSync(own, { recursive: true }))
  const names = ['A', 'B', 'C'].map((last) => `00000001000000000000000${last}.wal`)
  for (const name of [...names, `${names[1]}.aa.partial`, 'notas.txt']) writeFileSync(join(own, name), '')
  // By a clock that was wrong meanwhile one in the middle is old too.
  for (const at of [0, 2]) utimesSync(join(own, names[at] ?? ''), new Date('2026-01-01'), new Date('2026-01-01'))
  await dropSegments(own, new Date('2026-01-02'))
  expect(readdirSync(own).sort()).toEqual([names[1], names[2], 'notas.txt'])
})
