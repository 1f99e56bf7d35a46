import { IconAlertTriangle, IconBan, IconCheck, IconChecks, IconClock } from '@tabler/icons-react'
import type { MessageState } from '@torniquete/contract/outbox.ts'
import { stateWords } from './message-words.ts'
import classes from './outbox.module.css'

const signs = {
  pending: { Icon: IconClock, tone: 'wait' },
  sent: { Icon: IconCheck, tone: 'good' },
  delivered: { Icon: IconChecks, tone: 'good' },
  failed: { Icon: IconAlertTriangle, tone: 'bad' },
  cancelled: { Icon: IconBan, tone: 'over' },
} as const

/** A message's state as icon and word; one that only a newer server knows as it names it. */
export function MessageMark({ state }: { state: MessageState }) {
  const { Icon, tone } = signs[state] ?? signs.pending
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon size={18} aria-hidden />
      {stateWords[state] ?? state}
    </span>
  )
}
