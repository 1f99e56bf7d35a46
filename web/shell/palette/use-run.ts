import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { focusPage } from '../../kit/focus-keeper.ts'
import { logOut } from '../../session/session.tsx'
import { useDoor } from '../use-door.ts'
import type { PaletteEntry } from './palette-entries.ts'

/** Does what was chosen, once the search is closed. */
export function useRun(onClose: () => void, onShortcuts: () => void): (entry: PaletteEntry) => void {
  const navigate = useNavigate()
  const { state } = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  const shownScheme = useComputedColorScheme('dark')
  const door = useDoor()
  const acts = {
    door: door.open,
    theme: () => setColorScheme(shownScheme === 'dark' ? 'light' : 'dark'),
    shortcuts: onShortcuts,
    'log-out': () => void logOut(),
  }
  return ({ to, act }) => {
    onClose()
    if (act) acts[act]()
    if (!to) return
    // The page that opens has the focus; the filters of one that is open already stay as they are.
    focusPage()
    const kept = state.location.pathname === to.to ? state.location.search : {}
    void navigate({ to: to.to, search: { ...kept, ...to.search } as never }) // each entry names its own screen's search
  }
}
