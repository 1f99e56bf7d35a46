import { type ReactNode, useEffect, useState } from 'react'
import { hadPendingAtLoad } from '../../api/outbox.ts'
import { isFirstAddress, useCloseDialog } from '../../navigation/opening.ts'
import type { DraftKind } from '../drafts/draft-lines.ts'
import { hasDraft, useOwner } from '../drafts/open-drafts.ts'

interface UnlessUnansweredProps {
  /** Kind of the dialog's draft, if it survives a reload. */
  kind?: DraftKind
  children: (onClose: () => void) => ReactNode
}

/** After a reload during a call the notice handles it, and no empty form opens first. */
export function HideWhileCallPending({ kind, children }: UnlessUnansweredProps) {
  const owner = useOwner()
  const close = useCloseDialog()
  const [left] = useState(() => isFirstAddress() && !(kind && hasDraft(owner, kind)) && hadPendingAtLoad(owner))
  useEffect(() => {
    if (left) close()
  }, [left, close])
  return left ? null : children(close)
}
