import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { addSums } from '@torniquete/contract/shared/money.ts'
import { showPercent } from '@torniquete/contract/shared/numbers.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { BillLines } from '../../../features/drafts/BillLines.tsx'
import { BillTotals } from '../../../features/drafts/BillTotals.tsx'
import {
  amountsOfBill,
  immediateErrors,
  type LineErrors,
  largestDiscount,
  lineErrors,
  refreshLines,
} from '../../../features/drafts/draft-lines.ts'
import { useTiles } from '../../../features/drafts/ProductTiles.tsx'
import { type OpenDraft, useDraft } from '../../../features/drafts/use-draft.ts'
import { useBillProducts, warnPendingCode } from '../../../features/drafts/use-product-pick.ts'
import { DiscardDraft, keepDraftLabel } from '../../../features/drafts/WaitingDrafts.tsx'
import { ClientPicker, useAnonymousClient } from '../../../features/memberships/ClientPicker.tsx'
import { SaleQuestion } from '../../../features/memberships/SaleQuestion.tsx'
import { type TicketPart, useTicketMembership } from '../../../features/memberships/TicketMembership.tsx'
import { OwedNotice } from '../../../features/paying/OwedNotice.tsx'
import { useUnmended } from '../../../features/paying/own-drawer.ts'
import { PayingField } from '../../../features/paying/PayingField.tsx'
import { useOwing } from '../../../features/paying/use-paying.ts'
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
  /** Set before the submit that also prints. */
  toPrint: RefObject<boolean>
  pending: boolean
  total: string
}

/** The window size from FormDialog.module.css at which the totals scroll with the fields. */
const lowWindow = '(max-height: 30em), (max-width: 30em) and (max-height: 42em)'

function SaleActions({ draft, toPrint, pending, total }: SaleActionsProps) {
  const printButton = useRef<HTMLButtonElement>(null)
  const isLow = useMediaQuery(lowWindow, undefined, { getInitialValueInEffect: false })
  useKeys([[hotkeys.sellAndPrint, () => printButton.current?.click(), { usePhysicalKeys: true }]])
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

type Confirmation = 'discount' | 'membership'

interface QuestionProps {
  asked: Confirmation
  part: TicketPart | null
  discount: number
  total: string
  onConfirm: () => void
  onCancel: () => void
}

function Question({ asked, part, discount, total, onConfirm, onCancel }: QuestionProps) {
  if (asked === 'membership')
    return (
      <SaleQuestion overlap={part?.overlap ?? null} over={part?.over ?? null} onSell={onConfirm} onCancel={onCancel} />
    )
  return (
    <ConfirmDialog
      title="Descuento de más de la mitad"
      confirmLabel="Vender así"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      Hay un descuento del {showPercent(discount)}. El total queda en <Money value={total} />.
    </ConfirmDialog>
  )
}

const lackingText = 'La membresía no está completa todavía: revísala y vuelve a vender.'

interface SaleDialogProps {
  draft: ReturnType<typeof useSaleDraft>
  tiles: readonly number[]
  onClose: () => void
}

function SaleDialog({ draft, tiles, onClose }: SaleDialogProps) {
  const { role } = useSignedIn()
  const { lines, partner: client = null } = draft
  const today = useGymClock()?.today ?? null
  const ticket = useTicketMembership(client, draft.membership, today)
  const { part } = ticket
  const [tried, setTried] = useState(false)
  const [asked, setAsked] = useState<Confirmation | null>(null)
  const [rejected, setRejected] = useState<LineErrors>({})
  const toPrint = useRef(false)
  const isPrinted = useRef(false)
  /** Submitted before the proposed client was loaded: the sale follows when it arrives. */
  const isWaiting = useRef(false)
  const sale = useSellProducts(draft, setRejected)
  const wrong = lineErrors('sale', lines)
  const lacking = draft.membership !== undefined && part === null
  const total = addSums([amountsOfBill('sale', lines).total, part?.price ?? '0.00'])
  const pay = useOwing(total, draft.paying, client)
  const shown = useDelayedValue(total, draft.written, client, draft.membership, sale.error)
  /** After a change, a refusal of the former values no longer counts. */
  const afterChange = <Result,>(result: Result): Result => {
    isWaiting.current = false
    if (sale.pending) return result
    setRejected({})
    sale.reset()
    return result
  }
  const submit = (confirmed: readonly Confirmation[]) => {
    setTried(true)
    setAsked(null)
    if (!client || Object.keys(wrong).length > 0 || pay.wrong || lacking || warnPendingCode()) return
    const isLargeDiscount = role === 'gym_worker' && largestDiscount(lines) > largestUnasked
    if (isLargeDiscount && !confirmed.includes('discount')) return setAsked('discount')
    if ((part?.overlap || part?.over) && !confirmed.includes('membership')) return setAsked('membership')
    const sent = sale.pending ? null : draft.send()
    if (sent) sale.submit({ client, lines, membership: part, shown, pay, sent, isPrinted: isPrinted.current })
  }
  useEffect(() => {
    if (!client || !isWaiting.current) return
    isWaiting.current = false
    submit([])
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
              onChange={(paying) => afterChange(draft.change({ paying }))}
              owing={pay.mayOwe}
              tried={tried}
            />
          </BillTotals>
        }
        cancelLabel={lines.length > 0 ? keepDraftLabel : undefined}
        actions={<SaleActions {...{ draft, toPrint, total }} pending={sale.pending} />}
        onClose={onClose}
        onSubmit={() => {
          isPrinted.current = toPrint.current
          toPrint.current = false
          isWaiting.current = draft.isProposing
          submit([])
        }}
      >
        <ClientPicker
          client={client}
          onChange={(partner) => {
            isWaiting.current = false
            draft.change({ partner })
          }}
          today={today}
          error={tried && !client && 'Selecciona un cliente'}
        />
        <OwedNotice client={client} today={today} />
        <AddMembership {...{ draft, ticket, today, tried }} onChanged={() => afterChange(setTried(false))}>
          <BillLines
            kind="sale"
            lines={lines}
            onChange={(next) => afterChange(draft.changeLines(next))}
            onAdd={(product, times) => afterChange(draft.add(product, times))}
            errors={tried ? { ...rejected, ...wrong } : rejected}
            tiles={tiles}
            autoFocus
          />
        </AddMembership>
      </FormDialog>
      {asked && (
        <Question
          asked={asked}
          part={part}
          discount={largestDiscount(lines)}
          total={total}
          onConfirm={() => submit(asked === 'discount' ? ['discount'] : ['discount', 'membership'])}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}
