import { useEffect } from 'react'
import { dialogOnDemand } from '../kit/on-demand.tsx'
import { useStore } from '../kit/store.ts'
import { askedOpening } from './opening-reason.ts'
import type { useShellDialogs } from './use-shell-dialogs.ts'

export const Palette = dialogOnDemand(() => import('./palette/Palette.tsx'), 'Palette')
const ShortcutsDialog = dialogOnDemand(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog')

const OpeningReasonDialog = dialogOnDemand(() => import('./OpeningReasonDialog.tsx'), 'OpeningReasonDialog')

export function ShellDialogs({ shown, open, close }: ReturnType<typeof useShellDialogs>) {
  const opening = useStore(askedOpening)
  // The next user is not asked why this one opened.
  useEffect(() => () => askedOpening.set(null), [])
  return (
    <>
      {shown === 'palette' && <Palette onClose={close} onShortcuts={() => open('shortcuts')} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {opening && <OpeningReasonDialog key={opening.id} opening={opening} onClose={() => askedOpening.set(null)} />}
    </>
  )
}
