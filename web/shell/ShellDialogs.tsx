import { lazy, Suspense, useEffect } from 'react'
import type { useShellDialogs } from './use-shell-dialogs.ts'

const loadPalette = () => import('./palette/Palette.tsx')
const Palette = lazy(() => loadPalette().then(({ Palette }) => ({ default: Palette })))
const ShortcutsDialog = lazy(() =>
  import('./ShortcutsDialog.tsx').then(({ ShortcutsDialog }) => ({ default: ShortcutsDialog })),
)

/** Milliseconds until the search is fetched: who presses its keys types on at once. */
const idle = 3000

export function ShellDialogs({ shown, open, close }: ReturnType<typeof useShellDialogs>) {
  useEffect(() => {
    const timer = setTimeout(() => loadPalette().catch(() => undefined), idle)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Suspense>
      {shown === 'palette' && <Palette onClose={close} onShortcuts={() => open('shortcuts')} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </Suspense>
  )
}
