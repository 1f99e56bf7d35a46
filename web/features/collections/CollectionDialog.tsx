import { Text } from '@mantine/core'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import type { DebtCollection } from '@torniquete/contract/till/debt-collections.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useCloseDialog, useDialogPathId } from '../../navigation/open-dialog.ts'
import { useSignedInUser } from '../../session/session.tsx'
import classes from '../bills/Bill.module.css'
import { DocumentLayout, IssuerHeader, PrintedLines } from '../bills/Bill.tsx'
import type { BillIssuer } from '../bills/bill-content.ts'
import { DocumentDialog } from '../bills/DocumentDialog.tsx'
import { makeBillIssuer, makeTenderLines } from '../bills/make-bill.ts'
import {
  findVoidRefusal,
  formatCollectionName,
  formatPaidDocumentName,
  formatVoidedDocumentsNote,
} from './collection-texts.ts'
import { VoidCollection } from './VoidCollection.tsx'

export function CollectionDialogRoute() {
  const id = useDialogPathId('collection')
  return <CollectionDialog key={id} id={id} onClose={useCloseDialog()} />
}

function CollectionDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { role } = useSignedInUser()
  const query = useEndpoint('collections.read', { params: { id } })
  const gym = useEndpoint('gym-info.read', {})
  const show = useEndpoint('show-info.read', {})
  const collection = query.data
  const mayVoid = collection !== undefined && !collection.voided && isCallAllowed(role, 'collections.void')
  const stands = mayVoid ? findVoidRefusal(collection) : null
  const issuer = gym.data && show.data ? makeBillIssuer(gym.data, show.data) : null
  const paper =
    collection && gym.data && issuer
      ? {
          content: <CollectionReceipt collection={collection} issuer={issuer} zone={gym.data.timeZone} />,
          by: issuer.name ?? null,
        }
      : null
  return (
    <DocumentDialog
      title={collection ? formatCollectionName(collection) : 'Recibo de cobro'}
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

interface CollectionPaperProps {
  collection: DebtCollection
  issuer: BillIssuer
  zone: string
}

export function CollectionReceipt({ collection, issuer, zone }: CollectionPaperProps) {
  const { number, at, client, user, amount, left, documents, paid, voided } = collection
  const gone = formatVoidedDocumentsNote(collection)
  return (
    <DocumentLayout
      label={formatCollectionName(collection)}
      issuer={<IssuerHeader issuer={issuer} />}
      title="Recibo de cobro"
      number={number}
      stamp={
        voided ? (
          <div className={classes.stamp}>
            <strong>ANULADO</strong>
            <p>
              {formatInstant(zone, voided.at)} · {voided.user.name}
            </p>
            <p>Motivo: {voided.reason}</p>
          </div>
        ) : (
          gone && (
            <div className={classes.stamp}>
              <strong>{documents.every((document) => document.voided) ? 'DEVUELTO' : 'DEVUELTO EN PARTE'}</strong>
              <p>{gone}</p>
            </div>
          )
        )
      }
      facts={[
        { label: 'Fecha', value: formatInstant(zone, at) },
        { label: 'Cliente', value: client.name },
        ...(user ? [{ label: 'Cobrado por', value: user.name }] : []),
      ]}
    >
      <dl className={`${classes.totals} ${classes.long}`} aria-label="Lo que se pagó">
        <PrintedLines
          lines={documents.map((document) => {
            // With a single document the amount still owed is shown below the total; a voided collection paid nothing.
            const lacks = documents.length > 1 && !voided && !document.voided && Number(document.left) > 0
            const label = `${formatPaidDocumentName(document)}${document.voided ? ' (anulada)' : ''}${lacks ? ` (faltan ${formatMoney(document.left)})` : ''}`
            return { label, value: formatMoney(document.amount) }
          })}
        />
        <div className={classes.total}>
          <dt>Total</dt>
          <dd>{voided ? <s>{formatMoney(amount)}</s> : formatMoney(amount)}</dd>
        </div>
      </dl>
      <dl className={`${classes.totals} ${classes.long}`} aria-label="Forma de pago">
        <PrintedLines lines={paid.flatMap((part) => makeTenderLines(part.kind.name, part))} />
        {!voided && (
          <div className={classes.owed}>
            <dt>Queda a deber</dt>
            <dd>{formatMoney(left)}</dd>
          </div>
        )}
      </dl>
    </DocumentLayout>
  )
}
