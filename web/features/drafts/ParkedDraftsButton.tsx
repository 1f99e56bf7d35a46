import { useState } from 'react'
import { IconClockPause } from '../../kit/icons.ts'
import { usePreload } from '../../kit/lazy-component.tsx'
import { makeLazyDialog } from '../../kit/lazy-dialog.tsx'
import { PageActionButton } from '../../kit/PageActionButton.tsx'
import type { Draft } from './draft.ts'
import type { DraftKind } from './draft-lines.ts'
import { draftTexts } from './draft-texts.ts'
import { discardDraft, resumeDraft, useParkedDrafts } from './open-drafts.ts'

const ParkedDraftsDialog = makeLazyDialog(
  async () => (await import('./ParkedDraftsDialog.tsx')).ParkedDraftsDialog,
  ({ onClose }) => onClose,
)

interface WaitingDraftsProps {
  kind: DraftKind
  /** Called after a parked draft was moved into this tab, so that its dialog can open. */
  onTakeUp: () => void
}

export function ParkedDraftsButton({ kind, onTakeUp }: WaitingDraftsProps) {
  const { owner, waiting } = useParkedDrafts(kind)
  const [opened, setOpened] = useState(false)
  usePreload(ParkedDraftsDialog)
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
        <ParkedDraftsDialog
          title={title}
          drafts={waiting}
          onTakeUp={resume}
          onDiscard={(draft) => discardDraft(owner, draft, discarded)}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}
