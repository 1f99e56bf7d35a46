import { Button, type ButtonProps } from '@mantine/core'
import type { IconPlus } from './icons.ts'
import { usePageKeys } from './use-page-keys.ts'

export interface PageButtonProps extends ButtonProps {
  Icon: typeof IconPlus
  /** Does the same, wherever the focus is on the page. */
  hotkey?: string
  onPress: () => void
}

/** What a page begins; on a phone a row of them fills the width. */
export function PageButton({ Icon, hotkey, onPress, ...button }: PageButtonProps) {
  usePageKeys(hotkey ? { [hotkey]: onPress } : {})
  return (
    <Button
      leftSection={<Icon size={20} aria-hidden />}
      flex={{ base: '1 1 auto', xs: '0 0 auto' }}
      aria-keyshortcuts={hotkey}
      title={hotkey}
      onClick={onPress}
      {...button}
    />
  )
}
