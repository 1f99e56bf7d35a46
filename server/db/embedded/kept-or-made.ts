import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readIfThere, syncFolder } from './files.ts'

interface Made {
  make(): string
  /** A crash or a full disk may have left less than the whole: that is none. */
  isWhole(kept: string): boolean
}

/** What is made up once and stays in a file. */
export function keptOrMade(file: string, { make, isWhole }: Made): string {
  mkdirSync(dirname(file), { recursive: true })
  const kept = readIfThere(file)?.trim()
  if (kept !== undefined && isWhole(kept)) return kept
  // Whole under another name first: whatever happens meanwhile, what has the name is whole.
  const made = make()
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, made, { mode: 0o600, flush: true })
  renameSync(draft, file)
  syncFolder(dirname(file))
  return made
}
