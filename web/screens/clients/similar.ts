import type { SimilarClient } from '@torniquete/contract/members/client-merge.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { isDay } from '@torniquete/contract/shared/dates.ts'

/** What somebody who may be the same person has. */
export const similarReasons: Record<SimilarClient['reason'], string> = {
  phone_number: 'el mismo teléfono',
  email: 'el mismo correo',
  birth_date: 'el mismo nombre y nacimiento',
  name: 'el mismo nombre',
}

type Known = Partial<Pick<Client, 'name' | 'phone_number' | 'email' | 'birth_date'>>

/** By what somebody who is the same person is asked for; nothing of what is empty or half typed. */
export const similarQuery = ({ name, phone_number, email, birth_date }: Known) => ({
  name: name?.trim() || undefined,
  phone_number: phone_number?.trim().slice(0, 20) || undefined,
  email: email?.trim() || undefined,
  birth_date: birth_date && isDay(birth_date) ? birth_date : undefined,
})
