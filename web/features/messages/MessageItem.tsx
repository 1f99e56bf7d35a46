import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { MessageState, OutboxMessage } from '@torniquete/contract/messaging/outbox.ts'
import { showDay } from '@torniquete/contract/shared/dates.ts'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconAlertTriangle, IconBan, IconCheck, IconChecks, IconClock } from '../../kit/icons.ts'
import { channelInWords, describeNextAttempt, kindWords, stateWords } from './message-words.ts'

interface MessageItemProps {
  message: OutboxMessage
  zone: string
  /** True in a list of several clients: shows the name and hides the text at first. */
  folded: boolean
}

export function MessageItem({ message, zone, folded }: MessageItemProps) {
  const { state, channel, kind, day, recipient, text, reason, state_at } = message
  const next = describeNextAttempt(message)
  const facts = [showDay(day), recipient && `para ${recipient}`].filter(Boolean)
  return (
    <Stack component="li" gap="0.25rem">
      <Group gap="0.1rem 0.75rem" fz="sm" c="dimmed">
        <MessageMark state={state} />
        <span>{channelInWords(channel)}</span>
        <Text span inherit ms="auto">
          <InstantText instant={state_at} zone={zone} />
        </Text>
      </Group>
      {folded && <Whose message={message} />}
      <Text size="sm" c="dimmed">
        {[...(folded && !message.client ? [] : [kindWords[kind]]), ...facts].join(' · ')}
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
        <Text component="details" size="sm">
          <summary>Ver el texto</summary>
          <MessageBubble>{text}</MessageBubble>
        </Text>
      ) : (
        <MessageBubble>{text}</MessageBubble>
      )}
    </Stack>
  )
}

/** A message's text, as in a chat. */
export const MessageBubble = ({ children }: { children: string }) => (
  <Text
    inherit
    w="fit-content"
    maw="100%"
    mt="0.25rem"
    px="0.8rem"
    py="0.55rem"
    bg="var(--mantine-color-teal-light)"
    bdrs="0.25rem 0.9rem 0.9rem"
    style={{ whiteSpace: 'pre-line' }}
  >
    {children}
  </Text>
)

function Whose({ message: { client, kind } }: { message: OutboxMessage }) {
  if (!client) return <p>{kindWords[kind]}</p>
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
  pending: { Icon: IconClock, tone: 'warn' },
  sent: { Icon: IconCheck, tone: 'good' },
  delivered: { Icon: IconChecks, tone: 'good' },
  failed: { Icon: IconAlertTriangle, tone: 'bad' },
  cancelled: { Icon: IconBan, tone: 'plain' },
} as const

/** Icon and word of a state; an unknown one shows its name. */
function MessageMark({ state }: { state: MessageState }) {
  const { Icon, tone } = signs[state] ?? signs.pending
  return (
    <Group component="span" display="inline-flex" gap="0.35rem" wrap="nowrap" fw={600} data-tone={tone}>
      <Icon size={18} aria-hidden />
      {stateWords[state] ?? state}
    </Group>
  )
}
