import { Drawer, Group } from '@mantine/core'
import { Logo } from './Logo.tsx'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'

/** The menu on a phone: slides in over the page. */
export function MobileMenu({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const title = (
    <Group component="span" gap="0.6rem">
      <Logo size={28} />
      Torniquete
    </Group>
  )
  return (
    <Drawer opened={opened} onClose={onClose} title={title} size="17rem" classNames={{ body: classes.drawer }}>
      <Sidebar expanded onNavigate={onClose} />
    </Drawer>
  )
}
