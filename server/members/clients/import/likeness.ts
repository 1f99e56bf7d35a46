// Rules by which two people are the same or not.
import type { SimilarityField } from '@torniquete/contract/members/client-import.ts'
import { foldName } from '@torniquete/contract/shared/names.ts'
import { cardForm } from './enrolled.ts'
import type { Known, KnownClient, NewRow } from './rows.ts'

/** Shorter texts are no phone number. */
const phoneDigits = 7
const digitsOf = (phone: string) => phone.replace(/\D/g, '').slice(-10)
export const normalizeMail = (mail: string | null) => mail?.toLowerCase() || null
export const normalizePhone = (phone: string | null) => {
  const digits = digitsOf(phone ?? '')
  return digits.length >= phoneDigits ? digits : null
}

export const differ = <Value>(one: Value | null, other: Value | null) => one !== null && other !== null && one !== other
export const agree = <Value>(one: Value | null, other: Value | null) => one !== null && one === other

/** A row in the shape that matches are compared in. */
export const asKnown = (row: NewRow): Known => ({ ...row, card: row.card_number && cardForm(row.card_number) })

/** True if two rows of one name may be one person. */
export const areSame = (row: NewRow, earlier: NewRow): boolean => isSame(row, asKnown(earlier))

/** True if no known field contradicts. */
export function isSame(row: NewRow, other: Known): boolean {
  const phones = [row.phone_number, other.phone_number].map((phone) => (phone ? digitsOf(phone) || null : null))
  return !(
    differ(row.birth_date, other.birth_date) ||
    differ(phones[0] ?? null, phones[1] ?? null) ||
    differ(normalizeMail(row.email), normalizeMail(other.email)) ||
    differ(row.card_number && cardForm(row.card_number), other.card) ||
    differ(row.id_zkteco, other.id_zkteco)
  )
}

export const isNamed = (row: { name: string }, { name, aliases }: KnownClient): boolean =>
  [name, ...aliases].some((each) => foldName(each) === foldName(row.name))

/** Equal fields, the most telling first. */
export function compareFields(row: NewRow, client: KnownClient): SimilarityField[] {
  const said: Record<SimilarityField, boolean> = {
    id_zkteco: agree(row.id_zkteco, client.id_zkteco),
    card_number: agree(row.card_number && cardForm(row.card_number), client.card),
    birth_date: agree(row.birth_date, client.birth_date),
    phone_number: agree(normalizePhone(row.phone_number), normalizePhone(client.phone_number)),
    email: agree(normalizeMail(row.email), normalizeMail(client.email)),
    name: isNamed(row, client),
  }
  return (Object.keys(said) as SimilarityField[]).filter((by) => said[by]) // Object.keys forgets the names
}
