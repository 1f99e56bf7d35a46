import type { ReactNode } from 'react'
import { staleTimeOfAnnouncedMs, useEndpoint } from '../../api/use-endpoint.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'

interface FiscalGateProps {
  /** Sentence shown instead of the content to a gym without a country. */
  missing: string
  children: (clock: GymClock) => ReactNode
}

export function FiscalGate({ missing, children }: FiscalGateProps) {
  const clock = useGymClock()
  const settings = useEndpoint('fiscal.settings', {}, { staleTime: staleTimeOfAnnouncedMs })
  if (!settings.data || !clock) return <SpinnerOrLoadError queries={[settings]} />
  if (settings.data.country === 'none') return <EmptyState text={`${missing} Se activan en Configuración, Gimnasio.`} />
  return children(clock)
}
