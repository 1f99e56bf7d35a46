import { hash, verify } from '@node-rs/argon2'

/** Cost of argon2id, the library's default: OWASP's minimum of 19 MiB (in KiB) and two passes. Tests use less. */
export const passwordHashCost = { memoryCost: 19_456, timeCost: 2 }

export const hashPassword = (password: string): Promise<string> =>
  hash(password, { ...passwordHashCost, parallelism: 1 })

/** Takes equally long if the user is unknown (`stored` is null), so that timing does not reveal usernames. */
export async function isPasswordCorrect(stored: string | null, password: string): Promise<boolean> {
  const decoy = `$argon2id$v=19$m=${passwordHashCost.memoryCost},t=${passwordHashCost.timeCost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
  const matches = await verify(stored ?? decoy, password)
  return stored !== null && matches
}
