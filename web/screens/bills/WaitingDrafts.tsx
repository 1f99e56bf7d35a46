import { Button, Group, Modal } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useState } from 'react'
import { InstantText } from '../../kit/InstantText.tsx'
import { Money } from '../../kit/Money.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { amountsOfBill, type DraftKind } from './draft-lines.ts'
import { type Draft, forgetDraft } from './drafts.ts'
import { takeUp, useWaiting } from './use-draft.ts'
import classes from './waiting-drafts.module.css'

const words = {
  sale: { title: 'Ventas en espera', nobody: 'Cliente Anónimo' },
  purchase: { title: 'Compras en espera', nobody: 'Sin proveedor' },
} as const satisfies Record<DraftKind, object>

interface WaitingDraftsProps {
  kind: DraftKind
  /** The draft is open in this tab now: its dialog shows it. */
  onTakeUp: () => void
}

/** What was left half done, on this computer, by who is signed in: a button while there is some. */
export function WaitingDrafts({ kind, onTakeUp }: WaitingDraftsProps) {
  const { owner, waiting } = useWaiting(kind)
  const [opened, setOpened] = useState(false)
  const { title } = words[kind]
  if (waiting.length === 0) return null
  const resume = (draft: Draft) => {
    setOpened(false)
    takeUp(owner, draft)
    onTakeUp()
  }
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconClockPause size={20} aria-hidden />}
        flex={{ base: '1 1 auto', xs: '0 0 auto' }}
        onClick={() => setOpened(true)}
      >
        {title} ({waiting.length})
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={title} size="lg" centered>
        <ul className={classes.list} aria-label={title}>
          {waiting.map((draft) => (
            <WaitingDraft
              key={draft.id}
              draft={draft}
              onTakeUp={() => resume(draft)}
              onDiscard={() => forgetDraft(owner, draft)}
            />
          ))}
        </ul>
      </Modal>
    </>
  )
}

interface WaitingDraftProps {
  draft: Draft
  onTakeUp: () => void
  onDiscard: () => void
}

function WaitingDraft({ draft: { kind, partner, lines, at }, onTakeUp, onDiscard }: WaitingDraftProps) {
  const clock = useGymClock()
  const name = partner?.name ?? words[kind].nobody
  return (
    <li className={classes.draft}>
      <div className={classes.what}>
        {name} · <Money value={amountsOfBill(kind, lines).total} bold />
        <span className={classes.aside}>{lines.map(({ product }) => product.name).join(', ')}</span>
        {clock && (
          <span className={classes.aside}>
            <InstantText instant={new Date(at).toISOString()} zone={clock.zone} />
          </span>
        )}
      </div>
      <Group gap="xs">
        <Button variant="subtle" color="red" aria-label={`Descartar la de ${name}`} onClick={onDiscard}>
          Descartar
        </Button>
        <Button variant="default" aria-label={`Retomar la de ${name}`} onClick={onTakeUp}>
          Retomar
        </Button>
      </Group>
    </li>
  )
}
