import type { SimilarClient } from '@torniquete/contract/members/client-merge.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { isDay } from '@torniquete/contract/shared/dates.ts'

/** Reasons why a client may be the same person. */
export const similarReasons: Record<SimilarClient['reason'], string> = {
  phone_number: 'el mismo teléfono',
  email: 'el mismo correo',
  birth_date: 'el mismo nombre y nacimiento',
  name: 'el mismo nombre',
}

type Known = Partial<Pick<Client, 'name' | 'phone_number' | 'email' | 'birth_date'>>

/** Query for similar clients; empty and half-typed fields are left out. */
export const similarQuery = ({ name, phone_number, email, birth_date }: Known) => ({
  name: name?.trim() || undefined,
  phone_number: phone_number?.trim().slice(0, 20) || undefined,
  email: email?.trim() || undefined,
  birth_date: birth_date && isDay(birth_date) ? birth_date : undefined,
})
