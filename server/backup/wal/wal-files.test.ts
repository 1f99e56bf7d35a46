// The archive's folder: what is written over, and what is dropped from it.
import { mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AnotherHistory, dropSegments, readSegment, walFile, writeSegment } from './wal-files.ts'

test('what is older than the oldest copy that is to be gone on from is dropped, and what a write left that was cut off', async () => {
  const own = mkdtempSync(join(tmpdir(), 'torniquete-'))
  onTestFinished(() => rmSync(own, { recursive: true }))
  const names = ['A', 'B', 'C'].map((last) => `00000001000000000000000${last}.wal`)
  const aside = [`${names[0]}.bb.otra`, `${names[2]}.cc.otra`]
  for (const name of [...names, ...aside, `${names[1]}.aa.partial`, 'notas.txt']) writeFileSync(join(own, name), '')
  // By a clock that was wrong meanwhile one in the middle is old too.
  for (const name of [names[0], names[2], aside[1]])
    utimesSync(join(own, name ?? ''), new Date('2026-01-01'), new Date('2026-01-01'))
  await dropSegments(own, new Date('2026-01-02'))
  expect(readdirSync(own).sort()).toEqual([aside[0], names[1], names[2], 'notas.txt'])
})

test('a segment is replaced by what goes on from it, by nothing else, and not by less', async () => {
  const own = mkdtempSync(join(tmpdir(), 'torniquete-'))
  onTestFinished(() => rmSync(own, { recursive: true }))
  const name = '00000001000000000000000A'
  const write = (text: string, phrase?: string, ours: Parameters<typeof writeSegment>[4] = null) =>
    writeSegment(own, name, Buffer.from(text), phrase, ours)
  const there = async (phrase?: string) => {
    const { whole, filled } = await readSegment(own, name, phrase)
    return whole.toString('utf8', 0, filled)
  }
  const first = await write('uno')
  const ours = await write('uno dos', undefined, first)
  await write('uno')
  expect(await there()).toBe('uno dos')
  // It is known again without being read.
  await write('uno dos tres', undefined, ours)
  await expect(write('uno dos cuatro', undefined, ours)).rejects.toThrow(AnotherHistory)
  expect(await there()).toBe('uno dos tres')
  expect(readdirSync(own)).toEqual([`${name}.wal`])
  // What nobody can read any more stays beside what takes its place: cut off, or sealed by another key.
  truncateSync(walFile(own, name), 10)
  await write('otra')
  await write('otra', 'una frase bastante larga')
  expect(await there('una frase bastante larga')).toBe('otra')
  expect(readdirSync(own).filter((found) => found.endsWith('.otra')).length).toBe(2)
})
