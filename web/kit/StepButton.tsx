import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { IconPlus } from './icons.ts'

interface StepButtonProps extends Pick<ActionIconProps, 'size'> {
  /** Title of the target. */
  text: string
  /** Read aloud, where the title alone would not do. */
  label?: string
  Icon: typeof IconPlus
  /** There is nothing further. */
  ended: boolean
  onPress: () => void
}

/** One further or back. At the end it is not disabled: the focus would be lost on reaching it. */
export const StepButton = ({ text, label = text, Icon, ended, onPress, size = 42 }: StepButtonProps) => (
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
