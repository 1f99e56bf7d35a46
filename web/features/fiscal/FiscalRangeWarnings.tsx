import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { FiscalRange } from '@torniquete/contract/fiscal/fiscal.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { screens } from '../../navigation/screens.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { listRangeWarnings, listUsableRanges } from './range-texts.ts'
import { useFiscalSettings, useReceiptSeries } from './use-fiscal-country.ts'

/** Fragment of the address of the ranges in the settings, to which the notice on the dashboard leads. */
export const fiscalRangesAnchor = 'rangos'

interface RangeWarningsProps {
  ranges: readonly FiscalRange[]
  /** True on another screen than the one that lists the ranges: shows a title and a link to that screen. */
  isElsewhere?: boolean
}

export function FiscalRangeWarnings({ ranges, isElsewhere = false }: RangeWarningsProps) {
  const today = useGymClock()?.today
  const series = useReceiptSeries()
  const environment = useFiscalSettings()?.environment
  const warnings = today === undefined ? [] : listRangeWarnings(listUsableRanges(ranges, environment), today, series)
  if (warnings.length === 0) return null
  return (
    <Alert
      color={warnings.some(({ isUrgent }) => isUrgent) ? 'red' : 'yellow'}
      role="status"
      title={isElsewhere && 'Comprobantes fiscales'}
      mb={isElsewhere ? 'sm' : undefined}
    >
      <ul data-bullets>
        {warnings.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {isElsewhere && (
        <Button
          variant="default"
          mt="xs"
          renderRoot={(props) => (
            <Link to={screens.settings.path} search={{ tab: 'gym' }} hash={fiscalRangesAnchor} {...props} />
          )}
        >
          Ver los rangos
        </Button>
      )}
    </Alert>
  )
}

/** Notice of the dashboard, for users who may register ranges. */
export function DashboardRangeWarnings() {
  const ranges = useEndpoint('fiscal.ranges', {}).data
  return ranges ? <FiscalRangeWarnings ranges={ranges} isElsewhere /> : null
}
