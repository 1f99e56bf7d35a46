import { may } from '@torniquete/contract/permissions.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { IconReceipt } from '../../kit/icons.ts'
import { IconButton } from '../../kit/PageButton.tsx'
import { useSignedIn } from '../../session/session.tsx'
import { Bill } from './Bill.tsx'
import { billName } from './bill-content.ts'
import { type BillKind, billKinds } from './bill-kinds.ts'
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

interface BillDialogProps {
  kind: BillKind
  id: number
  onClose: () => void
}

export function BillDialog({ kind, id, onClose }: BillDialogProps) {
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
      onClose={onClose}
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
