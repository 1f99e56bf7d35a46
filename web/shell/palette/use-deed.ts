import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useSave } from '../../api/use-save.ts'
import { screenPaths } from '../../paths.ts'
import { logOut } from '../../session/session.tsx'
import { type DialogTarget, dialogOf, type PaletteAction } from './palette-actions.ts'
import type { Deed } from './palette-entries.ts'

interface DeedOptions {
  /** Closes the search: `page` gives the focus to the page that opens, else it goes back to where it was. */
  close: (focus: 'page' | 'back') => void
  showShortcuts: () => void
}

/** Does what was chosen. */
export function useDeed({ close, showShortcuts }: DeedOptions): (deed: Deed) => void {
  const navigate = useNavigate()
  const { state } = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  const shownScheme = useComputedColorScheme('dark')
  const door = useSave({
    run: (_: null, send) => send('door.open', {}),
    done: 'Puerta abierta',
    invalidates: [],
  })
  /** The filters of a page that is open already stay as they are. */
  const openDialog = ({ to, search }: DialogTarget) =>
    void navigate({ to, search: state.location.pathname === to ? { ...state.location.search, ...search } : search })
  const act = ({ key }: PaletteAction) => {
    const dialog = dialogOf(key)
    close(dialog ? 'page' : 'back')
    if (dialog) openDialog(dialog)
    if (key === 'door') door.submit(null)
    if (key === 'theme') setColorScheme(shownScheme === 'dark' ? 'light' : 'dark')
    if (key === 'shortcuts') showShortcuts()
    if (key === 'log-out') logOut()
  }
  return (deed) => {
    if (deed.kind === 'action') return act(deed.action)
    close('page')
    if (deed.kind === 'screen') return void navigate({ to: screenPaths[deed.screen] })
    const search = deed.kind === 'client' ? { client: deed.client.id } : { name: deed.name }
    void navigate({ to: screenPaths.clients, search })
  }
}
