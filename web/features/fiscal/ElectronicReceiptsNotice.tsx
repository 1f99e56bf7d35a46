import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { now } from '../../api/server-clock.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { screens } from '../../navigation/screens.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { describeContingency, listFiscalDocumentWarnings } from './document-texts.ts'
import { useContingencySince } from './use-fiscal-country.ts'

export function ContingencyNotice() {
  const zone = useGymClock()?.zone
  const since = useContingencySince()
  if (!since || !zone) return null
  return (
    <Alert color="yellow" role="status" mb="sm">
      {describeContingency(since, zone)}
    </Alert>
  )
}

/** Notice that electronic receipts need a person, or that they are replaced by paper for a while. */
export function ElectronicReceiptsNotice({ isElsewhere = false }: { isElsewhere?: boolean }) {
  const { role } = useSignedInUser()
  const zone = useGymClock()?.zone
  const mayRead = isCallAllowed(role, 'fiscal-documents.counts')
  const counts = useEndpoint('fiscal-documents.counts', {}, { enabled: mayRead }).data
  if (!zone) return null
  const warnings = counts ? listFiscalDocumentWarnings(counts, { zone, now: now() }) : []
  return (
    <>
      <ContingencyNotice />
      {warnings.length > 0 && (
        <Alert color="red" role="status" title={isElsewhere && 'Comprobantes electrónicos'} mb="sm">
          <ul data-bullets>
            {warnings.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {isElsewhere && (
            <Button
              variant="default"
              mt="xs"
              renderRoot={(props) => <Link to={screens.fiscalDocuments.path} {...props} />}
            >
              Ver los comprobantes
            </Button>
          )}
        </Alert>
      )}
    </>
  )
}
