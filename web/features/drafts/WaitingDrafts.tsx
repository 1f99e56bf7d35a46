import { useState } from 'react'
import { IconClockPause } from '../../kit/icons.ts'
import { lazyComponent } from '../../kit/lazy-component.tsx'
import { PageButton } from '../../kit/PageButton.tsx'
import type { Draft } from './draft.ts'
import type { DraftKind } from './draft-lines.ts'
import { draftWords } from './draft-words.ts'
import { discardDraft, resumeDraft, useWaitingDrafts } from './open-drafts.ts'

const WaitingDraftsDialog = lazyComponent(async () => (await import('./WaitingDraftsDialog.tsx')).WaitingDraftsDialog)

interface WaitingDraftsProps {
  kind: DraftKind
  /** The draft is open in this tab, and its dialog shows it. */
  onTakeUp: () => void
}

/** Button for the user's unfinished drafts on this computer; hidden without any. */
export function WaitingDrafts({ kind, onTakeUp }: WaitingDraftsProps) {
  const { owner, waiting } = useWaitingDrafts(kind)
  const [opened, setOpened] = useState(false)
  const { waiting: title, discarded } = draftWords[kind]
  if (waiting.length === 0) return null
  const resume = (draft: Draft) => {
    setOpened(false)
    resumeDraft(owner, draft)
    onTakeUp()
  }
  return (
    <>
      <PageButton variant="light" Icon={IconClockPause} onPress={() => setOpened(true)}>
        {title} ({waiting.length})
      </PageButton>
      {opened && (
        <WaitingDraftsDialog
          waiting={waiting}
          title={title}
          onTakeUp={resume}
          onDiscard={(draft) => discardDraft(owner, draft, discarded)}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}
