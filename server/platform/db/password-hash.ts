import { hash, verify } from '@node-rs/argon2'

/** argon2id is the library's default; 19 MiB (in KiB) and two passes are OWASP's minimum. */
const realEffort = { memoryCost: 19_456, timeCost: 2 }
let effort = realEffort

/** For tests that log in thousands of times; null restores the default. Throws outside tests. */
export function setPasswordEffort(least: typeof realEffort | null): void {
  if (!process.env.VITEST) throw new Error('only tests spend less on passwords')
  effort = least ?? realEffort
}

export const hashPassword = (password: string): Promise<string> => hash(password, { ...effort, parallelism: 1 })

/** Takes equally long for unknown users (`stored` null). */
export async function isPasswordCorrect(stored: string | null, password: string): Promise<boolean> {
  const decoy = `$argon2id$v=19$m=${effort.memoryCost},t=${effort.timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
  const matches = await verify(stored ?? decoy, password)
  return stored !== null && matches
}
