import { useEffect } from 'react'
import { dialogOnDemand } from '../kit/on-demand.tsx'
import type { useShellDialogs } from './use-shell-dialogs.ts'

const Palette = dialogOnDemand(
  () => import('./palette/Palette.tsx').then(({ Palette }) => Palette),
  ({ onClose }) => onClose,
)
const ShortcutsDialog = dialogOnDemand(
  () => import('./ShortcutsDialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog),
  ({ onClose }) => onClose,
)

/** Milliseconds until the search is fetched: who presses its keys types on at once. */
const idle = 3000

export function ShellDialogs({ shown, open, close }: ReturnType<typeof useShellDialogs>) {
  useEffect(() => {
    const timer = setTimeout(() => void Palette.preload(), idle)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {shown === 'palette' && <Palette onClose={close} onShortcuts={() => open('shortcuts')} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </>
  )
}
