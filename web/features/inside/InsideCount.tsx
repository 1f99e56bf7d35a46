import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { IconUsers } from '../../kit/icons.ts'
import { useIsPageIdle } from '../../kit/wait-until-page-idle.ts'
import { screens } from '../../navigation/screens.ts'
import { describeCrowding, insideCountLabel } from './inside-texts.ts'

/** Milliseconds between reloads of the count. Entries and exits arrive as events; only time limits need the reload. */
export const recountInterval = 60_000

export function InsideCount() {
  const { data } = useEndpoint(
    'inside.list',
    { query: { size_page: 1 } },
    { refetchInterval: recountInterval, enabled: useIsPageIdle() },
  )
  const crowd = data && describeCrowding(data)
  return (
    <Button
      variant="default"
      // On a phone the button has two lines.
      h="auto"
      mih={42}
      miw={0}
      py={5}
      // Centres the label, whose lines are higher than the text because of the accent in 'Últimos'.
      display="inline-flex"
      styles={{
        root: { alignItems: 'center', justifyContent: 'center' },
        // The default line height would cut the accent of 'Últimos'.
        label: { whiteSpace: 'normal', lineHeight: 1.3 },
      }}
      leftSection={<IconUsers size={20} aria-hidden />}
      c={crowd?.tone && `var(--tone-${crowd.tone})`}
      flex={{ base: '1 1 auto', xs: '0 0 auto' }}
      renderRoot={(props) => <Link to={screens.inside.path} {...props} />}
    >
      {data && crowd
        ? [`${insideCountLabel(data)}: ${crowd.count}`, crowd.word].filter(Boolean).join(' · ')
        : screens.inside.label}
    </Button>
  )
}
