import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import type { ScreenDefinition } from '../navigation/screen-definition.ts'
import { type ScreenName, type ScreenPath, screens } from '../navigation/screens.ts'

interface OpenScreenButtonProps {
  screen: ScreenName
  hiddenFrom?: 'sm'
  /** Set for a related screen, whose button PageHeader adds on narrow screens. */
  visibleFrom?: 'sm'
}

/** Link to another screen; days chosen on the current screen are kept. */
export function OpenScreenButton({ screen, hiddenFrom, visibleFrom }: OpenScreenButtonProps) {
  const { path, label, Icon, search }: ScreenDefinition & { path: ScreenPath } = screens[screen]
  const { start, end } = useSearch({ strict: false })
  return (
    <Button
      variant="default"
      {...{ hiddenFrom, visibleFrom }}
      leftSection={<Icon size={20} aria-hidden />}
      renderRoot={(props) => <Link to={path} search={search?.({ start, end })} {...props} />}
    >
      {label}
    </Button>
  )
}
