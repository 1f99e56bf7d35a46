// What an upgrade leaves in DATA_DIR: the folder of before and its program, until a copy of the new one was brought back on trial
// and a week has passed.
import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere } from '../../db/embedded/files.ts'
import { dropProgram } from '../../db/embedded/kept-program.ts'
import { leaveWhole } from '../restored-mark.ts'

/** In DATA_DIR, as long as the folder of before is there. */
const upgradedName = 'upgraded.json'
/** Milliseconds that it stays at least. */
const aWeek = 7 * 24 * 3_600_000

export const Upgrade = z.object({
  /** The major version of before. */
  from: z.string(),
  at: z.iso.datetime(),
})
export type Upgrade = z.infer<typeof Upgrade>

export const formerFolder = (dataDir: string, major: string): string => join(dataDir, `postgres-${major}.former`)

export const noteUpgrade = (dataDir: string, { from, at }: Upgrade): void =>
  leaveWhole(join(dataDir, upgradedName), JSON.stringify({ from, at }))

/** Null where none is that is not proven yet. */
export function lastUpgrade(dataDir: string): Upgrade | null {
  const found = readIfThere(join(dataDir, upgradedName))
  return found === null ? null : Upgrade.parse(JSON.parse(found))
}

/** `agreed`: when the newest copy was made that agreed with what runs. Answers whether the folder of before is gone now. */
export async function dropFormer(dataDir: string, agreed: Date | null, now: Date): Promise<boolean> {
  const upgrade = lastUpgrade(dataDir)
  if (!upgrade || !agreed) return false
  const at = new Date(upgrade.at)
  if (agreed < at || now.getTime() - at.getTime() < aWeek) return false
  await rm(formerFolder(dataDir, upgrade.from), { recursive: true, force: true })
  await dropProgram(dataDir, upgrade.from)
  rmSync(join(dataDir, upgradedName), { force: true })
  return true
}
