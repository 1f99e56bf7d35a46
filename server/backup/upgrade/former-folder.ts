// What an upgrade leaves in DATA_DIR: the folder of before and its program, until a copy of the new one was brought back on trial
// and a week has passed.
import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere } from '../../db/embedded/files.ts'
import { majorIn } from '../../db/embedded/init-cluster.ts'
import { dropProgram } from '../../db/embedded/kept-program.ts'
import { keep, readKept } from '../rehearsal-record.ts'
import { leaveWhole } from '../restored-mark.ts'

/** In DATA_DIR, as long as the folder of before is there. */
const upgradedName = 'upgraded.json'
/** Milliseconds that it stays at least. */
const aWeek = 7 * 24 * 3_600_000

export const Upgrade = z.object({
  /** The major version of before. */
  from: z.string(),
  at: z.iso.datetime(),
  /** Tables that are somebody else's: only the folder of before has them. */
  foreign: z.array(z.string()).optional(),
})
export type Upgrade = z.infer<typeof Upgrade>

export const formerFolder = (dataDir: string, major: string): string => join(dataDir, `postgres-${major}.former`)

const write = (dataDir: string, { from, at, foreign }: Upgrade): void =>
  leaveWhole(join(dataDir, upgradedName), JSON.stringify({ from, at, foreign }))

/** What was rehearsed before proves nothing of what runs now, whatever a clock said when that was. */
export function noteUpgrade(dataDir: string, upgrade: Upgrade): void {
  keep(dataDir, { ...readKept(dataDir), agreed: null, tried: null })
  write(dataDir, upgrade)
}

/** Null where none is that is not proven yet. One that a clock ahead noted is noted anew, as of now. */
export function lastUpgrade(dataDir: string, now: Date): Upgrade | null {
  const found = readIfThere(join(dataDir, upgradedName))
  if (found === null) return null
  const upgrade = Upgrade.parse(JSON.parse(found))
  if (new Date(upgrade.at) <= now) return upgrade
  const righted = { ...upgrade, at: now.toISOString() }
  write(dataDir, righted)
  return righted
}

/** `isProven`: a copy was rehearsed since the upgrade. Answers whether the folder of before is gone now. */
export async function dropFormer(dataDir: string, isProven: boolean, now: Date): Promise<boolean> {
  const upgrade = lastUpgrade(dataDir, now)
  if (!upgrade) return false
  // Somebody went back to it: what reads it is what runs.
  if (majorIn(join(dataDir, 'postgres')) === upgrade.from) {
    rmSync(join(dataDir, upgradedName))
    return false
  }
  if (upgrade.foreign || !isProven || now.getTime() - Date.parse(upgrade.at) < aWeek) return false
  await rm(formerFolder(dataDir, upgrade.from), { recursive: true, force: true })
  await dropProgram(dataDir, upgrade.from)
  rmSync(join(dataDir, upgradedName), { force: true })
  return true
}
