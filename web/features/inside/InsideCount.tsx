import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { assumedStayMinutes, type PeopleInside } from '@torniquete/contract/members/people-inside.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { IconUsers } from '../../kit/icons.ts'
import { useIsPageIdle } from '../../kit/wait-until-page-idle.ts'
import { screens } from '../../navigation/screens.ts'

/** Milliseconds between reloads of the count. Entries and exits arrive as events; only time limits need the reload. */
export const insideCountPollIntervalMs = 60_000

export function InsideCount() {
  const { data } = useEndpoint(
    'inside.list',
    { query: { size_page: 1 } },
    { refetchInterval: insideCountPollIntervalMs, enabled: useIsPageIdle() },
  )
  const crowd = data && describeOccupancy(data)
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
        ? [`${formatInsideCountLabel(data)}: ${crowd.count}`, crowd.word].filter(Boolean).join(' · ')
        : screens.inside.label}
    </Button>
  )
}

const nearAt = 0.9

function crowding(inside: number, capacity: number | null): 'free' | 'near' | 'full' | 'over' {
  if (capacity === null || inside < Math.ceil(capacity * nearAt)) return 'free'
  if (inside > capacity) return 'over'
  return inside === capacity ? 'full' : 'near'
}

const words = { free: '', near: 'casi lleno', full: 'lleno', over: 'aforo superado' } as const
const tones = { free: undefined, near: 'warn', full: 'warn', over: 'bad' } as const

interface Crowd {
  count: string
  word: string
  tone: 'warn' | 'bad' | undefined
}

export function describeOccupancy({ inside, capacity }: Pick<PeopleInside, 'inside' | 'capacity'>): Crowd {
  const level = crowding(inside, capacity)
  const count = capacity === null ? formatNumber(inside) : `${formatNumber(inside)} de ${formatNumber(capacity)}`
  return { count, word: words[level], tone: tones[level] }
}

/** Label of the count: without known exits it states recent entries instead of people inside. */
export const formatInsideCountLabel = ({ exits_known }: Pick<PeopleInside, 'exits_known'>): string =>
  exits_known ? 'Dentro' : `Últimos ${assumedStayMinutes} min`
