import { Skeleton, Stack } from '@mantine/core'
import type { MessageState } from '@torniquete/contract/messaging/outbox.ts'
import { useState } from 'react'
import { pollInterval, useEndpoint } from '../../api/use-endpoint.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { LoadError } from '../../kit/LoadError.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import { usePastEnd } from '../../kit/use-past-end.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { MessageItem } from './MessageItem.tsx'

interface MessageListProps {
  label: string
  empty: string
  /** A client's messages with their texts; otherwise all. */
  client?: number
  state?: MessageState
}

const usualSize = 10
const placeholders = ['a', 'b', 'c']

/** Automatic messages, newest first. Starts at page one: pass a new key for each filter. */
export function MessageList({ label, empty, client, state }: MessageListProps) {
  const zone = useGymClock()?.zone
  const [{ page, size }, setPage] = useState({ page: 0, size: usualSize })
  const list = useEndpoint(
    'outbox.list',
    { query: { id_client: client, state, page, size_page: size } },
    { staleTime: 0, refetchInterval: pollInterval },
  )
  const pastEnd = usePastEnd(list, page, (last) => setPage({ page: last, size }))
  const data = pastEnd || !zone ? undefined : list.data
  return (
    <>
      <LoadError query={list} />
      {data?.items.length === 0 && <EmptyState text={empty} />}
      {zone && data && data.items.length > 0 && (
        <ol data-lined aria-label={label} data-dimmed={list.isPlaceholderData || undefined}>
          {data.items.map((message) => (
            <MessageItem key={message.id} message={message} zone={zone} folded={client === undefined} />
          ))}
        </ol>
      )}
      {!data && !list.error && (
        <Stack role="status" aria-label="Cargando…">
          {placeholders.map((name) => (
            <Skeleton key={name} height={64} />
          ))}
        </Stack>
      )}
      {data && data.total > usualSize && (
        <Pagination page={page} list={data} size={size} onChange={setPage} label={`Paginación: ${label}`} />
      )}
    </>
  )
}
