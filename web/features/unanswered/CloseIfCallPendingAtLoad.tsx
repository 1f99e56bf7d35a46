import { type ReactNode, useEffect, useState } from 'react'
import { hadPendingCallsAtLoad } from '../../api/outbox.ts'
import { isBeforeFirstNavigation, useCloseDialog } from '../../navigation/open-dialog.ts'
import type { DraftKind } from '../drafts/draft-lines.ts'
import { hasUnsentDraft, useDraftOwner } from '../drafts/open-drafts.ts'

interface UnlessUnansweredProps {
  /** Kind of the draft that the dialog edits, if it has one: an unsent draft is shown in any case. */
  kind?: DraftKind
  children: (onClose: () => void) => ReactNode
}

/** Shows the dialog. After a reload during a call it closes at once, because a notice reports that call. */
export function CloseIfCallPendingAtLoad({ kind, children }: UnlessUnansweredProps) {
  const owner = useDraftOwner()
  const close = useCloseDialog()
  const [left] = useState(
    () => isBeforeFirstNavigation() && !(kind && hasUnsentDraft(owner, kind)) && hadPendingCallsAtLoad(owner),
  )
  useEffect(() => {
    if (left) close()
  }, [left, close])
  return left ? null : children(close)
}
