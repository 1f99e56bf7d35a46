// Receipt of a collection: documents, payments and the remaining debt.

import { showInstant } from '@torniquete/contract/shared/dates.ts'
import { showMoney } from '@torniquete/contract/shared/money.ts'
import type { Collection } from '@torniquete/contract/till/collections.ts'
import classes from '../bills/Bill.module.css'
import { Issuer } from '../bills/Bill.tsx'
import type { BillIssuer } from '../bills/bill-content.ts'
import { handedLines } from '../bills/bill-of.ts'
import { PaperLines, Sheet } from '../bills/Sheet.tsx'
import { collectedText, collectionName, goneText } from './collection-words.ts'

interface CollectionPaperProps {
  collection: Collection
  issuer: BillIssuer
  zone: string
}

export function CollectionPaper({ collection, issuer, zone }: CollectionPaperProps) {
  const { number, at, client, user, amount, left, documents, paid, voided } = collection
  const gone = goneText(collection)
  return (
    <Sheet
      label={collectionName(collection)}
      issuer={<Issuer issuer={issuer} />}
      title="Recibo de cobro"
      number={number}
      stamp={
        voided ? (
          <div className={classes.stamp}>
            <strong>ANULADO</strong>
            <p>
              {showInstant(zone, voided.at)} · {voided.user.name}
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
        { label: 'Fecha', value: showInstant(zone, at) },
        { label: 'Cliente', value: client.name },
        ...(user ? [{ label: 'Cobrado por', value: user.name }] : []),
      ]}
    >
      <dl className={`${classes.totals} ${classes.long}`} aria-label="Lo que se pagó">
        <PaperLines
          lines={documents.map((document) => {
            // A single document shows the amount owed below; a voided collection paid nothing.
            const lacks = documents.length > 1 && !voided && !document.voided && Number(document.left) > 0
            const label = `${collectedText(document)}${document.voided ? ' (anulada)' : ''}${lacks ? ` (faltan ${showMoney(document.left)})` : ''}`
            return { label, value: showMoney(document.amount) }
          })}
        />
        <div className={classes.total}>
          <dt>Total</dt>
          <dd>{voided ? <s>{showMoney(amount)}</s> : showMoney(amount)}</dd>
        </div>
      </dl>
      <dl className={`${classes.totals} ${classes.long}`} aria-label="Forma de pago">
        <PaperLines lines={paid.flatMap((part) => handedLines(part.kind.name, part))} />
        {!voided && (
          <div className={classes.owed}>
            <dt>Queda a deber</dt>
            <dd>{showMoney(left)}</dd>
          </div>
        )}
      </dl>
    </Sheet>
  )
}
