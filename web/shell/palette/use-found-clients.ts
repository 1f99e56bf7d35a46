import { useDebouncedValue } from '@mantine/hooks'
import type { Client } from '@torniquete/contract/clients.ts'
import { may } from '@torniquete/contract/permissions.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSignedIn } from '../../session/session.tsx'

const typingPause = 150

interface FoundClients {
  clients: readonly Client[]
  /** They are not yet those of the text. */
  pending: boolean
  error: Error | null
}

/** The clients whose name holds what was typed; none without a text. */
export function useFoundClients(text: string): FoundClients {
  const { role } = useSignedIn()
  const wanted = text.trim()
  const [asked] = useDebouncedValue(wanted, typingPause)
  const allowed = may(role, 'clients.search')
  const enabled = allowed && asked !== ''
  const found = useEndpoint('clients.search', { params: { name: asked } }, { enabled })
  if (!allowed || wanted === '') return { clients: [], pending: false, error: null }
  const stale = asked !== wanted
  return {
    clients: stale ? [] : (found.data ?? []),
    pending: stale || found.isPending,
    error: stale ? null : found.error,
  }
}
