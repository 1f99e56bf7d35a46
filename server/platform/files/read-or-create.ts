import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { readIfPresent, writeAtomically } from './files.ts'

/** `isComplete` is false for a file that a crash or full disk truncated. */
export function readOrCreate(file: string, make: () => string, isComplete: (kept: string) => boolean): string {
  mkdirSync(dirname(file), { recursive: true })
  const kept = readIfPresent(file)?.trim()
  if (kept !== undefined && isComplete(kept)) return kept
  const made = make()
  writeAtomically(file, made)
  return made
}

/** Length of a generated secret: 32 bytes in base64url, which needs no quoting. */
const secretLength = 43

/** A stored secret; null if missing or truncated. */
export function readSecret(file: string): string | null {
  const kept = readIfPresent(file)?.trim() ?? ''
  return kept.length >= secretLength ? kept : null
}

export const readOrCreateSecret = (file: string): string =>
  readOrCreate(
    file,
    () => randomBytes(32).toString('base64url'),
    (kept) => kept.length >= secretLength,
  )
