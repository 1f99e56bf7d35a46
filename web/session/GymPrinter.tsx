import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import { useCallback } from 'react'
import { now } from '../api/server-clock.ts'
import { useEndpoint } from '../api/use-endpoint.ts'
import { readBrowserTimeZone } from '../kit/browser-time-zone.ts'
import { Printer } from '../kit/Printer.tsx'
import { useSession } from './session.tsx'

export function GymPrinter() {
  const session = useSession()
  const inGym = session.state === 'signed-in' && session.role !== 'master'
  const gym = useEndpoint('gym-info.read', {}, { enabled: inGym, staleTime: Number.POSITIVE_INFINITY }).data
  const footText = useCallback(
    (by: string | null | undefined) => {
      const when = `Impreso el ${formatInstant(gym?.timeZone ?? readBrowserTimeZone(), now().toISOString())}`
      return [by === undefined ? gym?.name : by, when].filter(Boolean).join(' · ')
    },
    [gym],
  )
  return <Printer footText={footText} />
}
