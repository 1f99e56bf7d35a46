import { useParams } from '@tanstack/react-router'
import { goodsKinds } from '@torniquete/contract/fiscal/do/goods-kinds.ts'
import { formatCodeWithName } from '@torniquete/contract/fiscal/do/report-codes.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { formatDate } from '@torniquete/contract/shared/dates.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import type { Purchase } from '@torniquete/contract/till/purchases.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import type { Ticket } from '@torniquete/contract/till/tickets.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { IconPencil, IconReceipt } from '../../kit/icons.ts'
import type { RefetchableQuery } from '../../kit/LoadError.tsx'
import { makeLazyComponent } from '../../kit/lazy-component.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { useCloseDialog, useDialogPathId } from '../../navigation/open-dialog.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { useFiscalCountry } from '../fiscal/use-fiscal-country.ts'
import { Bill } from './Bill.tsx'
import {
  type BillContent,
  type BillKind,
  billKinds,
  formatBillName,
  isBillKind,
  type PrintedLine,
} from './bill-content.ts'
import { DocumentDialog } from './DocumentDialog.tsx'
import { listCreditNotes } from './fiscal-part.ts'
import {
  type BillWithoutIssuer,
  isUnderpaid,
  makeBillHeaderFields,
  makeBillIssuer,
  makeMembershipPaymentBill,
  makeOwedField,
  makePaymentLines,
  makeSaleBill,
} from './make-bill.ts'
import { printCreditNote, printTicket } from './print-bill.tsx'
import { VoidDialog } from './VoidDialog.tsx'

function makePurchaseBill(zone: string, purchase: Purchase): BillWithoutIssuer {
  const body = makeBillHeaderFields(zone, purchase, {
    at: purchase.created_at,
    party: purchase.supplier,
    partyLabel: 'Proveedor',
    userLabel: 'Registrado por',
  })
  return {
    ...body,
    facts: [...body.facts, ...makeSellerReceiptFacts(purchase)],
    title: billKinds.purchase.title,
    lines: purchase.purchase_bill_items.map(({ product_name, ...line }) => ({ ...line, name: product_name })),
    total: purchase.amount_total,
  }
}

/** The seller's receipt; nothing if the gym issues no fiscal receipts or the fields are empty. */
function makeSellerReceiptFacts({ ncf, issued_on, goods_kind, included_tax }: Purchase): PrintedLine[] {
  return [
    ...(ncf ? [{ label: 'NCF', value: ncf }] : []),
    ...(issued_on ? [{ label: 'Fecha del comprobante', value: formatDate(issued_on) }] : []),
    ...(goods_kind ? [{ label: 'Tipo de bienes y servicios', value: formatCodeWithName(goodsKinds, goods_kind) }] : []),
    ...(included_tax ? [{ label: 'ITBIS incluido', value: formatMoney(included_tax) }] : []),
  ]
}

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
  const { bill, document, ticket, reads } = useBill(kind, id)
  const isTicketWhole = ticket && !ticket.payment.voided && !ticket.sale.voided
  const { title, voidCall } = billKinds[kind]
  return (
    <DocumentDialog
      title={bill ? formatBillName(bill) : title}
      label="Factura"
      size="52rem"
      paper={bill && { content: <Bill bill={bill} />, by: bill.issuer.name ?? null }}
      // The fiscal receipt of a ticket is for both documents, so neither is printed alone.
      {...(ticket?.fiscal && { printing: { label: 'Imprimir ticket', run: () => void printTicket(ticket) } })}
      reads={reads}
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

const documents = {
  sale: { read: 'sales.read', toBody: makeSaleBill },
  purchase: { read: 'purchases.read', toBody: makePurchaseBill },
  payment: { read: 'payments.read', toBody: makeMembershipPaymentBill },
} as const

interface ReadBill {
  bill: BillContent | null
  document: Sale | Payment | Purchase | undefined
  /** Ticket of a sale and a membership that were sold together. */
  ticket: Ticket | undefined
  reads: RefetchableQuery[]
}

function useBill(kind: BillKind, id: number): ReadBill {
  const { read, toBody } = documents[kind]
  const document = useEndpoint(read, { params: { id } })
  const tenders = useEndpoint('tenders.read', { params: { document: kind, id } })
  const gym = useEndpoint('gym-info.read', {})
  const show = useEndpoint('show-info.read', {})
  // The cast is safe: `document` and `toBody` belong to the same `kind`, which TypeScript cannot see.
  const body = gym.data && document.data && toBody(gym.data.timeZone, document.data as never)
  const sold = kind === 'payment' ? kind : 'sale'
  const tickets = useEndpoint('tickets.read', { params: { document: sold, id } }, { enabled: kind !== 'purchase' })
  const asksOwed =
    kind !== 'purchase' &&
    body &&
    !body.voided &&
    tenders.data &&
    isUnderpaid(body.partly?.rest ?? body.total, tenders.data)
  const debt = useEndpoint('debts.of-document', { params: { document: sold, id } }, { enabled: asksOwed === true })
  // If the payments cannot be loaded, the bill is shown without them.
  const paid =
    tenders.data && gym.data && body
      ? makePaymentLines(tenders.data, { zone: gym.data.timeZone, booked: body.at })
      : tenders.error && []
  const hasReceipt = body?.fiscal !== undefined
  const issuer = useEndpoint('fiscal.issuer', {}, { enabled: hasReceipt })
  const isThere =
    (!asksOwed || debt.data !== undefined || debt.error) &&
    (!hasReceipt || (issuer.data !== undefined && tickets.data !== undefined))
  return {
    bill:
      body && gym.data && show.data && paid && isThere
        ? { ...body, issuer: makeBillIssuer(gym.data, show.data, issuer.data), paid, ...makeOwedField(debt.data) }
        : null,
    document: document.data,
    ticket: tickets.data?.[0],
    reads: hasReceipt ? [document, gym, show, issuer, tickets] : [document, gym, show],
  }
}
