import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { MessageState, OutboxMessage } from '@torniquete/contract/messaging/outbox.ts'
import { showDay } from '@torniquete/contract/shared/dates.ts'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconAlertTriangle, IconBan, IconCheck, IconChecks, IconClock } from '../../kit/icons.ts'
import { channelInWords, describeNextAttempt, kindWords, stateWords } from './message-words.ts'
import classes from './outbox.module.css'

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
    <li className={classes.message}>
      <div className={classes.head}>
        <MessageMark state={state} />
        <span>{channelInWords(channel)}</span>
        <InstantText instant={state_at} zone={zone} />
      </div>
      {folded && <Whose message={message} />}
      <p className={classes.facts}>{[...(folded && !message.client ? [] : [kindWords[kind]]), ...facts].join(' · ')}</p>
      {next && (
        <p className={classes.facts}>
          {next.words} <InstantText instant={next.instant} zone={zone} />
        </p>
      )}
      {reason && (
        <p className={classes.reason} data-tone={state === 'failed' ? 'bad' : undefined}>
          {reason}
        </p>
      )}
      {folded ? (
        <details className={classes.fold}>
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
  pending: { Icon: IconClock, tone: 'wait' },
  sent: { Icon: IconCheck, tone: 'good' },
  delivered: { Icon: IconChecks, tone: 'good' },
  failed: { Icon: IconAlertTriangle, tone: 'bad' },
  cancelled: { Icon: IconBan, tone: 'over' },
} as const

/** Icon and word of a state; an unknown one shows its name. */
function MessageMark({ state }: { state: MessageState }) {
  const { Icon, tone } = signs[state] ?? signs.pending
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon size={18} aria-hidden />
      {stateWords[state] ?? state}
    </span>
  )
}
