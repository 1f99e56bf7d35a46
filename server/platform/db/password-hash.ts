import { hash, verify } from '@node-rs/argon2'

/** argon2id is the library's default; 19 MiB and two passes are OWASP's least. */
const realEffort: Effort = { memoryCost: 19_456, timeCost: 2 }
let effort = realEffort

interface Effort {
  /** KiB. */
  readonly memoryCost: number
  readonly timeCost: number
}

/** For tests of something else, which log in thousands of times; null is the product's own again. Fails anywhere else. */
export function setPasswordEffort(least: Effort | null): void {
  if (!process.env.VITEST) throw new Error('only tests spend less on passwords')
  effort = least ?? realEffort
}

export const hashPassword = (password: string): Promise<string> => hash(password, { ...effort, parallelism: 1 })

/** What nobody's password hashes to, at today's effort. */
function decoy(): string {
  return `$argon2id$v=19$m=${effort.memoryCost},t=${effort.timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
}

/** Takes as long for a user that does not exist (`stored` null) as for one that does. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? decoy(), password)
  return stored !== null && matches
}
