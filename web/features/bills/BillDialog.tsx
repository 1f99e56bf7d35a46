import { useParams } from '@tanstack/react-router'
import { may } from '@torniquete/contract/permissions.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { IconReceipt } from '../../kit/icons.ts'
import { IconButton } from '../../kit/PageButton.tsx'
import { useCloseDialog, useDialogId } from '../../navigation/opening.ts'
import { useSignedIn } from '../../session/session.tsx'
import { Bill } from './Bill.tsx'
import { billName } from './bill-content.ts'
import { type BillKind, billKinds, isBillKind } from './bill-kinds.ts'
import { PaperDialog } from './PaperDialog.tsx'
import { printTicket } from './print-bill.tsx'
import { useBill } from './use-bill.ts'
import { VoidDialog } from './VoidDialog.tsx'

/** Opens the paper of both documents that were sold together, while both are valid. */
function TicketButton({ kind, id }: { kind: BillKind; id: number }) {
  const document = kind === 'payment' ? kind : 'sale'
  const { data } = useEndpoint('tickets.read', { params: { document, id } }, { enabled: kind !== 'purchase' })
  const ticket = kind === 'purchase' ? undefined : data?.[0]
  if (!ticket || ticket.payment.voided || ticket.sale.voided) return null
  return (
    <IconButton variant="light" Icon={IconReceipt} onClick={() => void printTicket(ticket)}>
      Imprimir ticket
    </IconButton>
  )
}

/** The bill in the address. */
export function ShownBill() {
  const kind = useParams({ strict: false, select: (params) => params.kind })
  const id = useDialogId()
  const isKind = isBillKind(kind)
  return <BillDialog key={`${kind} ${id}`} kind={isKind ? kind : 'sale'} id={isKind ? id : 0} />
}

function BillDialog({ kind, id }: { kind: BillKind; id: number }) {
  const { role } = useSignedIn()
  const { bill, reads } = useBill(kind, id)
  const { title, voidCall } = billKinds[kind]
  return (
    <PaperDialog
      title={bill ? billName(bill) : title}
      label="Factura"
      size="52rem"
      paper={bill && { content: <Bill bill={bill} />, by: bill.issuer.name ?? null }}
      reads={reads}
      onClose={useCloseDialog()}
      actions={<TicketButton kind={kind} id={id} />}
      voiding={
        bill && {
          offered: !bill.voided && may(role, voidCall),
          dialog: (ends) => (
            <VoidDialog {...billKinds[kind]} id={id} name={billName(bill)} submitLabel="Anular factura" {...ends} />
          ),
        }
      }
    />
  )
}
