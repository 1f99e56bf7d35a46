import { Button, Kbd } from '@mantine/core'
import { useRestoreFocus } from './focus.ts'
import { formatHotkey } from './format-hotkey.ts'

interface SubmitButtonProps {
  label: string
  pendingLabel?: string | undefined
  pending: boolean
  disabled?: boolean | undefined
  danger?: boolean | undefined
  showsKey?: boolean | undefined
}

/** Submit button that stays focusable while blocked: a disabled button would move the focus out of the dialog. */
export function SubmitButton({ label, pendingLabel, pending, disabled, danger, showsKey }: SubmitButtonProps) {
  const off = pending || disabled
  useRestoreFocus()
  return (
    <Button
      type="submit"
      color={danger ? 'red' : undefined}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      title={formatHotkey('mod + Enter')}
      aria-disabled={off || undefined}
      data-disabled={off || undefined}
      onClick={(event) => off && event.preventDefault()}
      rightSection={
        showsKey && (
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            {formatHotkey('mod + Enter').replaceAll(' ', '')}
          </Kbd>
        )
      }
    >
      {pending ? (pendingLabel ?? 'Guardando cambios') : label}
    </Button>
  )
}
