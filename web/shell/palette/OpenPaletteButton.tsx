import { ActionIcon, Button, Kbd } from '@mantine/core'
import { formatHotkey } from '../../kit/format-hotkey.ts'
import { IconSearch } from '../../kit/icons.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'

const keys = formatHotkey(hotkeys.palette)

export function OpenPaletteButton({ compact, onClick }: { compact: boolean; onClick: () => void }) {
  const icon = <IconSearch size={20} aria-hidden />
  const shared = { 'aria-keyshortcuts': 'Control+K Meta+K', onClick }
  return compact ? (
    <ActionIcon variant="subtle" color="gray" size={40} aria-label="Ir a…" title={`Ir a… (${keys})`} {...shared}>
      {icon}
    </ActionIcon>
  ) : (
    <Button
      variant="default"
      size="sm"
      justify="flex-start"
      c="dimmed"
      fw={400}
      mb="xs"
      px="xs"
      styles={{ label: { flex: 1 } }}
      leftSection={icon}
      rightSection={
        <Kbd size="xs" aria-hidden>
          {keys}
        </Kbd>
      }
      {...shared}
    >
      Ir a…
    </Button>
  )
}
