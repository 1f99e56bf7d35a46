import { Button } from '@mantine/core'
import { IconTrash } from '../../kit/icons.ts'
import classes from './bill-lines.module.css'
import type { DraftKind } from './draft-lines.ts'
import { draftWords } from './draft-words.ts'
import type { OpenDraft } from './use-draft.ts'

export const keepDraftLabel = 'Dejar en espera'

export function DiscardDraft({ kind, draft }: { kind: DraftKind; draft: OpenDraft }) {
  const { discard } = draftWords[kind]
  return (
    <Button variant="subtle" color="red" className={classes.discard} aria-label={discard} onClick={draft.discard}>
      <IconTrash size={20} aria-hidden />
      <span className={classes.word}>Descartar</span>
    </Button>
  )
}
