import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readIfThere, syncFolder } from './files.ts'

interface Made {
  make(): string
  /** A crash or a full disk may have left less than the whole: that is none. */
  isWhole(kept: string): boolean
}

/** What is made up once and stays in a file. */
export function readOrCreate(file: string, { make, isWhole }: Made): string {
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

/** What a secret that was made up has: 32 bytes in base64url, which needs no quoting. */
const secretLength = 43

/** What a secret that is kept there says; null where there is none, or less than the whole. */
export function readSecret(file: string): string | null {
  const kept = readIfThere(file)?.trim() ?? ''
  return kept.length >= secretLength ? kept : null
}

export const readOrCreateSecret = (file: string): string =>
  readOrCreate(file, {
    make: () => randomBytes(32).toString('base64url'),
    isWhole: (kept) => kept.length >= secretLength,
  })
