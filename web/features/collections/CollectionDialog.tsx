// The paper of a collection: print it again, or void it if permitted.
import { Text } from '@mantine/core'
import { may } from '@torniquete/contract/permissions.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useCloseDialog, useDialogId } from '../../navigation/opening.ts'
import { useSignedIn } from '../../session/session.tsx'
import { makeIssuer } from '../bills/bill-of.ts'
import { PaperDialog } from '../bills/PaperDialog.tsx'
import { CollectionPaper } from './CollectionPaper.tsx'
import { collectionName, standsText } from './collection-words.ts'
import { VoidCollection } from './VoidCollection.tsx'

/** The collection in the address. */
export function ShownCollection() {
  const id = useDialogId('collection')
  return <CollectionDialog key={id} id={id} onClose={useCloseDialog()} />
}

function CollectionDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { role } = useSignedIn()
  const query = useEndpoint('collections.read', { params: { id } })
  const gym = useEndpoint('gym-info.read', {})
  const show = useEndpoint('show-info.read', {})
  const collection = query.data
  const mayVoid = collection !== undefined && !collection.voided && may(role, 'collections.void')
  const stands = mayVoid ? standsText(collection) : null
  const issuer = gym.data && show.data ? makeIssuer(gym.data, show.data) : null
  const paper =
    collection && gym.data && issuer
      ? {
          content: <CollectionPaper collection={collection} issuer={issuer} zone={gym.data.timeZone} />,
          by: issuer.name ?? null,
        }
      : null
  return (
    <PaperDialog
      title={collection ? collectionName(collection) : 'Recibo de cobro'}
      label="Recibo"
      size="lg"
      paper={paper}
      reads={[query, gym, show]}
      onClose={onClose}
      actions={
        stands && (
          <Text size="sm" role="status" flex="1 1 16rem">
            {stands}
          </Text>
        )
      }
      voiding={{
        offered: mayVoid && stands === null,
        dialog: (ends) => <VoidCollection id={id} {...ends} />,
      }}
    />
  )
}
