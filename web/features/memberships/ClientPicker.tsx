import { useDebouncedValue } from '@mantine/hooks'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { anonymousClientName } from '@torniquete/contract/members/memberships.ts'
import { useCallback, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import classes from '../../kit/choice-field.module.css'
import { focusNextField } from '../../kit/focus-next-field.ts'
import { IconSearch } from '../../kit/icons.ts'
import { Picture } from '../../kit/Picture.tsx'
import type { ChoiceSearchResult } from '../../kit/use-searchable-choice.ts'
import { ExpiryDay } from './ExpiryDay.tsx'
import { isAnonymousClient, type MembershipBuyer } from './proposed-membership-sale.ts'

const typingPause = 180
const newestShown = { page: 0, size_page: 8 }
const none: readonly Client[] = []

const anonymousInput = { params: { name: anonymousClientName } }

export function useAnonymousClient(): Client | null {
  const { data } = useEndpoint('clients.search', anonymousInput, { staleTime: Number.POSITIVE_INFINITY })
  return data?.find(isAnonymousClient) ?? null
}

/** Clients that match the text; for an empty text, the anonymous client and the newest clients. */
function useClientChoices(question: string, enabled: boolean): ChoiceSearchResult<Client> {
  const wanted = question.trim()
  const [asked] = useDebouncedValue(wanted, typingPause)
  // Earlier results stay until new ones arrive, to avoid flicker; they are marked stale, so Enter picks none of them.
  const asks = { enabled: enabled && asked !== '', standsIn: true }
  const found = useEndpoint('clients.search', { params: { name: asked } }, asks)
  const proposing = enabled && wanted === ''
  const anonymous = useEndpoint('clients.search', anonymousInput, { enabled: proposing })
  const newest = useEndpoint('clients.list', { query: newestShown }, { enabled: proposing, except: 'attendances' })
  if (wanted === '')
    return {
      question,
      rows: [...(anonymous.data ?? none), ...(newest.data?.items ?? none)],
      // The list counts as loaded once the anonymous client is there; the newest clients follow below it.
      stale: anonymous.isPending,
      error: anonymous.error ?? newest.error,
    }
  const stale = asked !== wanted || found.isPending || found.isPlaceholderData
  return { question, rows: found.data ?? none, stale: stale && !found.error, error: found.error }
}

interface ClientPickerProps {
  client: MembershipBuyer | null
  onChange: (client: MembershipBuyer | null) => void
  today: string | null
  error: string | false
  autoFocus?: boolean
}

export function ClientPicker({ client, onChange, today, error, autoFocus = false }: ClientPickerProps) {
  const [question, setQuestion] = useState('')
  const choices = useClientChoices(question, client === null)
  const renderRow = useCallback((row: MembershipBuyer) => <ClientRow client={row} today={today} />, [today])
  return (
    <ChoiceField<MembershipBuyer>
      choices={choices}
      onAsk={setQuestion}
      label="Cliente"
      listLabel="Clientes"
      placeholder="Escribe el nombre…"
      nothingFound="No se encontró ningún cliente."
      required
      value={client}
      onPick={onChange}
      onMoveOn={focusNextField}
      error={error}
      autoFocus={autoFocus}
      icon={client ? <Picture src={client.photo_url ?? null} alt="" size={28} /> : <IconSearch size={18} aria-hidden />}
      clearLabel="Quitar la elección"
      renderRow={renderRow}
    />
  )
}

function ClientRow({ client, today }: { client: MembershipBuyer; today: string | null }) {
  const expire = client.membership?.expire_membership
  const aside = isAnonymousClient(client) ? 'Visitante sin registro' : `ID ${client.id_zkteco ?? '—'}`
  return (
    <>
      <span className={classes.person}>
        <Picture src={client.photo_url ?? null} alt="" size={36} />
        <span>
          {client.name}
          <span className={classes.aside}>{aside}</span>
        </span>
      </span>
      {!isAnonymousClient(client) &&
        (expire ? <ExpiryDay expire={expire} today={today} /> : <span className={classes.aside}>Sin membresía</span>)}
    </>
  )
}
