import { Burger } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNotifications } from '@mantine/notifications'
import { Outlet, useChildMatches, useLocation } from '@tanstack/react-router'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { startTransition, useEffect, useRef, useState } from 'react'
import { buildOutdatedStore } from '../api/call.ts'
import { UnansweredCallNotices } from '../features/unanswered/UnansweredCallNotices.tsx'
import { makeLazyComponent } from '../kit/lazy-component.tsx'
import { useStore } from '../kit/store.ts'
import { toast } from '../kit/toast.ts'
import { reloadPage, useHasUnsavedInput } from '../kit/unsaved-input.ts'
import { useIsNarrowScreen } from '../kit/use-is-narrow-screen.ts'
import { usePageShortcuts } from '../kit/use-page-shortcuts.ts'
import { useIsPageIdle } from '../kit/wait-until-page-idle.ts'
import { useLiveUpdates } from '../live/live-session.ts'
import { findScreenByAddress, screens } from '../navigation/screens.ts'
import { hotkeys } from '../navigation/shortcuts.ts'
import { findAccessRedirect } from '../session/access-guard.ts'
import { type SignedInUser, useSession } from '../session/session.tsx'
import { DeviceIndicator } from './DeviceIndicator.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { OpenDoorButton } from './OpenDoorButton.tsx'
import { NotificationBadges } from './PageHeader.tsx'
import { OpenPaletteButton } from './palette/OpenPaletteButton.tsx'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { useShellDialogs } from './use-shell-dialogs.ts'

const RefusedAtDoor = makeLazyComponent(
  async () => (await import('../features/refused/RefusedAtDoorNotices.tsx')).RefusedAtDoorNotices,
)

const MobileMenu = makeLazyComponent(async () => (await import('./MobileMenu.tsx')).MobileMenu)

const Overlays = makeLazyComponent(async () => (await import('./Overlays.tsx')).Overlays)

/** The frame of every page: menu, top bar and dialogs. Empty between a logout and the login page. */
export function Shell() {
  const session = useSession()
  return session.state === 'signed-in' ? <SignedInShell {...session} /> : null
}

function SignedInShell({ user, role }: SignedInUser) {
  const narrow = useIsNarrowScreen()
  const { expanded, toggle } = useSidebarState()
  const dialogs = useShellDialogs()
  const search = () => dialogs.open('palette')
  const idle = useIsPageIdle()
  useNewVersion()
  useLiveUpdates(role === 'master' ? null : user.id)
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#contenido">
        Saltar al contenido
      </a>
      {narrow ? (
        <MobileBar role={role} onSearch={search} />
      ) : (
        <aside className={classes.aside} data-expanded={expanded || undefined} aria-label="Barra lateral">
          <Sidebar expanded={expanded} onToggle={toggle} onSearch={search} />
        </aside>
      )}
      <main id="contenido" className={classes.main} tabIndex={-1}>
        {role !== 'master' && <UnansweredCallNotices />}
        {role !== 'master' && idle && <RefusedAtDoor />}
        <Page role={role} />
        <OfflineNotice />
      </main>
      {(idle || dialogs.shown) && <Overlays {...dialogs} />}
    </div>
  )
}

/** Renders after the frame and in slices, so that the browser can paint and handle keys in between. */
function Page({ role }: { role: RoleName }) {
  const [begun, setBegun] = useState(false)
  // True if the page belongs to the former user and is about to be redirected, so that it requests nothing.
  const isOthers = useChildMatches({ select: ([page]) => page && findAccessRedirect(role, page.pathname) !== null })
  useEffect(() => startTransition(() => setBegun(true)), [])
  return begun && !isOthers && <Outlet />
}

function MobileBar({ role, onSearch }: { role: RoleName; onSearch: () => void }) {
  const [opened, { open, close }] = useDisclosure(false)
  const idle = useIsPageIdle()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const screen = findScreenByAddress(path)
  return (
    <nav className={classes.bar} aria-label="Barra superior">
      <Burger opened={opened} onClick={open} size="sm" aria-label="Abrir el menú" aria-expanded={opened} />
      <div className={classes.signs}>
        {isCallAllowed(role, 'notifications.list') && <NotificationBadges />}
        <DeviceIndicator title={screen ? screens[screen].label : ''} compact />
      </div>
      {isCallAllowed(role, 'door.open') && <OpenDoorButton compact />}
      <OpenPaletteButton compact onClick={onSearch} />
      {(idle || opened) && <MobileMenu opened={opened} onClose={close} />}
    </nav>
  )
}

const cookieName = 'sidebar_state'
const cookieSeconds = 604_800

function readCookie(): boolean {
  return !document.cookie.split('; ').includes(`${cookieName}=false`)
}

/** State of the sidebar, expanded or collapsed, remembered for 7 days; Ctrl or Cmd + B toggles it. */
function useSidebarState(): { expanded: boolean; toggle: () => void } {
  const [expanded, setExpanded] = useState(readCookie)
  const toggle = () => {
    const next = !expanded
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http and in Firefox.
    document.cookie = `${cookieName}=${next}; path=/; max-age=${cookieSeconds}; samesite=lax`
    setExpanded(next)
  }
  usePageShortcuts({ [hotkeys.sidebar]: toggle })
  return { expanded, toggle }
}

const title = 'Hay una versión nueva'

/** Offers a reload if the server runs another build, once no input is unsaved and no toast is shown. */
function useNewVersion(): void {
  const outdated = useStore(buildOutdatedStore)
  const unsaved = useHasUnsavedInput()
  const [shown] = useNotifications().notifications
  /** True after the offer was closed or used; it is not shown again. */
  const heard = useRef(false)
  const last = useRef(shown)
  useEffect(() => {
    if (!shown && last.current?.title === title) heard.current = true
    last.current = shown
    if (outdated && !unsaved && !shown && !heard.current)
      toast.offer(title, { label: 'Actualizar', run: () => void reloadPage() })
  }, [outdated, unsaved, shown])
}
