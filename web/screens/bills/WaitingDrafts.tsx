import { Button, Group, Modal } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useState } from 'react'
import { InstantText } from '../../kit/InstantText.tsx'
import { Money } from '../../kit/Money.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { useOpenTabs } from '../../this-tab.ts'
import { amountsOfBill, type DraftKind } from './draft-lines.ts'
import { draftWords } from './draft-words.ts'
import type { Draft } from './drafts.ts'
import { discardDraft, takeUp, useWaiting } from './open-drafts.ts'
import classes from './waiting-drafts.module.css'

interface WaitingDraftsProps {
  kind: DraftKind
  /** The draft is open in this tab now: its dialog shows it. */
  onTakeUp: () => void
}

/** What was left half done, on this computer, by who is signed in: a button while there is some. */
export function WaitingDrafts({ kind, onTakeUp }: WaitingDraftsProps) {
  const { owner, waiting } = useWaiting(kind)
  const [opened, setOpened] = useState(false)
  const { waiting: title, discarded } = draftWords[kind]
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
        <WaitingList
          waiting={waiting}
          title={title}
          onTakeUp={resume}
          onDiscard={(draft) => discardDraft(owner, draft, discarded)}
        />
      </Modal>
    </>
  )
}

interface WaitingListProps {
  waiting: readonly Draft[]
  title: string
  onTakeUp: (draft: Draft) => void
  onDiscard: (draft: Draft) => void
}

/** Asks which tabs are open each time that it is opened. */
function WaitingList({ waiting, title, onTakeUp, onDiscard }: WaitingListProps) {
  const tabs = useOpenTabs()
  return (
    <ul className={classes.list} aria-label={title}>
      {waiting.map((draft) => (
        <WaitingDraft
          key={draft.id}
          draft={draft}
          open={draft.tab !== null && !draft.sent && tabs.has(draft.tab)}
          onTakeUp={() => onTakeUp(draft)}
          onDiscard={() => onDiscard(draft)}
        />
      ))}
    </ul>
  )
}

interface WaitingDraftProps {
  draft: Draft
  /** In another tab: there it is written or thrown away. */
  open: boolean
  onTakeUp: () => void
  onDiscard: () => void
}

function WaitingDraft({ draft: { kind, partner, lines, at }, open, onTakeUp, onDiscard }: WaitingDraftProps) {
  const clock = useGymClock()
  const name = partner?.name ?? draftWords[kind].nobody
  return (
    <li className={classes.draft}>
      <div className={classes.what}>
        {name} · <Money value={amountsOfBill(kind, lines).total} bold />
        <span className={classes.aside}>{lines.map(({ product }) => product.name).join(', ')}</span>
        {open && <span className={classes.aside}>Abierta en otra pestaña</span>}
        {clock && (
          <span className={classes.aside}>
            <InstantText instant={new Date(at).toISOString()} zone={clock.zone} />
          </span>
        )}
      </div>
      <Group gap="xs">
        {!open && (
          <Button variant="subtle" color="red" aria-label={`Descartar la de ${name}`} onClick={onDiscard}>
            Descartar
          </Button>
        )}
        <Button variant="default" aria-label={`Retomar la de ${name}`} onClick={onTakeUp}>
          Retomar
        </Button>
      </Group>
    </li>
  )
}
