import { Tabs } from '@mantine/core'
import { useChildMatches, useNavigate, useSearch } from '@tanstack/react-router'
import { onDemand, usePreload } from '../../kit/on-demand.tsx'
import { settingsTabs } from '../../navigation/settings-search.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import classes from './settings.module.css'
import { UsersTab } from './users/UsersTab.tsx'

// Each brings more than the page that is shown first: what terminals say, the list of all time zones, the bill that is printed.
const DevicesTab = onDemand(() => import('./devices/DevicesTab.tsx'), 'DevicesTab')
const GymTab = onDemand(() => import('./gym/GymTab.tsx'), 'GymTab')
const NotificationsTab = onDemand(() => import('./notifications/NotificationsTab.tsx'), 'NotificationsTab')

const contents = { users: UsersTab, devices: DevicesTab, gym: GymTab, notifications: NotificationsTab }

export function SettingsPage() {
  usePreload(DevicesTab)
  const ofDevice = useChildMatches({
    select: (dialogs) => dialogs.some(({ routeId }) => routeId.includes('/devices/')),
  })
  const { tab = ofDevice ? 'devices' : settingsTabs.usual } = useSearch({ from: '/shell/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const open = (next: string | null) => {
    if (!settingsTabs.is(next)) return
    void navigate({ search: { tab: settingsTabs.write(next) }, resetScroll: false })
  }
  return (
    <>
      <PageHeader />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List aria-label="Configuración" className={classes.tabs}>
          {Object.entries(settingsTabs.labels).map(([name, label]) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(contents).map(([name, Content]) => (
          <Tabs.Panel key={name} value={name} pt="md">
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
