import { useDebouncedValue } from '@mantine/hooks'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { anonymousClientName } from '@torniquete/contract/members/memberships.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import type { Choices } from '../../kit/use-choice.ts'
import { isAnonymous } from './membership-sale.ts'

const typingPause = 180
const newestShown = { page: 0, size_page: 8 }
const none: readonly Client[] = []

const anonymousInput = { params: { name: anonymousClientName } }

/** The anonymous client for walk-ins; null until loaded. */
export function useAnonymousClient(): Client | null {
  const { data } = useEndpoint('clients.search', anonymousInput, { staleTime: Number.POSITIVE_INFINITY })
  return data?.find(isAnonymous) ?? null
}

/** Clients matching the text; before typing, the anonymous one and the newest. */
export function useClientChoices(question: string, enabled: boolean): Choices<Client> {
  const wanted = question.trim()
  const [asked] = useDebouncedValue(wanted, typingPause)
  // Earlier results stay until new ones arrive, so that the list does not flicker; Enter picks none of them.
  const asks = { enabled: enabled && asked !== '', standsIn: true }
  const found = useEndpoint('clients.search', { params: { name: asked } }, asks)
  const proposing = enabled && wanted === ''
  const anonymous = useEndpoint('clients.search', anonymousInput, { enabled: proposing })
  const newest = useEndpoint('clients.list', { query: newestShown }, { enabled: proposing, except: 'attendances' })
  if (wanted === '')
    return {
      question,
      rows: [...(anonymous.data ?? none), ...(newest.data?.items ?? none)],
      // The newest are listed below the anonymous client.
      stale: anonymous.isPending,
      error: anonymous.error ?? newest.error,
    }
  const stale = asked !== wanted || found.isPending || found.isPlaceholderData
  return { question, rows: found.data ?? none, stale: stale && !found.error, error: found.error }
}
