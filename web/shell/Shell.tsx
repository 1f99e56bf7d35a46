import { Burger, Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { useLive } from '../live/use-live.ts'
import { PendingSales } from '../screens/billing/PendingSales.tsx'
import { type SignedIn, useSession } from '../session/session.tsx'
import { Logo } from './Logo.tsx'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { useSidebarState } from './sidebar-state.ts'

/** Everything around a page. Nothing for the moment between a logout and the login page. */
export function Shell() {
  const session = useSession()
  return session.state === 'signed-in' ? <SignedInShell {...session} /> : null
}

function SignedInShell({ user, role }: SignedIn) {
  const narrow = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const { expanded, toggle } = useSidebarState()
  useLive(role === 'master' ? null : user.id)
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#contenido">
        Saltar al contenido
      </a>
      {narrow ? (
        <MobileBar />
      ) : (
        <aside className={classes.aside} data-expanded={expanded || undefined} aria-label="Barra lateral">
          <Sidebar expanded={expanded} onToggle={toggle} />
        </aside>
      )}
      <main id="contenido" className={classes.main} tabIndex={-1}>
        {role !== 'master' && <PendingSales />}
        <Outlet />
      </main>
    </div>
  )
}

function MobileBar() {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <nav className={classes.bar} aria-label="Barra superior">
      <Burger opened={opened} onClick={open} size="sm" aria-label="Abrir el menú" aria-expanded={opened} />
      <Logo size={28} />
      <strong>Torniquete</strong>
      <Drawer opened={opened} onClose={close} title="Torniquete" size="17rem" classNames={{ body: classes.drawer }}>
        <Sidebar expanded onNavigate={close} />
      </Drawer>
    </nav>
  )
}
