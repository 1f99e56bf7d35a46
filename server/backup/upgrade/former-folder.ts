// What an upgrade leaves in DATA_DIR: the folder of before and its program, until a copy of the new one was brought back on trial
// and a week has passed.
import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere, writeAtomicallySync } from '../../db/embedded/files.ts'
import { majorIn } from '../../db/embedded/init-cluster.ts'
import { dropProgram } from '../../db/embedded/kept-program.ts'
import { readRehearsalRecord, writeRehearsalRecord } from '../rehearsal-record.ts'

import { sizeOf } from '../space.ts'

/** In DATA_DIR, as long as the folder of before is there. */
const upgradedName = 'upgraded.json'
/** On so many days the new one is at work before it goes, the first of them not whole: a week. */
const daysBefore = 8

export const Upgrade = z.object({
  /** The major version of before. */
  from: z.string(),
  at: z.iso.datetime(),
  /** Tables that are somebody else's: only the folder of before has them. */
  foreign: z.array(z.string()).optional(),
  /** The copies of before, of which this program brings back none; not there until one is made since. */
  older: z.array(z.string()).optional(),
  /** On which the new one was at work, by whatever clock: one that is put right makes no week of a moment. */
  days: z.array(z.string()).optional(),
})
export type Upgrade = z.infer<typeof Upgrade>

export const formerFolder = (dataDir: string, major: string): string => join(dataDir, `postgres-${major}.former`)

const sizes = new Map<string, Promise<number>>()

/** Bytes of the folder of before; null where there is none. Nobody writes there: it is measured once. */
export async function formerSize(dataDir: string): Promise<number | null> {
  const upgrade = lastUpgrade(dataDir)
  if (!upgrade) return null
  const folder = formerFolder(dataDir, upgrade.from)
  const size = sizes.get(folder) ?? sizeOf(folder)
  sizes.set(folder, size)
  // A disk that erred once may not the next time.
  size.catch(() => sizes.delete(folder))
  return size
}

const write = (dataDir: string, { from, at, foreign, older, days }: Upgrade): void =>
  writeAtomicallySync(join(dataDir, upgradedName), JSON.stringify({ from, at, foreign, older, days }))

/** What was rehearsed before proves nothing of what runs now, whatever a clock said when that was. */
export function noteUpgrade(dataDir: string, { from, at, foreign }: Upgrade): void {
  writeRehearsalRecord(dataDir, { ...readRehearsalRecord(dataDir), agreed: null, tried: null })
  write(dataDir, { from, at, foreign })
}

/** Null where none is that is not proven yet. */
export function lastUpgrade(dataDir: string): Upgrade | null {
  const found = readIfThere(join(dataDir, upgradedName))
  return found === null ? null : Upgrade.parse(JSON.parse(found))
}

/** Right before the first copy since: by their names, for clocks may say that they are of later. */
export function noteOlderCopies(dataDir: string, names: readonly string[]): void {
  const upgrade = lastUpgrade(dataDir)
  if (upgrade && !upgrade.older) write(dataDir, { ...upgrade, older: [...names] })
}

/** Whether this program can bring it back. */
export const isOfToday = (upgrade: Upgrade | null, copy: { name: string }): boolean =>
  upgrade === null || upgrade.older?.includes(copy.name) === false

function daysAtWork(dataDir: string, upgrade: Upgrade, now: Date): number {
  const [days, today] = [upgrade.days ?? [], now.toISOString().slice(0, 10)]
  if (days.length >= daysBefore || days.includes(today)) return days.length
  write(dataDir, { ...upgrade, days: [...days, today] })
  return days.length + 1
}

/** `isProven`: a copy was rehearsed since the upgrade. Answers whether the folder of before is gone now. */
export async function dropFormer(dataDir: string, isProven: boolean, now: Date): Promise<boolean> {
  const upgrade = lastUpgrade(dataDir)
  if (!upgrade) return false
  // Somebody went back to it: what reads it is what runs.
  if (majorIn(join(dataDir, 'postgres')) === upgrade.from) {
    rmSync(join(dataDir, upgradedName))
    return false
  }
  const days = daysAtWork(dataDir, upgrade, now)
  if (upgrade.foreign || !isProven || days < daysBefore) return false
  await rm(formerFolder(dataDir, upgrade.from), { recursive: true, force: true })
  await dropProgram(dataDir, upgrade.from)
  rmSync(join(dataDir, upgradedName), { force: true })
  return true
}
