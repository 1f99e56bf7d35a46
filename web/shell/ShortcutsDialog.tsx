import { Box, Group, Kbd, Text } from '@mantine/core'
import { useFiscalCountry } from '../features/fiscal/use-fiscal-country.ts'
import { useDrawers } from '../features/paying/current-cash-drawer.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { formatHotkey } from '../kit/format-hotkey.ts'
import { canSeeScreen } from '../navigation/screens.ts'
import { useSignedInUser } from '../session/session.tsx'
import { shortcutGroups } from './shortcut-groups.ts'
import { useIsScreenNeeded } from './use-is-screen-needed.ts'

const line = { borderBottom: '1px solid var(--mantine-color-default-border)' }

/** Lists the hotkeys that the current role may use. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { role } = useSignedInUser()
  const { own } = useDrawers()
  const isNeeded = useIsScreenNeeded()
  const country = useFiscalCountry()
  const groups = shortcutGroups.filter(
    ({ screen }) => !screen || (canSeeScreen(role, screen) && (screen !== 'cashShifts' || own !== null)),
  )
  return (
    <Dialog onClose={onClose} title="Atajos de teclado" size="46rem">
      <div style={{ columns: '2 18rem', columnGap: '2rem' }}>
        {groups.map(({ title, shortcuts }) => (
          <Box key={title} component="section" aria-label={title} mb="lg" style={{ breakInside: 'avoid' }}>
            <Text component="h3" inherit mb="0.35rem" fz="sm" fw={650} c="dimmed">
              {title}
            </Text>
            <dl>
              {shortcuts
                .filter(
                  ({ screen, needsCountry }) => (!screen || isNeeded(screen)) && (!needsCountry || country !== 'none'),
                )
                .map(({ keys, does }) => (
                  <Group key={does} justify="space-between" wrap="nowrap" py="0.3rem" style={line}>
                    <Text component="dt" fz="md" c="inherit">
                      {does}
                    </Text>
                    <Group component="dd" gap="0.3rem" wrap="nowrap" flex="none">
                      {keys.map((each) => (
                        <Kbd key={each}>{formatHotkey(each)}</Kbd>
                      ))}
                    </Group>
                  </Group>
                ))}
            </dl>
          </Box>
        ))}
      </div>
    </Dialog>
  )
}
