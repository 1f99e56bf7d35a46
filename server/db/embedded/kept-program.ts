// The program that can read a data folder, kept in it: what a later release brings may be of another major version, which
// cannot, and nobody still has the former release by then.
import { existsSync } from 'node:fs'
import { cp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { binariesIn, type InstalledPostgres, type PostgresBinaries } from './binaries.ts'
import { syncFolder } from './files.ts'

const folderOf = (dataDir: string, major: string) => join(dataDir, `postgres-${major}.program`)
/** In it, last: which of a major version's it is. */
const versionFile = 'version'

/** Null where none is kept. */
export function keptProgram(dataDir: string, major: string): PostgresBinaries | null {
  const folder = folderOf(dataDir, major)
  return existsSync(folder) ? binariesIn(folder, major) : null
}

/** Whole and on the disk before it has its name. */
export async function keepProgram(dataDir: string, { folder, major, version }: InstalledPostgres): Promise<void> {
  const kept = folderOf(dataDir, major)
  if ((await readFile(join(kept, versionFile), 'utf8').catch(() => '')) === version) return
  const draft = `${kept}.draft`
  await rm(draft, { recursive: true, force: true })
  await cp(folder, draft, { recursive: true, verbatimSymlinks: true })
  await writeFile(join(draft, versionFile), version)
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await sync(join(entry.parentPath, entry.name))
  await rm(kept, { recursive: true, force: true })
  await rename(draft, kept)
  syncFolder(dataDir)
}

export const dropProgram = (dataDir: string, major: string): Promise<void> =>
  rm(folderOf(dataDir, major), { recursive: true, force: true })

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
