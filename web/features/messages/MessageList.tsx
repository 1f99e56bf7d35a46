import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { MessageState, OutboxMessage } from '@torniquete/contract/messaging/outbox.ts'
import { formatDate } from '@torniquete/contract/shared/dates.ts'
import { useState } from 'react'
import { pollIntervalMs, useEndpoint } from '../../api/use-endpoint.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconAlertTriangle, IconBan, IconCheck, IconChecks, IconClock } from '../../kit/icons.ts'
import kit from '../../kit/kit.module.css'
import { LoadError, SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import { useRedirectToLastPage } from '../../kit/use-redirect-to-last-page.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { describeNextAttempt, formatChannel, messageKindLabels, messageStateLabels } from './message-texts.ts'
import classes from './outbox.module.css'

interface MessageListProps {
  empty: string
  /** Client id: lists only this client's messages, with their texts. If undefined, all messages are listed. */
  client?: number
  state?: MessageState
}

const usualSize = 10

/** List of automatic messages, newest first. It keeps its page number, so give it a new React key for each filter. */
export function MessageList({ empty, client, state }: MessageListProps) {
  const zone = useGymClock()?.zone
  const [{ page, size }, setPage] = useState({ page: 0, size: usualSize })
  const list = useEndpoint(
    'outbox.list',
    { query: { id_client: client, state, page, size_page: size } },
    { staleTime: 0, refetchInterval: pollIntervalMs },
  )
  const pastEnd = useRedirectToLastPage(list, page, (last) => setPage({ page: last, size }))
  const { data } = list
  if (pastEnd || !zone || !data) return <SpinnerOrLoadError queries={[list]} />
  return (
    <>
      <LoadError query={list} />
      {data.items.length === 0 && <EmptyState text={empty} />}
      {data.items.length > 0 && (
        <ol aria-label="Mensajes" data-dimmed={list.isPlaceholderData || undefined}>
          {data.items.map((message) => (
            <MessageItem key={message.id} message={message} zone={zone} folded={client === undefined} />
          ))}
        </ol>
      )}
      {data.total > usualSize && (
        <Pagination page={page} list={data} size={size} onChange={setPage} label="Paginación: Mensajes" />
      )}
    </>
  )
}

interface MessageItemProps {
  message: OutboxMessage
  zone: string
  /** True in a list of all clients: the item shows the client's name, and the text only when opened. */
  folded: boolean
}

function MessageItem({ message, zone, folded }: MessageItemProps) {
  const { state, channel, kind, day, recipient, text, reason, state_at } = message
  const next = describeNextAttempt(message)
  const facts = [formatDate(day), recipient && `para ${recipient}`].filter(Boolean)
  return (
    <li className={classes.message}>
      <Group gap="0.1rem 0.75rem" fz="sm">
        <MessageMark state={state} />
        <Text span inherit c="dimmed">
          {formatChannel(channel)}
        </Text>
        <Text span inherit c="dimmed" ml="auto">
          <InstantText instant={state_at} zone={zone} />
        </Text>
      </Group>
      {folded && <Whose message={message} />}
      <Text size="sm" c="dimmed">
        {[...(folded && !message.client ? [] : [messageKindLabels[kind]]), ...facts].join(' · ')}
      </Text>
      {next && (
        <Text size="sm" c="dimmed">
          {next.words} <InstantText instant={next.instant} zone={zone} />
        </Text>
      )}
      {reason && (
        <Text size="sm" data-tone={state === 'failed' ? 'bad' : undefined}>
          {reason}
        </Text>
      )}
      {folded ? (
        <details>
          <summary>Ver el texto</summary>
          <p className={classes.text}>{text}</p>
        </details>
      ) : (
        <p className={classes.text}>{text}</p>
      )}
    </li>
  )
}

function Whose({ message: { client, kind } }: { message: OutboxMessage }) {
  if (!client) return <p>{messageKindLabels[kind]}</p>
  return (
    <p>
      <Anchor
        fw={600}
        renderRoot={(props) => <Link to="/clients/$id/card" params={{ id: String(client.id) }} {...props} />}
      >
        {client.name}
      </Anchor>
    </p>
  )
}

const signs = {
  pending: { Icon: IconClock, colour: 'var(--tone-warn)' },
  sent: { Icon: IconCheck, colour: 'var(--tone-good)' },
  delivered: { Icon: IconChecks, colour: 'var(--tone-good)' },
  failed: { Icon: IconAlertTriangle, colour: 'var(--tone-bad)' },
  cancelled: { Icon: IconBan, colour: 'dimmed' },
} as const

function MessageMark({ state }: { state: MessageState }) {
  const { Icon, colour } = signs[state] ?? signs.pending
  return (
    <Text span inherit fw={600} c={colour} className={kit.marked}>
      <Icon size={18} aria-hidden />
      {messageStateLabels[state] ?? state}
    </Text>
  )
}
