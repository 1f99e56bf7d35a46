import { type Client, ClientChange, NewClient } from '@torniquete/contract/clients.ts'
import { readSocialLinks } from '@torniquete/contract/shapes.ts'
import { validateWith } from '../../kit/form-errors.ts'
import { hasBadLink, type LinkRow, linksOfRows, rowsOfLinks } from '../../kit/link-rows.ts'

export interface ClientValues {
  name: string
  birth_date: string | null
  email: string
  phone_number: string
  address: string
  card_number: string
  id_zkteco: string
  notes: string
  is_active: boolean
  links: LinkRow[]
}

export function valuesOf(client: Client | null): ClientValues {
  return {
    name: client?.name ?? '',
    birth_date: client?.birth_date ?? null,
    email: client?.email ?? '',
    phone_number: client?.phone_number ?? '',
    address: client?.address ?? '',
    card_number: client?.card_number ?? '',
    id_zkteco: String(client?.id_zkteco ?? ''),
    notes: client?.notes ?? '',
    is_active: client?.is_active ?? true,
    links: rowsOfLinks(readSocialLinks(client?.social_link)),
  }
}

export function bodyOf({ links, ...values }: ClientValues): NewClient {
  const social = linksOfRows(links)
  return {
    ...values,
    id_zkteco: values.id_zkteco.trim() || null,
    social_link: Object.keys(social).length > 0 ? JSON.stringify(social) : null,
  }
}

/** Only what differs from the row that the form opened with, so that nothing else is overwritten. */
export function changeOf(client: Client, values: ClientValues): ClientChange {
  const before = new Map<string, unknown>(Object.entries(bodyOf(valuesOf(client))))
  return Object.fromEntries(Object.entries(bodyOf(values)).filter(([field, value]) => value !== before.get(field)))
}

const validateNew = validateWith(NewClient, bodyOf)
const validateChange = validateWith(ClientChange, bodyOf)

export const validateClient = (editing: boolean) => (values: ClientValues) => ({
  ...(editing ? validateChange(values) : validateNew(values)),
  ...(hasBadLink(values.links) && { links: 'Debe ser una dirección web válida' }),
})
