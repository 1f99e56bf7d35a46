// Second factor for super admins and the master: TOTP codes (RFC 6238), or recovery codes that work once.
import { createHash, randomBytes } from 'node:crypto'
import { RejectedFieldsError, throwError } from '@torniquete/contract/shared/errors.ts'
import { generateSecret, generateURI, verifySync } from 'otplib'
import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

const recoveryCodeCount = 10
const issuer = 'Torniquete'
const stepSeconds = 30

interface Row {
  secret: Buffer
  confirmed_at: string | null
  last_step: number
  recovery_codes: string[]
}

interface FactorOwner {
  gym: number
  id: number
}

const formatSealPlace = ({ gym, id }: FactorOwner) => `second-factor ${gym} ${id}`

/** Hash of a recovery code. Users copy codes from paper, so case, blanks and dashes are ignored. */
const hashCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest('base64url')

/** Makes a code of ten letters and digits that look different: 50 random bits. */
function makeRecoveryCode(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789a'
  const code = [...randomBytes(10)].map((byte) => letters[byte % 32]).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

const readRow = (tx: Transaction, { gym, id }: FactorOwner): Promise<Row | null> =>
  tx.maybe<Row>(sql`
    select secret, confirmed_at, last_step, recovery_codes from second_factors
    where gym_id = ${gym} and id_user = ${id} for update`)

export async function readSecondFactor(
  tx: Transaction,
  { gym, id }: FactorOwner,
): Promise<{ enabled: boolean; recoveryCodes: number }> {
  const row = await tx.maybe<{ codes: number }>(sql`
    select coalesce(array_length(recovery_codes, 1), 0) as codes from second_factors
    where gym_id = ${gym} and id_user = ${id} and confirmed_at is not null`)
  return { enabled: row !== null, recoveryCodes: row?.codes ?? 0 }
}

/** Creates a secret, which is active once a code confirms it. Returns it as text and as a URI for the QR code. */
export async function beginSecondFactor(
  tx: Transaction,
  user: FactorOwner & { username: string },
  seal: Sealer,
): Promise<{ secret: string; uri: string }> {
  const secret = generateSecret()
  const closed = seal.close(Buffer.from(secret), formatSealPlace(user))
  const written = await tx.run(sql`
    insert into second_factors as f (gym_id, id_user, secret) values (${user.gym}, ${user.id}, ${closed})
    on conflict (gym_id, id_user) do update set secret = excluded.secret where f.confirmed_at is null`)
  if (written === 0) throwError('second-factor.on')
  return { secret, uri: generateURI({ issuer, label: user.username, secret }) }
}

/** Time step to which a code belongs: the current, previous or next one. Null if the code is wrong or was used. */
function findStep(row: Row, user: FactorOwner, seal: Sealer, code: string, now: Date): number | null {
  const secret = seal.open(row.secret, formatSealPlace(user))?.toString()
  const digits = code.replaceAll(/\s/g, '')
  if (!secret || !/^\d{6}$/.test(digits)) return null
  const epoch = Math.floor(now.getTime() / 1000)
  const found = verifySync({ secret, token: digits, epoch, epochTolerance: stepSeconds })
  if (!found.valid || !('timeStep' in found)) return null
  return found.timeStep > Number(row.last_step) ? found.timeStep : null
}

const wrongCode = new RejectedFieldsError([{ type: 'value', msg: 'El código no es correcto', loc: ['body', 'code'] }])

/** Activates the second factor with a first code. Returns the recovery codes, of which only hashes are stored. */
export async function confirmSecondFactor(
  tx: Transaction,
  user: FactorOwner,
  seal: Sealer,
  code: string,
  now: Date,
): Promise<string[]> {
  const row = await readRow(tx, user)
  if (row?.confirmed_at) throwError('second-factor.on')
  const step = row && findStep(row, user, seal, code, now)
  if (!step) throw wrongCode
  const codes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode)
  await tx.run(sql`
    update second_factors set confirmed_at = ${now}, last_step = ${step}, recovery_codes = ${codes.map(hashCode)}
    where gym_id = ${user.gym} and id_user = ${user.id}`)
  return codes
}

export async function verifySecondFactor(
  tx: Transaction,
  user: FactorOwner,
  seal: Sealer,
  code: string | undefined,
  now: Date,
): Promise<'unneeded' | 'missing' | 'wrong' | 'right'> {
  const row = await readRow(tx, user)
  if (!row?.confirmed_at) return 'unneeded'
  if (!code) return 'missing'
  const step = findStep(row, user, seal, code, now)
  const used = hashCode(code)
  if (step === null && !row.recovery_codes.includes(used)) return 'wrong'
  await tx.run(sql`
    update second_factors set last_step = greatest(last_step, ${step ?? 0}), recovery_codes = array_remove(recovery_codes, ${used})
    where gym_id = ${user.gym} and id_user = ${user.id}`)
  return 'right'
}
