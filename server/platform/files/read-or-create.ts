import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { readIfPresent, writeAtomically } from './files.ts'

interface Made {
  make(): string
  /** A crash or a full disk may have left less than the whole: that is none. */
  isWhole(kept: string): boolean
}

/** What is made up once and stays in a file. */
export function readOrCreate(file: string, { make, isWhole }: Made): string {
  mkdirSync(dirname(file), { recursive: true })
  const kept = readIfPresent(file)?.trim()
  if (kept !== undefined && isWhole(kept)) return kept
  const made = make()
  writeAtomically(file, made)
  return made
}

/** What a secret that was made up has: 32 bytes in base64url, which needs no quoting. */
const secretLength = 43

/** What a secret that is kept there says; null where there is none, or less than the whole. */
export function readSecret(file: string): string | null {
  const kept = readIfPresent(file)?.trim() ?? ''
  return kept.length >= secretLength ? kept : null
}

export const readOrCreateSecret = (file: string): string =>
  readOrCreate(file, {
    make: () => randomBytes(32).toString('base64url'),
    isWhole: (kept) => kept.length >= secretLength,
  })
