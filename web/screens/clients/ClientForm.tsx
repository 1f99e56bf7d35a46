import { Alert, Button, Checkbox, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import type { SimilarClient } from '@torniquete/contract/members/client-merge.ts'
import { type Client, ClientChange, NewClient as NewClientBody } from '@torniquete/contract/members/clients.ts'
import { formatDate, isCalendarDay, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { findFutureDayError } from '@torniquete/contract/shared/parse-input.ts'
import { memo } from 'react'
import { now } from '../../api/server-clock.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import {
  findSocialLinkErrors,
  formatSocialLinkRows,
  parseSocialLinkRows,
  serializeSocialLinkRows,
} from '../../features/contacts/link-rows.ts'
import { SocialLinksField } from '../../features/contacts/SocialLinksField.tsx'
import { TaxIdentityFields, toTaxIdentityBody, toTaxIdentityValues } from '../../features/fiscal/TaxIdentityFields.tsx'
import { useFiscalCountry } from '../../features/fiscal/use-fiscal-country.ts'
import { formatAddedPastVisits } from '../../features/terminals/terminal-people-texts.ts'
import { makeEditDialog } from '../../forms/EditDialog.tsx'
import { ImageField } from '../../forms/ImageField.tsx'
import { makeValidator, type StoredRow, useRecordForm } from '../../forms/use-record-form.tsx'
import { DayField } from '../../kit/DayField.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { useGymClock } from '../../session/gym-clock.ts'

const toValues = (client: Client | null) => ({
  name: client?.name ?? '',
  birth_date: client?.birth_date ?? null,
  email: client?.email ?? '',
  phone_number: client?.phone_number ?? '',
  address: client?.address ?? '',
  card_number: client?.card_number ?? '',
  id_zkteco: String(client?.id_zkteco ?? ''),
  notes: client?.notes ?? '',
  is_active: client?.is_active ?? true,
  links: parseSocialLinkRows(client?.social_link),
  ...toTaxIdentityValues(client),
})

type ClientValues = ReturnType<typeof toValues>

const toBody = ({ links, tax_id, legal_name, ...values }: ClientValues, country: Country) => ({
  ...values,
  ...toTaxIdentityBody(country, { tax_id, legal_name }),
  id_zkteco: values.id_zkteco.trim() || null,
  social_link: serializeSocialLinkRows(links),
})

// Memoized, so that a typed letter renders only its own field.
const [Line, Lines, Box, Day, Links] = [
  memo(TextInput),
  memo(Textarea),
  memo(Checkbox),
  memo(DayField),
  memo(SocialLinksField),
]

const toCheckedBody = (values: ClientValues) => toBody(values, 'DO')
const validateNew = makeValidator(NewClientBody, toCheckedBody)
const validateChange = makeValidator(ClientChange, toCheckedBody)
function birthErrors({ birth_date }: ClientValues, today: string | undefined): Record<string, string> {
  const refusal = today === undefined ? null : findFutureDayError(birth_date, today)
  return refusal === null ? {} : { birth_date: refusal }
}

function ClientForm({ stored }: { stored: StoredRow<Client> | null }) {
  const today = useGymClock()?.today
  const country = useFiscalCountry()
  const { form, field, picture, dialog } = useRecordForm({
    stored,
    toValues,
    toBody: (values: ClientValues) => toBody(values, country),
    validate: (values) => ({
      ...(stored ? validateChange(values) : validateNew(values)),
      ...birthErrors(values, today),
      ...findSocialLinkErrors(values.links),
    }),
    create: (body, send) => send('clients.create', { body }),
    update: ({ id }, body, ifMatch, send) => send('clients.update', { params: { id_client: id }, body, ifMatch }),
    created: 'Cliente agregado con éxito',
    updated: 'Cliente editado con éxito',
    detail: ({ past_visits }) => formatAddedPastVisits(past_visits),
    picture: { folder: 'clients', field: 'photo', pathOf: ({ photo_path }) => photo_path },
  })
  return (
    <FormDialog {...dialog} entity="Cliente">
      <Line required maxLength={255} {...field('name', 'Nombre')} />
      <Box {...field('is_active', 'Activo', { type: 'checkbox' })} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Line type="tel" maxLength={20} {...field('phone_number', 'Teléfono')} />
        <Line type="email" maxLength={255} {...field('email', 'Correo')} />
        <Day
          birth
          latest={today ?? toLocalDay('UTC', now())}
          atOnce
          {...field('birth_date', 'Fecha de nacimiento', { show: formatDate })}
        />
        <Line {...field('card_number', 'Número de tarjeta')} />
      </SimpleGrid>
      {!stored && <SimilarNotice typed={form.values} />}
      {country !== 'none' && <TaxIdentityFields field={field} />}
      <Line maxLength={255} {...field('address', 'Dirección')} />
      <Line
        inputMode="numeric"
        {...field('id_zkteco', 'Número en el dispositivo', {
          description: stored
            ? 'Sin número no puede pasar por la puerta'
            : 'Vacío: se asigna el siguiente número libre',
        })}
      />
      <Lines maxLength={255} {...field('notes', 'Notas')} />
      <ImageField label="Foto" {...picture} currentUrl={stored?.row.photo_url} />
      <Links {...field('links', 'Redes sociales', { show: formatSocialLinkRows })} />
    </FormDialog>
  )
}

export const NewClient = () => <ClientForm stored={null} />

export const EditClient = makeEditDialog({
  read: 'clients.read',
  inputOf: (id) => ({ params: { id_client: id } }),
  Form: ClientForm,
  title: 'Editar Cliente',
})

const typingPause = 500

function SimilarNotice({ typed }: { typed: Parameters<typeof makeSimilarClientsQuery>[0] }) {
  // The query is debounced as text, because each render creates a new object.
  const [asked] = useDebouncedValue(JSON.stringify(makeSimilarClientsQuery(typed)), typingPause)
  const query = JSON.parse(asked) as ReturnType<typeof makeSimilarClientsQuery>
  const [first] = useEndpoint('clients.similar', { query }, { enabled: asked !== '{}', staleTime: 0 }).data ?? []
  if (!first || asked === '{}') return null
  return (
    <Alert color="yellow" role="status">
      <Group justify="space-between">
        <span>
          ¿Ya es cliente? {first.name} tiene {similarityReasonLabels[first.reason]}.
        </span>
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/clients/$id/card" params={{ id: String(first.id) }} {...props} />}
        >
          Ver su ficha
        </Button>
      </Group>
    </Alert>
  )
}

export const similarityReasonLabels: Record<SimilarClient['reason'], string> = {
  phone_number: 'el mismo teléfono',
  email: 'el mismo correo',
  birth_date: 'el mismo nombre y nacimiento',
  name: 'el mismo nombre',
}

type Known = Partial<Pick<Client, 'name' | 'phone_number' | 'email' | 'birth_date'>>

export const makeSimilarClientsQuery = ({ name, phone_number, email, birth_date }: Known) => ({
  name: name?.trim() || undefined,
  phone_number: phone_number?.trim().slice(0, 20) || undefined,
  email: email?.trim() || undefined,
  birth_date: birth_date && isCalendarDay(birth_date) ? birth_date : undefined,
})
