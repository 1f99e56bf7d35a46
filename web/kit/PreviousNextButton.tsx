import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { IconPlus } from './icons.ts'

interface StepButtonProps extends Pick<ActionIconProps, 'size'> {
  text: string
  label?: string
  Icon: typeof IconPlus
  ended: boolean
  onPress: () => void
}

/** Next or previous button. At the end it is only marked as disabled, because a disabled button loses the focus. */
export const PreviousNextButton = ({ text, label = text, Icon, ended, onPress, size = 42 }: StepButtonProps) => (
  <ActionIcon
    variant="default"
    size={size}
    aria-label={label}
    title={text}
    data-disabled={ended || undefined}
    aria-disabled={ended || undefined}
    onClick={() => !ended && onPress()}
  >
    <Icon size={size === 'lg' ? 18 : 20} aria-hidden />
  </ActionIcon>
)
