import { ActionIcon, Box, Button, Text } from '@mantine/core'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { type RoleName, roleLabels } from '@torniquete/contract/shared/roles.ts'
import { useFiscalCountry, useIssuesElectronicReceipts } from '../features/fiscal/use-fiscal-country.ts'
import { useHasDrawersInUse } from '../features/paying/current-cash-drawer.ts'
import { formatHotkey } from '../kit/format-hotkey.ts'
import {
  IconCalendarCheck,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconShoppingCart,
  IconTicket,
} from '../kit/icons.ts'
import { makeLazyComponent } from '../kit/lazy-component.tsx'
import { Picture } from '../kit/Picture.tsx'
import { dialogNavigationOptions } from '../navigation/open-dialog.ts'
import {
  findHelpScreen,
  findScreenByAddress,
  getProfilePath,
  listMenuScreens,
  listSubscreens,
  type VisibleScreen,
} from '../navigation/screens.ts'
import { hotkeys } from '../navigation/shortcuts.ts'
import { logOut, useSignedInUser } from '../session/session.tsx'
import { Logo } from './Logo.tsx'
import { OpenPaletteButton } from './palette/OpenPaletteButton.tsx'
import classes from './Sidebar.module.css'

const ThemeSwitch = makeLazyComponent(async () => (await import('./ThemeSwitch.tsx')).ThemeSwitch, <Box mih="2.4rem" />)

interface SidebarProps {
  expanded: boolean
  /** Toggles the sidebar. Undefined in the phone's menu, which has its own close button. */
  onToggle?: () => void
  onNavigate?: (() => void) | undefined
  /** Opens the search. Undefined in the phone's menu, because the top bar has this button. */
  onSearch?: () => void
}

export function Sidebar({ expanded, onToggle, onNavigate, onSearch }: SidebarProps) {
  const { user, role } = useSignedInUser()
  const hasDrawer = useHasDrawersInUse(isCallAllowed(role, 'cash-shifts.drawers'))
  const hasCountry = useFiscalCountry() !== 'none'
  const isElectronic = useIssuesElectronicReceipts()
  const entries = listMenuScreens(role, { hasDrawer, hasCountry, isElectronic })
  const help = findHelpScreen(role)
  const ToggleIcon = expanded ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <div className={classes.sidebar} data-expanded={expanded || undefined}>
      {onToggle && (
        <div className={classes.brand}>
          <Logo size={expanded ? 32 : 28} />
          {expanded && (
            <Text fw={700} size="lg" flex={1}>
              Torniquete
            </Text>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            onClick={onToggle}
            aria-expanded={expanded}
            aria-label={`${expanded ? 'Contraer' : 'Expandir'} el menú (${formatHotkey(hotkeys.sidebar)})`}
          >
            <ToggleIcon size={20} aria-hidden />
          </ActionIcon>
        </div>
      )}
      {onSearch && <OpenPaletteButton compact={!expanded} onClick={onSearch} />}
      <div className={classes.menu}>
        <CounterLinks role={role} expanded={expanded} onNavigate={onNavigate} />
        <nav aria-label="Menú principal">
          <ul>
            {entries.map((entry) => (
              <li key={entry.screen}>
                <MenuEntry {...{ entry, entries, expanded, onNavigate }} />
              </li>
            ))}
          </ul>
        </nav>
        {help && <MenuLink entry={help} expanded={expanded} onNavigate={onNavigate} />}
      </div>
      <div className={classes.foot}>
        <ThemeSwitch compact={!expanded} />
        <LogoutButton compact={!expanded} />
        <Link
          to={getProfilePath(role)}
          className={classes.person}
          activeProps={{ 'aria-current': 'page' }}
          aria-label={`${user.name}, ${roleLabels[role]}. Mi perfil`}
          title={expanded ? 'Mi perfil' : `${user.name} · ${roleLabels[role]}`}
          onClick={onNavigate}
        >
          <Picture src={user.photo_url} alt="" size={36} />
          {expanded && (
            <Box component="span" display="grid" miw={0}>
              <Text component="span" fw={600} size="sm" truncate>
                {user.name}
              </Text>
              <Text component="span" c="dimmed" size="xs" truncate>
                {roleLabels[role]}
              </Text>
            </Box>
          )}
        </Link>
      </div>
    </div>
  )
}

const counterActions = [
  { to: '/billing/sales/new', label: 'Vender producto', permission: 'sales.create', Icon: IconShoppingCart },
  { to: '/billing/memberships/new', label: 'Vender membresía', permission: 'payments.create', Icon: IconTicket },
  { to: '/attendance/new', label: 'Anotar entrada', permission: 'attendances.create', Icon: IconCalendarCheck },
] as const

interface MenuProps {
  expanded: boolean
  onNavigate: (() => void) | undefined
}

/** Links to the most frequent front desk actions. Each opens a dialog over the current page. */
function CounterLinks({ role, expanded, onNavigate }: MenuProps & { role: RoleName }) {
  const allowed = counterActions.filter(({ permission }) => isCallAllowed(role, permission))
  if (allowed.length === 0) return null
  return (
    <nav aria-label="Mostrador" className={classes.counter}>
      {allowed.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          state={dialogNavigationOptions.state}
          preload="intent"
          className={classes.link}
          aria-label={expanded ? undefined : label}
          title={expanded ? undefined : label}
          onClick={onNavigate}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
          {expanded && <span>{label}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** Menu link to a screen. While this screen or a screen below it is open, the screens below it are listed. */
function MenuEntry({
  entry,
  entries,
  ...props
}: MenuProps & { entry: VisibleScreen; entries: readonly VisibleScreen[] }) {
  const { role } = useSignedInUser()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const current = findScreenByAddress(path)
  const related = listSubscreens(entry.screen, role).filter((each) => !entries.includes(each))
  // The days chosen in a list are kept when another screen opens.
  const { start, end } = useSearch({ strict: false })
  const isOpen = current === entry.screen || related.some(({ screen }) => screen === current)
  return (
    <>
      <MenuLink entry={entry} search={isOpen ? entry.search?.({ start, end }) : undefined} {...props} />
      {isOpen && related.length > 0 && (
        <ul className={props.expanded ? classes.related : undefined}>
          {related.map((each) => (
            <li key={each.screen}>
              <MenuLink entry={each} search={each.search?.({ start, end })} {...props} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function MenuLink({
  entry,
  search,
  expanded,
  onNavigate,
}: MenuProps & { entry: VisibleScreen; search?: object | undefined }) {
  return (
    <Link
      to={entry.path}
      search={search as never}
      preload="intent"
      className={classes.link}
      activeProps={{ 'aria-current': 'page' }}
      aria-label={expanded ? undefined : entry.label}
      title={expanded ? undefined : entry.label}
      onClick={onNavigate}
    >
      <entry.Icon size={22} stroke={1.6} aria-hidden />
      {expanded && <span>{entry.label}</span>}
    </Link>
  )
}

function LogoutButton({ compact }: { compact: boolean }) {
  const label = 'Cerrar sesión'
  const icon = <IconLogout size={20} aria-hidden />
  return compact ? (
    <ActionIcon variant="subtle" color="gray" size={40} aria-label={label} title={label} onClick={logOut}>
      {icon}
    </ActionIcon>
  ) : (
    <Button variant="subtle" color="gray" fullWidth justify="flex-start" leftSection={icon} onClick={logOut}>
      {label}
    </Button>
  )
}
