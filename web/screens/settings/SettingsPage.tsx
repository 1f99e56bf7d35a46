import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { useChildMatches, useNavigate, useSearch } from '@tanstack/react-router'
import { makeLazyComponent } from '../../kit/lazy-component.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { settingsTabs } from '../../navigation/settings-search.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { UsersTab } from './users/UsersTab.tsx'

const NotificationsTab = makeLazyComponent(
  async () => (await import('./notifications/NotificationsTab.tsx')).NotificationsTab,
  <Spinner />,
)

const GymTab = makeLazyComponent(async () => (await import('./gym/GymTab.tsx')).GymTab, <Spinner />)

const DevicesTab = makeLazyComponent(async () => (await import('./devices/DevicesTab.tsx')).DevicesTab, <Spinner />)

const contents = { users: UsersTab, devices: DevicesTab, gym: GymTab, notifications: NotificationsTab }

/** Tabs below dialogs whose address names no tab. */
const dialogTabs = { '/devices/': 'devices', '/ranges/': 'gym' } as const

export function SettingsPage() {
  const ofDialog = useChildMatches({
    select: ([dialog]) => Object.entries(dialogTabs).find(([path]) => dialog?.routeId.includes(path))?.[1],
  })
  const { tab = ofDialog ?? settingsTabs.usual } = useSearch({ from: '/shell/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const open = (next: string | null) => {
    if (!settingsTabs.is(next)) return
    void navigate({ search: { tab: settingsTabs.write(next) }, resetScroll: false })
  }
  return (
    <>
      <PageHeader />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List aria-label="Configuración">
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
