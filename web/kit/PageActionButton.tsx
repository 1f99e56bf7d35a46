import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import type { IconPlus } from './icons.ts'
import { usePageShortcuts } from './use-page-shortcuts.ts'

interface IconButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  Icon: typeof IconPlus
  iconSize?: number
  /** Hotkey shown on the button. The component that renders the button handles the key. */
  hotkey?: string | undefined
}

export const ButtonWithIcon = ({ Icon, iconSize = 20, hotkey, ...button }: IconButtonProps) => (
  <Button leftSection={<Icon size={iconSize} aria-hidden />} aria-keyshortcuts={hotkey} title={hotkey} {...button} />
)

export interface PageActionButtonProps extends ButtonProps, Pick<IconButtonProps, 'Icon'> {
  hotkey?: string
  onPress: () => void
}

export function PageActionButton({ hotkey, onPress, ...button }: PageActionButtonProps) {
  usePageShortcuts(hotkey ? { [hotkey]: onPress } : {})
  return <ButtonWithIcon flex={{ base: '1 1 auto', xs: '0 0 auto' }} hotkey={hotkey} onClick={onPress} {...button} />
}
