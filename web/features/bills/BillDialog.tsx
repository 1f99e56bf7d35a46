import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { IconPencil, IconReceipt } from '../../kit/icons.ts'
import { makeLazyComponent } from '../../kit/lazy-component.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { useCloseDialog, useDialogPathId } from '../../navigation/open-dialog.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { useFiscalCountry } from '../fiscal/use-fiscal-country.ts'
import { Bill } from './Bill.tsx'
import { type BillKind, billKinds, formatBillName, isBillKind } from './bill-content.ts'
import { DocumentDialog } from './DocumentDialog.tsx'
import { listCreditNotes } from './fiscal-part.ts'
import { makeMembershipPaymentBill, makeSaleBill } from './make-bill.ts'
import { makePurchaseBill } from './make-purchase-bill.ts'
import { completeBill, printCreditNote, printTicket } from './print-bill.tsx'
import { VoidDialog } from './VoidDialog.tsx'

/** Prints the credit notes of the document's voids; the number tells several apart. */
function NoteButtons({ document }: { document: Sale | Payment }) {
  const notes = listCreditNotes(document)
  return notes.map((note) => (
    <ButtonWithIcon
      key={note.ncf}
      variant="light"
      Icon={IconReceipt}
      onClick={() => void printCreditNote(document, note)}
    >
      {notes.length > 1 ? `Imprimir nota de crédito ${note.ncf}` : 'Imprimir nota de crédito'}
    </ButtonWithIcon>
  ))
}

const PurchaseReceiptForm = makeLazyComponent(
  async () => (await import('../fiscal/PurchaseReceiptForm.tsx')).PurchaseReceiptForm,
)

/** Edits the seller's receipt of a purchase, in gyms that issue fiscal receipts. */
function PurchaseReceiptButton({ id }: { id: number }) {
  const { role } = useSignedInUser()
  const country = useFiscalCountry()
  const [isOpen, setOpen] = useState(false)
  if (country === 'none' || !isCallAllowed(role, 'fiscal.edit-received')) return null
  return (
    <>
      <ButtonWithIcon variant="light" Icon={IconPencil} onClick={() => setOpen(true)}>
        Comprobante
      </ButtonWithIcon>
      {isOpen && <PurchaseReceiptForm id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

export function BillDialogRoute() {
  const kind = useParams({ strict: false, select: (params) => params.kind })
  const id = useDialogPathId()
  const isKind = isBillKind(kind)
  return <BillDialog key={`${kind} ${id}`} kind={isKind ? kind : 'sale'} id={isKind ? id : 0} />
}

function BillDialog({ kind, id }: { kind: BillKind; id: number }) {
  const { role } = useSignedInUser()
  const query = useQuery({
    // Loaded again like the payments: after changes of documents, payments and debts.
    queryKey: ['tenders', 'tenders.read', { params: { document: kind, id } }, 'bill'],
    queryFn: () => readBill(kind, id),
  })
  const { bill, document, ticket } = query.data ?? {}
  const isTicketWhole = ticket && !ticket.payment.voided && !ticket.sale.voided
  const { title, voidCall } = billKinds[kind]
  return (
    <DocumentDialog
      title={bill ? formatBillName(bill) : title}
      label="Factura"
      size="52rem"
      paper={bill ? { content: <Bill bill={bill} />, by: bill.issuer.name ?? null } : null}
      // The fiscal receipt of a ticket is for both documents, so neither is printed alone.
      {...(ticket?.fiscal && { printing: { label: 'Imprimir ticket', run: () => void printTicket(ticket) } })}
      reads={[query]}
      onClose={useCloseDialog()}
      actions={
        <>
          {kind === 'purchase' && bill && !bill.voided && <PurchaseReceiptButton id={id} />}
          {isTicketWhole && !ticket.fiscal && (
            <ButtonWithIcon variant="light" Icon={IconReceipt} onClick={() => void printTicket(ticket)}>
              Imprimir ticket
            </ButtonWithIcon>
          )}
          {document && 'client' in document && <NoteButtons document={document} />}
        </>
      }
      voiding={
        bill && {
          offered: !bill.voided && isCallAllowed(role, voidCall),
          dialog: (ends) => (
            <VoidDialog
              {...billKinds[kind]}
              id={id}
              name={formatBillName(bill)}
              submitLabel="Anular factura"
              {...ends}
            />
          ),
        }
      }
    />
  )
}

const readDocument = {
  sale: async (id: number) => {
    const document = await call('sales.read', { params: { id } })
    return { document, toBill: (zone: string) => makeSaleBill(zone, document), total: document.amount_total }
  },
  purchase: async (id: number) => {
    const document = await call('purchases.read', { params: { id } })
    return { document, toBill: (zone: string) => makePurchaseBill(zone, document), total: null }
  },
  payment: async (id: number) => {
    const document = await call('payments.read', { params: { id } })
    const { price } = document.membership
    return { document, toBill: (zone: string) => makeMembershipPaymentBill(zone, document), total: price }
  },
}

/** The document, its paper, and the ticket if it was sold in one. */
async function readBill(kind: BillKind, id: number) {
  const [{ document, toBill, total }, tickets] = await Promise.all([
    readDocument[kind](id),
    kind === 'purchase' ? [] : call('tickets.read', { params: { document: kind, id } }),
  ])
  return { document, bill: await completeBill(toBill, [{ document: kind, id, total }]), ticket: tickets[0] }
}
