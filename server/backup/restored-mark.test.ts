import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dropFolder, newFolder } from '../testing/own-cluster.ts'
import { takeMark } from './restored-mark.ts'

const made_at = '2026-11-23T03:30:00.000Z'
let folder: string
beforeEach(() => {
  folder = newFolder()
  writeFileSync(join(folder, 'restored.json'), JSON.stringify({ made_at }))
})
afterEach(() => dropFolder(folder))

const takenAt = (now: string, clockIsRight?: boolean) => takeMark(folder, new Date(now), clockIsRight)?.restored_at
const left = () => JSON.parse(readFileSync(join(folder, 'restored.json'), 'utf8'))

test('a clock as far behind the copy as two clocks differ is not too far, and no restore is of before its copy', () => {
  expect(takenAt('2026-11-23T02:00:00.000Z')).toBe(made_at)
  // It stays so for a start that follows.
  expect(left()).toEqual({ made_at, restored_at: made_at })
  expect(takenAt('2026-11-23T05:00:00.000Z')).toBe(made_at)
})

test('a clock that is further behind is asked about, and goes on where somebody says that it is right', () => {
  expect(() => takenAt('2025-11-23T03:30:00.000Z')).toThrow(
    /^El reloj del equipo dice .+, y la copia es del .+ si está en hora, .+ inicia esta vez con CLOCK_IS_RIGHT=true\.$/,
  )
  expect(left()).toEqual({ made_at })
  expect(takenAt('2025-11-23T03:30:00.000Z', true)).toBe(made_at)
  expect(takenAt('2025-11-23T03:31:00.000Z')).toBe(made_at)
})

test('by a clock that is ahead of the copy it is now, whatever is said of that clock', () => {
  expect(takenAt('2026-11-24T03:30:00.000Z', true)).toBe('2026-11-24T03:30:00.000Z')
})
