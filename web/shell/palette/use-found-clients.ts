import { useDebouncedValue } from '@mantine/hooks'
import type { ListedClient } from '@torniquete/contract/members/clients.ts'
import { may } from '@torniquete/contract/permissions.ts'
import { containsWords } from '@torniquete/contract/shared/names.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSignedIn } from '../../session/session.tsx'

const typingPause = 150

interface FoundClients {
  clients: readonly ListedClient[]
  pending: boolean
  error: Error | null
}

/** Clients whose name contains the text; none without a text. */
export function useFoundClients(text: string): FoundClients {
  const { role } = useSignedIn()
  const wanted = text.trim()
  const [asked] = useDebouncedValue(wanted, typingPause)
  const allowed = may(role, 'clients.search')
  const input = { params: { name: asked }, query: { include_status: true } }
  const found = useEndpoint('clients.search', input, { enabled: allowed && asked !== '' })
  if (!allowed || wanted === '') return { clients: [], pending: false, error: null }
  const stale = asked !== wanted
  return {
    // Earlier results that also match the longer text stay while the new ones load.
    clients: (found.data ?? []).filter(({ name }) => !stale || (asked !== '' && containsWords(name, wanted))),
    pending: stale || found.isPending,
    error: stale ? null : found.error,
  }
}
