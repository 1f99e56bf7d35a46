import { Box, Button, Group, Text } from '@mantine/core'
import { Dialog } from '../../kit/Dialog.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { Money } from '../../kit/Money.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import type { Draft } from './draft.ts'
import { computeDraftAmounts } from './draft-lines.ts'
import { draftTexts } from './draft-texts.ts'

interface ParkedDraftsDialogProps {
  title: string
  drafts: readonly Draft[]
  onTakeUp: (draft: Draft) => void
  onDiscard: (draft: Draft) => void
  onClose: () => void
}

/** A draft open in another tab can be moved to this tab. If it is discarded here, the other tab stores it again. */
export function ParkedDraftsDialog({ title, drafts, onTakeUp, onDiscard, onClose }: ParkedDraftsDialogProps) {
  const clock = useGymClock()
  return (
    <Dialog onClose={onClose} title={title} size="lg">
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
    </Dialog>
  )
}
