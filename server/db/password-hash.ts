import { hash, verify } from '@node-rs/argon2'

/** argon2id is the library's default; 19 MiB and two passes are OWASP's least. Tests of something else spend less. */
export const passwordEffort = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, passwordEffort)

/** What nobody's password hashes to, at today's effort. */
function decoy(): string {
  const { memoryCost, timeCost, parallelism } = passwordEffort
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`
}

/** Takes as long for a user that does not exist (`stored` null) as for one that does. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? decoy(), password)
  return stored !== null && matches
}
