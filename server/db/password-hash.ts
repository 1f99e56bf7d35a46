import { hash, verify } from '@node-rs/argon2'

// argon2id is the library's default; 19 MiB and two passes are OWASP's least.
const effort = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, effort)

let decoy: Promise<string> | undefined

/** Takes as long for a user that does not exist (`stored` null) as for one that does. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== null && matches
}
