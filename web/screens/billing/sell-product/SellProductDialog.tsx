import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { defaultTaxClasses, makeTaxedLine } from '@torniquete/contract/fiscal/tax.ts'
import { formatPercent } from '@torniquete/contract/shared/format-numbers.ts'
import { addAmounts } from '@torniquete/contract/shared/money.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { DraftLinesField } from '../../../features/drafts/DraftLinesField.tsx'
import { DiscardDraftButton, DraftTotals, parkDraftLabel } from '../../../features/drafts/DraftTotals.tsx'
import {
  clearLineTaxes,
  computeDraftAmounts,
  type DraftLine,
  findLargestDiscount,
  findLineErrors,
  findLineProductErrors,
  type LineErrors,
  sumIncludedTax,
  updateLinesFromProducts,
} from '../../../features/drafts/draft-lines.ts'
import { useProductTileIds } from '../../../features/drafts/FrequentProductTiles.tsx'
import { type OpenDraft, useDraft } from '../../../features/drafts/use-draft.ts'
import { useBillProducts, warnIfCodeLookupPending } from '../../../features/drafts/use-product-pick.ts'
import { LazySaleReceiptFields } from '../../../features/fiscal/LazySaleReceiptFields.ts'
import { useFiscalCountry } from '../../../features/fiscal/use-fiscal-country.ts'
import { useSaleReceiptState } from '../../../features/fiscal/use-sale-receipt-state.ts'
import { ClientPicker, useAnonymousClient } from '../../../features/memberships/ClientPicker.tsx'
import { ConfirmMembershipSaleDialog } from '../../../features/memberships/ConfirmMembershipSaleDialog.tsx'
import {
  type CompleteTicketMembership,
  useTicketMembership,
} from '../../../features/memberships/TicketMembershipFields.tsx'
import { ClientDebtNotice } from '../../../features/paying/ClientDebtNotice.tsx'
import { useErrorUntilShiftOpens } from '../../../features/paying/current-cash-drawer.ts'
import { PaymentField } from '../../../features/paying/PaymentField.tsx'
import { usePaymentStateWithDebt } from '../../../features/paying/use-payment-state.ts'
import { CloseIfCallPendingAtLoad } from '../../../features/unanswered/CloseIfCallPendingAtLoad.tsx'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { IconPrinter } from '../../../kit/icons.ts'
import { Money } from '../../../kit/Money.tsx'
import { useDelayedValue } from '../../../kit/use-delayed-value.ts'
import { useKeyboardShortcuts } from '../../../kit/use-keyboard-shortcuts.ts'
import { hotkeys } from '../../../navigation/shortcuts.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { useSignedInUser } from '../../../session/session.tsx'
import { AddMembershipToSale } from './AddMembershipToSale.tsx'
import { useSellProducts } from './use-sell-products.ts'

const largestUnasked = 50

function useSaleDraft(onClose: () => void) {
  const given = useLocation({ select: ({ state }) => state.ticket })
  const draft = useDraft('sale', onClose, given)
  const anonymous = useAnonymousClient()
  const { products, gone } = useBillProducts(draft.lines.map(({ product }) => product.id))
  const country = useFiscalCountry()
  const current = updateLinesFromProducts(draft.lines, products, gone)
  const lines = country === 'none' ? current : clearLineTaxes(current)
  const proposed = draft.partner === undefined || draft.partner === null || draft.partner.id === anonymous?.id
  return {
    ...draft,
    products,
    lines,
    /** Lines as the user typed them; loading the products again does not change these. */
    written: draft.lines,
    partner: draft.partner === undefined ? anonymous : draft.partner,
    /** True until the anonymous client, who is proposed as the buyer, is loaded. */
    isProposing: draft.partner === undefined && anonymous === null,
    /** True if closing would lose input: a draft without products is not parked. */
    unkept:
      draft.lines.length === 0 &&
      (!proposed ||
        draft.membership !== undefined ||
        draft.receipt !== undefined ||
        (draft.paying.received ?? '').trim() !== ''),
  }
}

export function SellProductDialog({ onClose }: { onClose: () => void }) {
  const draft = useSaleDraft(onClose)
  const tiles = useProductTileIds(draft.products)
  return <SaleDialog key={draft.id} draft={draft} tiles={tiles} onClose={onClose} />
}

export const NewSale = () => (
  <CloseIfCallPendingAtLoad kind="sale">
    {(onClose) => <SellProductDialog onClose={onClose} />}
  </CloseIfCallPendingAtLoad>
)

/** Hides a refusal that a line already shows; other refusals, such as a changed price, are returned. */
function unsaidAtLines(rejected: LineErrors, lines: OpenDraft['lines'], error: Error | null): string | undefined {
  const said =
    Object.keys(rejected).some((at) => at.startsWith('items') || at.startsWith('receipt.')) ||
    Object.values(findLineProductErrors('sale', lines)).some((said) => said === error?.message)
  return said ? undefined : error?.message
}

interface SaleActionsProps {
  draft: OpenDraft
  /** True if the sale is printed after it was booked; set before the form is submitted. */
  toPrint: RefObject<boolean>
  pending: boolean
  total: string
}

/** Window sizes at which the totals scroll with the fields, as in FormDialog.module.css. */
const lowWindow = '(max-height: 30em), (max-width: 30em) and (max-height: 42em)'

function SaleActions({ draft, toPrint, pending, total }: SaleActionsProps) {
  const printButton = useRef<HTMLButtonElement>(null)
  const isLow = useMediaQuery(lowWindow, undefined, { getInitialValueInEffect: false })
  useKeyboardShortcuts([[hotkeys.sellAndPrint, () => printButton.current?.click(), { usePhysicalKeys: true }]])
  return (
    <>
      {isLow && (
        <Group justify="space-between" fw={700} flex="1 1 100%" style={{ order: -1 }}>
          <span>Total</span>
          <Money value={total} bold />
        </Group>
      )}
      {draft.lines.length > 0 && <DiscardDraftButton kind="sale" draft={draft} />}
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
  part: CompleteTicketMembership | null
  discount: number
  total: string
  onConfirm: () => void
  onCancel: () => void
}

function Question({ asked, part, discount, total, onConfirm, onCancel }: QuestionProps) {
  if (asked === 'membership')
    return (
      <ConfirmMembershipSaleDialog
        overlap={part?.overlap ?? null}
        over={part?.over ?? null}
        onSell={onConfirm}
        onCancel={onCancel}
      />
    )
  return (
    <ConfirmDialog
      title="Descuento de más de la mitad"
      confirmLabel="Vender así"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      Hay un descuento del {formatPercent(discount)}. El total queda en <Money value={total} />.
    </ConfirmDialog>
  )
}

const includeTax = (lines: readonly DraftLine[], part: CompleteTicketMembership | null): string =>
  sumIncludedTax(lines, part && makeTaxedLine(part.tax_class ?? defaultTaxClasses.plan, part.price))

const lackingText = 'La membresía no está completa todavía: revísala y vuelve a vender.'

interface SaleDialogProps {
  draft: ReturnType<typeof useSaleDraft>
  tiles: readonly number[]
  onClose: () => void
}

function SaleDialog({ draft, tiles, onClose }: SaleDialogProps) {
  const { role } = useSignedInUser()
  const { lines, partner: client = null } = draft
  const today = useGymClock()?.today ?? null
  const ticket = useTicketMembership(client, draft.membership, today)
  const { part } = ticket
  const [tried, setTried] = useState(false)
  const [asked, setAsked] = useState<Confirmation | null>(null)
  const [rejected, setRejected] = useState<LineErrors>({})
  const toPrint = useRef(false)
  const isPrinted = useRef(false)
  /** True if the user submitted before the proposed client was loaded; the sale is sent when it arrives. */
  const isWaiting = useRef(false)
  const sale = useSellProducts(draft, setRejected)
  const wrong = findLineErrors('sale', lines)
  const lacking = draft.membership !== undefined && part === null
  const total = addAmounts([computeDraftAmounts('sale', lines).total, part?.price ?? '0.00'])
  const pay = usePaymentStateWithDebt(total, draft.paying, client)
  const receipt = useSaleReceiptState(draft.receipt, { client, total, errors: rejected })
  const shown = useDelayedValue(total, draft.written, client, draft.membership, sale.error)
  /** Clears a refusal when the user changes the form, because it refers to the former values. */
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
    if (!client || Object.keys(wrong).length > 0 || pay.wrong || lacking || warnIfCodeLookupPending()) return
    if (receipt && Object.keys(receipt.wrong).length > 0) return
    const isLargeDiscount = role === 'gym_worker' && findLargestDiscount(lines) > largestUnasked
    if (isLargeDiscount && !confirmed.includes('discount')) return setAsked('discount')
    if ((part?.overlap || part?.over) && !confirmed.includes('membership')) return setAsked('membership')
    const sent = sale.pending ? null : draft.send()
    const sold = { client, lines, membership: part, shown, pay, receipt: receipt?.request }
    if (sent) sale.submit({ ...sold, sent, isPrinted: isPrinted.current })
  }
  useEffect(() => {
    if (!client || !isWaiting.current) return
    isWaiting.current = false
    submit([])
  })
  const refused = unsaidAtLines(rejected, lines, useErrorUntilShiftOpens(sale.error))
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
          <DraftTotals
            kind="sale"
            lines={lines}
            membership={part?.price}
            includedTax={receipt ? includeTax(lines, part) : undefined}
          >
            <PaymentField
              state={pay}
              onChange={(paying) => afterChange(draft.change({ paying }))}
              owing={pay.mayOwe}
              tried={tried}
            />
          </DraftTotals>
        }
        cancelLabel={lines.length > 0 ? parkDraftLabel : undefined}
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
        <ClientDebtNotice client={client} today={today} />
        <AddMembershipToSale {...{ draft, ticket, today, tried }} onChanged={() => afterChange(setTried(false))}>
          <DraftLinesField
            kind="sale"
            lines={lines}
            onChange={(next) => afterChange(draft.changeLines(next))}
            onAdd={(product, times) => afterChange(draft.add(product, times))}
            errors={tried ? { ...rejected, ...wrong } : rejected}
            tiles={tiles}
            autoFocus
          />
        </AddMembershipToSale>
        {receipt && (
          <LazySaleReceiptFields
            state={receipt}
            tried={tried}
            onChange={(next) => afterChange(draft.change({ receipt: next }))}
          />
        )}
      </FormDialog>
      {asked && (
        <Question
          asked={asked}
          part={part}
          discount={findLargestDiscount(lines)}
          total={total}
          onConfirm={() => submit(asked === 'discount' ? ['discount'] : ['discount', 'membership'])}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}
