import { useDebouncedValue } from '@mantine/hooks'
import type { Client } from '@torniquete/contract/clients.ts'
import { anonymousClientName } from '@torniquete/contract/memberships.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'

export interface ClientOptions {
  options: readonly Client[]
  /** The options are not yet those of the text: none of them may be chosen. */
  stale: boolean
  error: Error | null
}

const typingPause = 180
const newestShown = { page: 0, size_page: 8 }

/** The clients whose name holds what was typed; before that the anonymous one and the newest. */
export function useClientOptions(text: string, enabled: boolean): ClientOptions {
  const wanted = text.trim()
  const [asked] = useDebouncedValue(wanted, typingPause)
  const found = useEndpoint('clients.search', { params: { name: asked } }, { enabled: enabled && asked !== '' })
  const proposing = enabled && wanted === ''
  const anonymous = useEndpoint('clients.search', { params: { name: anonymousClientName } }, { enabled: proposing })
  const newest = useEndpoint('clients.list', { query: newestShown }, { enabled: proposing })
  if (wanted === '')
    return {
      options: [...(anonymous.data ?? []), ...(newest.data?.items ?? [])],
      // The newest come below it whenever they come.
      stale: anonymous.isPending,
      error: anonymous.error ?? newest.error,
    }
  return { options: found.data ?? [], stale: asked !== wanted || found.isPending, error: found.error }
}
