import { useEffect } from 'react'
import { useStore } from '../kit/store.ts'
import { OpeningReasonDialog } from './OpeningReasonDialog.tsx'
import { askedOpening } from './opening-reason.ts'
import { Palette } from './palette/Palette.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import type { ShellDialogsState } from './use-shell-dialogs.ts'

export function ShellDialogs({ shown, open, close }: ShellDialogsState) {
  const opening = useStore(askedOpening)
  // The next user is not asked about this one's opening.
  useEffect(() => () => askedOpening.set(null), [])
  return (
    <>
      {shown === 'palette' && <Palette onClose={close} onShortcuts={() => open('shortcuts')} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {opening && <OpeningReasonDialog key={opening.id} opening={opening} onClose={() => askedOpening.set(null)} />}
    </>
  )
}
