import { dialogOnDemand } from '../kit/on-demand.tsx'
import type { useShellDialogs } from './use-shell-dialogs.ts'

export const Palette = dialogOnDemand(
  () => import('./palette/Palette.tsx').then(({ Palette }) => Palette),
  ({ onClose }) => onClose,
)
const ShortcutsDialog = dialogOnDemand(
  () => import('./ShortcutsDialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog),
  ({ onClose }) => onClose,
)

export function ShellDialogs({ shown, open, close }: ReturnType<typeof useShellDialogs>) {
  return (
    <>
      {shown === 'palette' && <Palette onClose={close} onShortcuts={() => open('shortcuts')} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </>
  )
}
