import { assumedStayMinutes, type PeopleInside } from '@torniquete/contract/members/people-inside.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'

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

export function describeCrowding({ inside, capacity }: Pick<PeopleInside, 'inside' | 'capacity'>): Crowd {
  const level = crowding(inside, capacity)
  const count = capacity === null ? formatNumber(inside) : `${formatNumber(inside)} de ${formatNumber(capacity)}`
  return { count, word: words[level], tone: tones[level] }
}

/** Label of the count: without known exits it states recent entries instead of people inside. */
export const insideCountLabel = ({ exits_known }: Pick<PeopleInside, 'exits_known'>): string =>
  exits_known ? 'Dentro' : `Últimos ${assumedStayMinutes} min`
