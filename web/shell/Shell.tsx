import { Burger } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import { PendingSales } from '../features/unanswered/PendingSales.tsx'
import { dialogOnDemand } from '../kit/on-demand.tsx'
import { loadQuestion, UnsavedQuestion } from '../kit/UnsavedQuestion.tsx'
import { useNarrow } from '../kit/use-narrow.ts'
import { fetchWhenIdle } from '../kit/when-idle.ts'
import { useLive } from '../live/use-live.ts'
import { PasswordDialog, SessionQuestion } from '../session/SessionQuestion.tsx'
import { type SignedIn, useSession } from '../session/session.tsx'
import { DoorButton } from './DoorButton.tsx'
import { Logo } from './Logo.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { SearchButton } from './palette/SearchButton.tsx'
import classes from './Shell.module.css'
import { Palette, ShellDialogs } from './ShellDialogs.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useSidebarState } from './sidebar-state.ts'
import { useNewVersion } from './use-new-version.ts'
import { useShellDialogs } from './use-shell-dialogs.ts'

const MobileMenu = dialogOnDemand(
  () => import('./MobileMenu.tsx').then(({ MobileMenu }) => MobileMenu),
  ({ onClose }) => onClose,
)

/** Everything around a page. Nothing for the moment between a logout and the login page. */
export function Shell() {
  const session = useSession()
  return session.state === 'signed-in' ? <SignedInShell {...session} /> : null
}

function SignedInShell({ user, role }: SignedIn) {
  const narrow = useNarrow()
  const { expanded, toggle } = useSidebarState()
  const dialogs = useShellDialogs()
  const search = () => dialogs.open('palette')
  useNewVersion()
  useEffect(
    () =>
      fetchWhenIdle([...(narrow ? [MobileMenu.preload] : []), Palette.preload, loadQuestion, PasswordDialog.preload]),
    [narrow],
  )
  useLive(role === 'master' ? null : user.id)
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#contenido">
        Saltar al contenido
      </a>
      {narrow ? (
        <MobileBar onSearch={search} door={role !== 'master'} />
      ) : (
        <aside className={classes.aside} data-expanded={expanded || undefined} aria-label="Barra lateral">
          <Sidebar expanded={expanded} onToggle={toggle} onSearch={search} />
        </aside>
      )}
      <main id="contenido" className={classes.main} tabIndex={-1}>
        {role !== 'master' && <PendingSales />}
        <Page />
        <OfflineNotice />
      </main>
      <ShellDialogs {...dialogs} />
      <SessionQuestion />
      <UnsavedQuestion />
    </div>
  )
}

/** Behind its frame, and in pieces, between which the browser may paint and hear a key. */
function Page() {
  const [begun, setBegun] = useState(false)
  useEffect(() => startTransition(() => setBegun(true)), [])
  return begun && <Outlet />
}

function MobileBar({ onSearch, door }: { onSearch: () => void; door: boolean }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <nav className={classes.bar} aria-label="Barra superior">
      <Burger opened={opened} onClick={open} size="sm" aria-label="Abrir el menú" aria-expanded={opened} />
      <Logo size={28} />
      <strong className={classes.name}>Torniquete</strong>
      {door && <DoorButton compact />}
      <SearchButton compact onClick={onSearch} />
      {/* Once it is there it stays: it is to be seen closing. */}
      {(opened || MobileMenu.isThere()) && <MobileMenu opened={opened} onClose={close} />}
    </nav>
  )
}
