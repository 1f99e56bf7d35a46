import { Box, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../kit/Dialog.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconClockPause, IconTrash } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import { PageActionButton } from '../../kit/PageActionButton.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import classes from './bill-lines.module.css'
import type { Draft } from './draft.ts'
import { computeDraftAmounts, type DraftKind } from './draft-lines.ts'
import { draftTexts } from './draft-texts.ts'
import { discardDraft, resumeDraft, useParkedDrafts } from './open-drafts.ts'
import type { OpenDraft } from './use-draft.ts'

export const parkDraftLabel = 'Dejar en espera'

export function DiscardDraftButton({ kind, draft }: { kind: DraftKind; draft: OpenDraft }) {
  const { discard } = draftTexts[kind]
  return (
    <Button variant="subtle" color="red" className={classes.discard} aria-label={discard} onClick={draft.discard}>
      <IconTrash size={20} aria-hidden />
      <Box component="span" ml="0.4rem" visibleFrom="sm">
        Descartar
      </Box>
    </Button>
  )
}

interface WaitingDraftsProps {
  kind: DraftKind
  /** Called after a parked draft was moved into this tab, so that its dialog can open. */
  onTakeUp: () => void
}

export function ParkedDraftsButton({ kind, onTakeUp }: WaitingDraftsProps) {
  const { owner, waiting } = useParkedDrafts(kind)
  const [opened, setOpened] = useState(false)
  const { waiting: title, discarded } = draftTexts[kind]
  if (waiting.length === 0) return null
  const resume = (draft: Draft) => {
    setOpened(false)
    resumeDraft(owner, draft)
    onTakeUp()
  }
  return (
    <>
      <PageActionButton variant="light" Icon={IconClockPause} onPress={() => setOpened(true)}>
        {title} ({waiting.length})
      </PageActionButton>
      {opened && (
        <Dialog onClose={() => setOpened(false)} title={title} size="lg">
          <DraftList
            title={title}
            drafts={waiting}
            onTakeUp={resume}
            onDiscard={(draft) => discardDraft(owner, draft, discarded)}
          />
        </Dialog>
      )}
    </>
  )
}

interface DraftListProps {
  title: string
  drafts: readonly Draft[]
  onTakeUp: (draft: Draft) => void
  onDiscard: (draft: Draft) => void
}

/** A draft open in another tab can be moved to this tab. If it is discarded here, the other tab stores it again. */
function DraftList({ title, drafts, onTakeUp, onDiscard }: DraftListProps) {
  const clock = useGymClock()
  return (
    <ul data-lined aria-label={title}>
      {drafts.map((draft) => {
        const { id, kind, partner, lines, at } = draft
        const name = partner?.name ?? draftTexts[kind].nobody
        return (
          <Group key={id} component="li" justify="space-between" gap="0.5rem 1rem">
            <Box flex="1 1 14rem" miw={0}>
              {name} · <Money value={computeDraftAmounts(kind, lines).total} bold />
              <Text size="sm" c="dimmed">
                {lines.map(({ product }) => product.name).join(', ')}
              </Text>
              {clock && (
                <Text size="sm" c="dimmed">
                  <InstantText instant={new Date(at).toISOString()} zone={clock.zone} />
                </Text>
              )}
            </Box>
            <Group gap="xs">
              <Button
                variant="subtle"
                color="red"
                aria-label={`Descartar la de ${name}`}
                onClick={() => onDiscard(draft)}
              >
                Descartar
              </Button>
              <Button variant="default" aria-label={`Retomar la de ${name}`} onClick={() => onTakeUp(draft)}>
                Retomar
              </Button>
            </Group>
          </Group>
        )
      })}
    </ul>
  )
}
