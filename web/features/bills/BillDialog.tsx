import { Button, Group, Modal } from '@mantine/core'
import { may } from '@torniquete/contract/permissions.ts'
import { useRef, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import dialog from '../../kit/FormDialog.module.css'
import { IconBan, IconPrinter, IconReceipt } from '../../kit/icons.ts'
import { QueryState } from '../../kit/LoadError.tsx'
import { IconButton } from '../../kit/PageButton.tsx'
import { usePaper } from '../../kit/printing.ts'
import { useKeys } from '../../kit/use-keys.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useSignedIn } from '../../session/session.tsx'
import { Bill } from './Bill.tsx'
import classes from './BillDialog.module.css'
import { billName } from './bill-content.ts'
import { type BillKind, billKinds } from './bill-kinds.ts'
import { printTicket } from './print-bill.tsx'
import { useBill } from './use-bill.ts'
import { VoidDialog } from './VoidDialog.tsx'

/** Of what was sold together with another document, as long as both stand: the paper of both. */
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

/** A document's bill, to be printed, and voided by who may. */
export function BillDialog({ kind, id, onClose }: BillDialogProps) {
  const { role } = useSignedIn()
  const { bill, reads } = useBill(kind, id)
  const [voiding, setVoiding] = useState(false)
  const printButton = useRef<HTMLButtonElement>(null)
  const { title, voidCall } = billKinds[kind]
  const print = usePaper(bill && { content: <Bill bill={bill} />, title: billName(bill), by: bill.issuer.name ?? null })
  useKeys([[hotkeys.print, () => !voiding && print()]])
  const endVoiding = () => setVoiding(false)
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={bill ? billName(bill) : title}
        size="52rem"
        centered
        closeOnEscape={!voiding}
        classNames={{ inner: dialog.inner, content: dialog.content, body: dialog.body }}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <section className={`${dialog.fields} ${classes.scroller}`} aria-label="Factura" tabIndex={0}>
          {bill ? <Bill bill={bill} /> : <QueryState queries={reads} onClose={onClose} />}
        </section>
        <Group className={dialog.footer} justify="flex-end" gap="sm">
          {bill && !bill.voided && may(role, voidCall) && (
            <IconButton variant="light" color="red" Icon={IconBan} onClick={() => setVoiding(true)}>
              Anular
            </IconButton>
          )}
          <TicketButton kind={kind} id={id} />
          {/* Never disabled: the dialog's focus stands on it while the bill is still on its way. */}
          <Button
            ref={printButton}
            data-autofocus
            data-disabled={!bill || undefined}
            aria-disabled={!bill || undefined}
            leftSection={<IconPrinter size={20} aria-hidden />}
            onClick={print}
          >
            Imprimir
          </Button>
        </Group>
      </Modal>
      {voiding && bill && (
        <VoidDialog
          {...billKinds[kind]}
          id={id}
          name={billName(bill)}
          submitLabel="Anular factura"
          onClose={endVoiding}
          onVoided={() => {
            endVoiding()
            // The button that opened it goes away.
            printButton.current?.focus()
          }}
        />
      )}
    </>
  )
}
