import { hash, verify } from '@node-rs/argon2'

/** argon2id is the library's default; 19 MiB (in KiB) and two passes are OWASP's minimum. Tests lower it. */
export const passwordEffort = { memoryCost: 19_456, timeCost: 2 }

export const hashPassword = (password: string): Promise<string> => hash(password, { ...passwordEffort, parallelism: 1 })

/** Takes equally long for unknown users (`stored` null). */
export async function isPasswordCorrect(stored: string | null, password: string): Promise<boolean> {
  const decoy = `$argon2id$v=19$m=${passwordEffort.memoryCost},t=${passwordEffort.timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
  const matches = await verify(stored ?? decoy, password)
  return stored !== null && matches
}
