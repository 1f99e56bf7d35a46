import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '../../kit/icons.ts'
import { hotkeyLabel } from '../../kit/key-names.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import classes from './palette.module.css'

const keys = hotkeyLabel(hotkeys.palette)

export function SearchButton({ compact, onClick }: { compact: boolean; onClick: () => void }) {
  const icon = <IconSearch size={20} aria-hidden />
  return compact ? (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      aria-label="Ir a…"
      aria-keyshortcuts="Control+K Meta+K"
      title={`Ir a… (${keys})`}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  ) : (
    <UnstyledButton className={classes.opener} aria-keyshortcuts="Control+K Meta+K" onClick={onClick}>
      {icon}
      <span>Ir a…</span>
      <Kbd size="xs" aria-hidden>
        {keys}
      </Kbd>
    </UnstyledButton>
  )
}
