import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { HowPaid } from '@torniquete/contract/how-paid.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import { showPercent } from '@torniquete/contract/numbers.ts'
import type { Product } from '@torniquete/contract/products.ts'
import type { Sale } from '@torniquete/contract/sales.ts'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { isRefusal } from '../../../api/api-error.ts'
import { bookedText } from '../../../api/booking-calls.ts'
import { readAgain } from '../../../api/refresh.ts'
import { printSale } from '../../../features/bills/print-bill.tsx'
import { useOfferBill } from '../../../features/bills/use-show-bill.ts'
import { BillLines } from '../../../features/drafts/BillLines.tsx'
import { BillTotals } from '../../../features/drafts/BillTotals.tsx'
import { DiscardDraft, keepDraftLabel } from '../../../features/drafts/DiscardDraft.tsx'
import {
  amountsOfBill,
  type DraftLine,
  freshLines,
  immediateErrors,
  type LineErrors,
  largestDiscount,
  lineErrors,
  saleItems,
} from '../../../features/drafts/draft-lines.ts'
import type { Partner } from '../../../features/drafts/drafts.ts'
import { useTiles } from '../../../features/drafts/ProductTiles.tsx'
import { useBillProducts, warnPendingCode } from '../../../features/drafts/use-bill-products.ts'
import { type ChangeLines, type OpenDraft, type Sent, useDraft } from '../../../features/drafts/use-draft.ts'
import { ClientPicker } from '../../../features/memberships/ClientPicker.tsx'
import { useAnonymousClient } from '../../../features/memberships/use-client-choices.ts'
import { inOwnShift } from '../../../features/paying/own-drawer.ts'
import { PayingField } from '../../../features/paying/PayingField.tsx'
import { useOwing } from '../../../features/paying/use-owing.ts'
import { usePaying } from '../../../features/paying/use-paying.ts'
import { type Save, useSave } from '../../../forms/use-save.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { useGlanced } from '../../../kit/use-glanced.ts'
import { useKeys } from '../../../kit/use-keys.ts'
import { hotkeys } from '../../../navigation/shortcuts.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { useSignedIn } from '../../../session/session.tsx'

/** Percents above which a worker is asked whether it is meant. */
const largestUnasked = 50

/** What is written of a sale in this tab, with prices and stock as they are now. */
function useSaleDraft(onClose: () => void) {
  const draft = useDraft('sale', onClose)
  const anonymous = useAnonymousClient()
  const { products, gone } = useBillProducts(draft.lines.map(({ product }) => product.id))
  const lines = freshLines(draft.lines, products, gone)
  const proposed = draft.partner === undefined || draft.partner === null || draft.partner.id === anonymous?.id
  return {
    ...draft,
    products,
    lines,
    /** As they were written: they change by the person's own acts alone. */
    written: draft.lines,
    partner: draft.partner === undefined ? anonymous : draft.partner,
    /** The client that is proposed is not known yet. */
    isProposing: draft.partner === undefined && anonymous === null,
    /** Without a product it does not wait, so what is written of it would be lost. */
    unkept: draft.lines.length === 0 && (!proposed || (draft.paying.received ?? '').trim() !== ''),
  }
}

/**
 * Sells products: lines, then Ctrl + Enter; the client is the anonymous one until another is picked. Prices and stock
 * follow the server's while the dialog is open. Nothing written is lost: what is closed waits to be taken up again.
 */
export function SellProductDialog({ onClose }: { onClose: () => void }) {
  const draft = useSaleDraft(onClose)
  const tiles = useTiles(draft.products)
  return <SaleDialog key={draft.id} draft={draft} tiles={tiles} onClose={onClose} />
}

interface CompleteSale {
  client: Partner
  lines: readonly DraftLine[]
  /** The sum that the person has read, which is charged or refused. */
  shown: string
  paid: HowPaid['paid']
  owed: string | null
  sent: Sent
}

interface Ends {
  /** What it answers is waited for. */
  onSold: (sale: Sale) => unknown
  /** No answer came, and the notice of unanswered sales has it now. */
  onGivenUp: () => unknown
  /** Answers what is to be told elsewhere than in the dialog. */
  onRefused: OpenDraft['refuse']
  setErrors: (errors: LineErrors) => void
}

function useSellProducts({ onSold, onGivenUp, onRefused, setErrors }: Ends): Save<CompleteSale> {
  const client = useQueryClient()
  const offer = useOfferBill('sale')
  return useSave({
    run: async ({ client: buyer, lines, shown, paid, owed, sent }: CompleteSale, send) => {
      try {
        return await send('sales.create', {
          body: {
            id_client: buyer.id,
            items: saleItems(lines),
            expected_total: shown,
            paid,
            ...(owed !== null && { owed }),
            ...inOwnShift(),
          },
          ...sent,
          label: `La venta a ${buyer.name} por ${showMoney(shown)}`,
        })
      } catch (error) {
        // Stock or prices are others than shown: the lines say which, once they are read again.
        if (isRefusal(error)) await readAgain(client, 'products')
        throw error
      }
    },
    done: bookedText('sales.create'),
    detail: ({ amount_total }, { client: buyer }) => `${buyer.name} · ${showMoney(amount_total)}`,
    offer,
    onSaved: onSold,
    onGivenUp,
    setErrors,
    // While the dialog is there it shows it, at the line where it has one.
    failure: onRefused,
  })
}

/** What stands at a line is not said twice; another refusal, as of the price, is. */
const saidAtLines = (rejected: LineErrors, lines: OpenDraft['lines'], error: Error | null) =>
  Object.keys(rejected).some((at) => at.startsWith('items')) ||
  Object.values(immediateErrors('sale', lines)).some((said) => said === error?.message)

interface SaleActionsProps {
  draft: OpenDraft
  printButton: RefObject<HTMLButtonElement | null>
  pending: boolean
}

function SaleActions({ draft, printButton, pending }: SaleActionsProps) {
  return (
    <>
      {draft.lines.length > 0 && <DiscardDraft kind="sale" draft={draft} />}
      <Button
        ref={printButton}
        type="submit"
        variant="light"
        leftSection={<IconPrinter size={20} aria-hidden />}
        aria-keyshortcuts={hotkeys.sellAndPrint}
        title={hotkeys.sellAndPrint}
        aria-disabled={pending || undefined}
      >
        Vender e imprimir
      </Button>
    </>
  )
}

interface SaleDialogProps {
  draft: OpenDraft & { unkept: boolean; written: OpenDraft['lines']; isProposing: boolean }
  tiles: readonly number[]
  onClose: () => void
}

function SaleDialog({ draft, tiles, onClose }: SaleDialogProps) {
  const { role } = useSignedIn()
  const { lines } = draft
  const client = draft.partner ?? null
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState(false)
  const [rejected, setRejected] = useState<LineErrors>({})
  const printing = useRef(false)
  /** It was submitted as it stands, before the client was known that is proposed: it is sold once that is there. */
  const early = useRef(false)
  const printButton = useRef<HTMLButtonElement>(null)
  const today = useGymClock()?.today ?? null
  const sale = useSellProducts({
    onSold: (sold) => {
      if (printing.current) void printSale(sold)
      return draft.leave()
    },
    onGivenUp: draft.leave,
    onRefused: draft.refuse,
    setErrors: setRejected,
  })
  useKeys([[hotkeys.sellAndPrint, () => printButton.current?.click(), { usePhysicalKeys: true }]])
  const wrong = lineErrors('sale', lines)
  const { total } = amountsOfBill('sale', lines)
  const { pay, owing } = useOwing(usePaying(total, draft.paying), client)
  const shown = useGlanced(total, draft.written, sale.error)
  const changed = () => {
    early.current = false
    if (sale.pending) return
    setRejected({})
    sale.reset()
  }
  const change: ChangeLines = (next) => {
    draft.changeLines(next)
    changed()
  }
  const add = (product: Product, times: number) => {
    const added = draft.add(product, times)
    changed()
    return added
  }
  const sell = () => {
    setAsking(false)
    if (!client || sale.pending) return
    sale.submit({ client, lines, shown, paid: pay.paid, owed: pay.owed, sent: draft.send() })
  }
  const submit = (event: FormEvent) => {
    setTried(true)
    // A form's submit says which of its buttons it was.
    printing.current = (event.nativeEvent as SubmitEvent).submitter === printButton.current
    early.current = draft.isProposing
    proceed()
  }
  const proceed = () => {
    if (!client || Object.keys(wrong).length > 0 || pay.wrong || warnPendingCode()) return
    if (role === 'gym_worker' && largestDiscount(lines) > largestUnasked) setAsking(true)
    else sell()
  }
  useEffect(() => {
    if (!client || !early.current) return
    early.current = false
    proceed()
  })
  const told = saidAtLines(rejected, lines, sale.error) ? null : sale.error?.message
  return (
    <>
      <FormDialog
        dirty={draft.unkept}
        title="Vender producto"
        submitLabel="Vender"
        pendingLabel="Vendiendo"
        pending={sale.pending}
        error={told}
        unanswered={sale.unanswered}
        size="xl"
        careful
        summary={
          <BillTotals kind="sale" lines={lines}>
            <PayingField state={pay} onChange={draft.changePaying} owing={owing} />
          </BillTotals>
        }
        cancelLabel={lines.length > 0 ? keepDraftLabel : undefined}
        actions={<SaleActions draft={draft} printButton={printButton} pending={sale.pending} />}
        onClose={onClose}
        onSubmit={submit}
      >
        <ClientPicker
          client={client}
          onChange={(partner) => {
            early.current = false
            draft.changePartner(partner)
          }}
          today={today}
          error={tried && !client && 'Selecciona un cliente'}
        />
        <BillLines
          kind="sale"
          lines={lines}
          onChange={change}
          onAdd={add}
          errors={tried ? { ...rejected, ...wrong } : rejected}
          tiles={tiles}
          autoFocus
        />
      </FormDialog>
      {asking && (
        <ConfirmDialog
          opened
          title="Descuento de más de la mitad"
          confirmLabel="Vender así"
          onConfirm={sell}
          onCancel={() => setAsking(false)}
        >
          Hay un descuento del {showPercent(largestDiscount(lines))}. El total queda en {showMoney(total)}.
        </ConfirmDialog>
      )}
    </>
  )
}
