import { ActionIcon, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '../kit/icons.ts'

const choices = [
  { value: 'light', label: 'Claro', Icon: IconSun },
  { value: 'dark', label: 'Oscuro', Icon: IconMoon },
  { value: 'auto', label: 'Sistema', Icon: IconDeviceDesktop },
] as const

/** Switch of light and dark mode: three buttons, or a single one that cycles in the collapsed sidebar. */
export function ThemeSwitch({ compact }: { compact: boolean }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  if (!compact)
    return <SegmentedControl aria-label="Tema" data={[...choices]} value={colorScheme} onChange={setColorScheme} />
  const at = choices.findIndex((choice) => choice.value === colorScheme)
  const { Icon, label } = choices[at] ?? choices[1]
  const next = choices[(at + 1) % choices.length] ?? choices[0]
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      title={`Tema: ${label}`}
      aria-label={`Tema: ${label}. Cambiar a ${next.label}`}
      onClick={() => setColorScheme(next.value)}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  )
}
