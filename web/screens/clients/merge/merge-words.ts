// Texts and proposals of a merge.
import type { MergeField, Moves } from '@torniquete/contract/members/client-merge.ts'
import type { Client, ClientCard } from '@torniquete/contract/members/clients.ts'
import { showDay } from '@torniquete/contract/shared/dates.ts'
import { counted } from '@torniquete/contract/shared/numbers.ts'
import { readSocialLinks } from '@torniquete/contract/shared/shapes.ts'
import { showLinks } from '../../../features/contacts/link-rows.ts'

export type Side = 'kept' | 'gone'
export type Chosen = Partial<Record<MergeField, Side>>

/** In form order. */
export const fieldLabels: Record<MergeField, string> = {
  name: 'Nombre',
  id_zkteco: 'Número en el dispositivo',
  card_number: 'Número de tarjeta',
  phone_number: 'Teléfono',
  email: 'Correo',
  birth_date: 'Fecha de nacimiento',
  address: 'Dirección',
  photo_url: 'Foto',
  social_link: 'Redes sociales',
  notes: 'Notas',
  is_active: 'Activo',
}

/** Value of a field as on the client card; '' if empty. */
export function shownField(field: MergeField, client: Client): string {
  const value = client[field]
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (field === 'birth_date') return client.birth_date ? showDay(client.birth_date) : ''
  if (field === 'social_link') return showLinks(readSocialLinks(client.social_link))
  return value === null ? '' : String(value)
}

const mergeFields = Object.keys(fieldLabels) as MergeField[] // Object.keys loses the key types.

/** Fields that differ and need a choice. */
export const differing = (kept: Client, gone: Client): MergeField[] =>
  mergeFields.filter((field) => shownField(field, kept) !== shownField(field, gone))

const atTerminals = ({ door }: ClientCard): string[] =>
  door.filter(({ state }) => state !== 'absent').map(({ device }) => device)

/** Proposed side: the remaining client's value if it has one; the PIN that terminals know. */
export function proposedSide(field: MergeField, kept: ClientCard, gone: ClientCard): Side {
  if (field === 'is_active') return kept.is_active ? 'kept' : 'gone'
  if (shownField(field, kept) === '') return 'gone'
  const known = field === 'id_zkteco' && gone.id_zkteco !== null && atTerminals(kept).length === 0
  return known && atTerminals(gone).length > 0 ? 'gone' : 'kept'
}

/** Warns of the PIN that is dropped; null if there is none. */
export function numberWarning(kept: ClientCard, gone: ClientCard, side: Side): string | null {
  const [stays, goes] = side === 'kept' ? [kept, gone] : [gone, kept]
  if (goes.id_zkteco === null || stays.id_zkteco === goes.id_zkteco) return null
  const places = atTerminals(goes)
  if (places.length === 0) return null
  const where = new Intl.ListFormat('es').format(places)
  const anew = stays.id_zkteco === null ? '' : ` con el ${stays.id_zkteco}`
  return `El número ${goes.id_zkteco} se quita de ${where}. Quien registró huella o rostro con él tendrá que registrarse de nuevo${anew}.`
}

const someOf = (count: number, one: string, many: string): string[] => (count === 0 ? [] : [counted(count, one, many)])

/** 'Pasan a esta ficha 2 pagos y 1 visita.' */
export function movesText({ payments, sales, visits, messages }: Moves): string {
  const parts = [
    ...someOf(payments, 'pago', 'pagos'),
    ...someOf(sales, 'venta', 'ventas'),
    ...someOf(visits, 'visita', 'visitas'),
    ...someOf(messages, 'mensaje', 'mensajes'),
  ]
  if (parts.length === 0) return 'No tiene pagos, ventas ni visitas que pasar.'
  return `Pasan a esta ficha: ${new Intl.ListFormat('es').format(parts)}. Los documentos conservan el nombre con que se hicieron.`
}
