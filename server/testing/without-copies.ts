// A product that copies nothing by itself: what a story shows and what is measured is without it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installationOf } from '../backup/installation.ts'
import { nameOf } from '../backup/kept-copies.ts'

/** Of its environment: a folder with a copy of a moment ago. */
export function withoutCopies(dataDir: string): { BACKUP_DIR: string } {
  const folder = join(dataDir, 'copias')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, nameOf(installationOf(dataDir), new Date())), '.')
  return { BACKUP_DIR: folder }
}
