import { Button, Group } from '@mantine/core'
import { Dialog } from '../../kit/Dialog.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { Money } from '../../kit/Money.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import type { Draft } from './draft.ts'
import { amountsOfBill } from './draft-lines.ts'
import { draftWords } from './draft-words.ts'
import { useOpenTabs } from './open-drafts.ts'
import classes from './waiting-drafts.module.css'

interface WaitingDraftsDialogProps {
  waiting: readonly Draft[]
  title: string
  onTakeUp: (draft: Draft) => void
  onDiscard: (draft: Draft) => void
  onClose: () => void
}

/** Asks for open tabs each time it opens. */
export function WaitingDraftsDialog({ waiting, title, onTakeUp, onDiscard, onClose }: WaitingDraftsDialogProps) {
  const tabs = useOpenTabs()
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <ul aria-label={title}>
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
    </Dialog>
  )
}

interface WaitingDraftProps {
  draft: Draft
  /** True if another tab edits the draft. */
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
