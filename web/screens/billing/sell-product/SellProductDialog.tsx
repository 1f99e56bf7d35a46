import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { addSums } from '@torniquete/contract/shared/money.ts'
import { showPercent } from '@torniquete/contract/shared/numbers.ts'
import type { Product } from '@torniquete/contract/till/products.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { printSale, printTicket } from '../../../features/bills/print-bill.tsx'
import { BillLines } from '../../../features/drafts/BillLines.tsx'
import { BillTotals } from '../../../features/drafts/BillTotals.tsx'
import { DiscardDraft, keepDraftLabel } from '../../../features/drafts/DiscardDraft.tsx'
import {
  amountsOfBill,
  immediateErrors,
  type LineErrors,
  largestDiscount,
  lineErrors,
  refreshLines,
} from '../../../features/drafts/draft-lines.ts'
import { useTiles } from '../../../features/drafts/ProductTiles.tsx'
import { useBillProducts, warnPendingCode } from '../../../features/drafts/use-bill-products.ts'
import { type ChangeLines, type OpenDraft, useDraft } from '../../../features/drafts/use-draft.ts'
import { ClientPicker } from '../../../features/memberships/ClientPicker.tsx'
import { SaleQuestion } from '../../../features/memberships/SaleQuestion.tsx'
import type { TicketPart } from '../../../features/memberships/TicketMembership.tsx'
import { useAnonymousClient } from '../../../features/memberships/use-client-choices.ts'
import { OwedNotice } from '../../../features/paying/OwedNotice.tsx'
import { useUnmended } from '../../../features/paying/own-drawer.ts'
import { PayingField } from '../../../features/paying/PayingField.tsx'
import { useOwing } from '../../../features/paying/use-owing.ts'
import { usePaying } from '../../../features/paying/use-paying.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { IconPrinter } from '../../../kit/icons.ts'
import { Money } from '../../../kit/Money.tsx'
import { useDelayedValue } from '../../../kit/use-delayed-value.ts'
import { useKeys } from '../../../kit/use-keys.ts'
import { hotkeys } from '../../../navigation/shortcuts.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { useSignedIn } from '../../../session/session.tsx'
import { AddMembership } from './AddMembership.tsx'
import { useSellProducts } from './use-sell-products.ts'

/** Discount in percent above which a worker must confirm. */
const largestUnasked = 50

/** The draft sale of this tab, with current prices and stock. */
function useSaleDraft(onClose: () => void) {
  const given = useLocation({ select: ({ state }) => state.ticket })
  const draft = useDraft('sale', onClose, given)
  const anonymous = useAnonymousClient()
  const { products, gone } = useBillProducts(draft.lines.map(({ product }) => product.id))
  const lines = refreshLines(draft.lines, products, gone)
  const proposed = draft.partner === undefined || draft.partner === null || draft.partner.id === anonymous?.id
  return {
    ...draft,
    products,
    lines,
    /** Lines as written: only the person changes them. */
    written: draft.lines,
    partner: draft.partner === undefined ? anonymous : draft.partner,
    /** The proposed client is not loaded yet. */
    isProposing: draft.partner === undefined && anonymous === null,
    /** A draft without a product is not parked, so its input would be lost. */
    unkept:
      draft.lines.length === 0 &&
      (!proposed || draft.membership !== undefined || (draft.paying.received ?? '').trim() !== ''),
  }
}

/**
 * Sells products: lines, then Ctrl + Enter; the client is anonymous by default. Prices and stock follow the server, and
 * closing parks the draft.
 */
export function SellProductDialog({ onClose }: { onClose: () => void }) {
  const draft = useSaleDraft(onClose)
  const tiles = useTiles(draft.products)
  return <SaleDialog key={draft.id} draft={draft} tiles={tiles} onClose={onClose} />
}

/** Drops an error that a line shows already; other refusals, such as a wrong price, stay. */
function unsaidAtLines(rejected: LineErrors, lines: OpenDraft['lines'], error: Error | null): string | undefined {
  const said =
    Object.keys(rejected).some((at) => at.startsWith('items')) ||
    Object.values(immediateErrors('sale', lines)).some((said) => said === error?.message)
  return said ? undefined : error?.message
}

interface SaleActionsProps {
  draft: OpenDraft
  printButton: RefObject<HTMLButtonElement | null>
  /** True if the submit also prints. */
  toPrint: RefObject<boolean>
  pending: boolean
  total: string
}

/** The window size from FormDialog.module.css at which the totals scroll with the fields. */
const lowWindow = '(max-height: 30em), (max-width: 30em) and (max-height: 42em)'

function SaleActions({ draft, printButton, toPrint, pending, total }: SaleActionsProps) {
  const isLow = useMediaQuery(lowWindow, undefined, { getInitialValueInEffect: false })
  return (
    <>
      {isLow && (
        <Group justify="space-between" fw={700} flex="1 1 100%" style={{ order: -1 }}>
          <span>Total</span>
          <Money value={total} bold />
        </Group>
      )}
      {draft.lines.length > 0 && <DiscardDraft kind="sale" draft={draft} />}
      <Button
        ref={printButton}
        variant="light"
        leftSection={<IconPrinter size={20} aria-hidden />}
        aria-keyshortcuts={hotkeys.sellAndPrint}
        title={hotkeys.sellAndPrint}
        aria-disabled={pending || undefined}
        onClick={({ currentTarget }) => {
          if (pending) return
          toPrint.current = true
          currentTarget.form?.requestSubmit()
        }}
      >
        Vender e imprimir
      </Button>
    </>
  )
}

interface QuestionProps {
  asked: 'discount' | 'membership'
  part: TicketPart | null
  /** Percent. */
  discount: number
  total: string
  onMeant: () => void
  onCancel: () => void
}

/** Confirmation before the sale. */
function Question({ asked, part, discount, total, onMeant, onCancel }: QuestionProps) {
  if (asked === 'membership')
    return (
      <SaleQuestion overlap={part?.overlap ?? null} over={part?.over ?? null} onSell={onMeant} onCancel={onCancel} />
    )
  return (
    <ConfirmDialog
      title="Descuento de más de la mitad"
      confirmLabel="Vender así"
      onConfirm={onMeant}
      onCancel={onCancel}
    >
      Hay un descuento del {showPercent(discount)}. El total queda en <Money value={total} />.
    </ConfirmDialog>
  )
}

const lackingText = 'La membresía no está completa todavía: revísala y vuelve a vender.'

interface SaleDialogProps {
  draft: OpenDraft & { unkept: boolean; written: OpenDraft['lines']; isProposing: boolean }
  tiles: readonly number[]
  onClose: () => void
}

function SaleDialog({ draft, tiles, onClose }: SaleDialogProps) {
  const { role } = useSignedIn()
  const { lines, partner: client = null } = draft
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState<QuestionProps['asked'] | null>(null)
  const [part, setPart] = useState<TicketPart | null>(null)
  const [rejected, setRejected] = useState<LineErrors>({})
  const printing = useRef(false)
  const toPrint = useRef(false)
  /** Submitted before the proposed client was loaded: the sale follows when it arrives. */
  const early = useRef(false)
  const printButton = useRef<HTMLButtonElement>(null)
  const today = useGymClock()?.today ?? null
  const sale = useSellProducts({
    onSold: ({ sale: sold, payment }, { membership }) => {
      if (printing.current) void (payment ? printTicket({ sale: sold, payment }) : printSale(sold))
      return (payment && membership?.onSold(payment)) ?? draft.leave()
    },
    onGivenUp: draft.leave,
    onRefused: draft.refuse,
    setErrors: setRejected,
  })
  useKeys([[hotkeys.sellAndPrint, () => printButton.current?.click(), { usePhysicalKeys: true }]])
  const wrong = lineErrors('sale', lines)
  const lacking = draft.membership !== undefined && part === null
  const total = addSums([amountsOfBill('sale', lines).total, part?.price ?? '0.00'])
  const { pay, how, owing } = useOwing(usePaying(total, draft.paying), client)
  const shown = useDelayedValue(total, draft.written, client, draft.membership, sale.error)
  /** The draft changed since: the refusal concerned another version. */
  const acted = <Answer,>(answer: Answer): Answer => {
    early.current = false
    if (sale.pending) return answer
    setRejected({})
    sale.reset()
    return answer
  }
  const changed = () => acted(setTried(false))
  const change: ChangeLines = (next) => acted(draft.changeLines(next))
  const add = (product: Product, times: number) => acted(draft.add(product, times))
  const sell = () => {
    setAsking(null)
    if (!client || sale.pending) return
    const sent = draft.send()
    if (sent) sale.submit({ client, lines, membership: part, shown, ...how, sent })
  }
  const submit = () => {
    setTried(true)
    printing.current = toPrint.current
    toPrint.current = false
    early.current = draft.isProposing
    proceed()
  }
  const proceed = () => {
    if (!client || Object.keys(wrong).length > 0 || pay.wrong || lacking || warnPendingCode()) return
    if (role === 'gym_worker' && largestDiscount(lines) > largestUnasked) setAsking('discount')
    else askOrSell()
  }
  const askOrSell = () => (part?.overlap || part?.over ? setAsking('membership') : sell())
  useEffect(() => {
    if (!client || !early.current) return
    early.current = false
    proceed()
  })
  const refused = unsaidAtLines(rejected, lines, useUnmended(sale.error))
  return (
    <>
      <FormDialog
        dirty={draft.unkept}
        title="Vender producto"
        submitLabel="Vender"
        pendingLabel="Vendiendo"
        pending={sale.pending}
        error={refused ?? (tried && lacking && lackingText)}
        unanswered={sale.unanswered}
        size="xl"
        careful
        summary={
          <BillTotals kind="sale" lines={lines} membership={part?.price}>
            <PayingField
              state={pay}
              onChange={(next) => acted(draft.change({ paying: next }))}
              owing={owing}
              tried={tried}
            />
          </BillTotals>
        }
        cancelLabel={lines.length > 0 ? keepDraftLabel : undefined}
        actions={<SaleActions {...{ draft, printButton, toPrint, total }} pending={sale.pending} />}
        onClose={onClose}
        onSubmit={submit}
      >
        <ClientPicker
          client={client}
          onChange={(partner) => {
            early.current = false
            draft.change({ partner })
          }}
          today={today}
          error={tried && !client && 'Selecciona un cliente'}
        />
        <OwedNotice client={client} today={today} />
        <AddMembership draft={draft} client={client} tried={tried} onChanged={changed} onPart={setPart}>
          <BillLines
            kind="sale"
            lines={lines}
            onChange={change}
            onAdd={add}
            errors={tried ? { ...rejected, ...wrong } : rejected}
            tiles={tiles}
            autoFocus
          />
        </AddMembership>
      </FormDialog>
      {asking && (
        <Question
          asked={asking}
          part={part}
          discount={largestDiscount(lines)}
          total={total}
          onMeant={asking === 'discount' ? askOrSell : sell}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  )
}
