import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { makeTaxedLine } from '@torniquete/contract/fiscal/tax.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { useEffect, useRef, useState } from 'react'
import { getFieldErrors } from '../../api/api-error.ts'
import { DayText } from '../../kit/DayText.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { IconShoppingCart } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { useDelayedValue } from '../../kit/use-delayed-value.ts'
import { useKeyboardShortcuts } from '../../kit/use-keyboard-shortcuts.ts'
import { screens } from '../../navigation/screens.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { removeReceiptBuyer } from '../drafts/draft.ts'
import { LazySaleReceiptFields } from '../fiscal/LazySaleReceiptFields.ts'
import { type SaleReceiptInput, useSaleReceiptState } from '../fiscal/use-sale-receipt-state.ts'
import { ClientDebtNotice } from '../paying/ClientDebtNotice.tsx'
import { useErrorUntilShiftOpens } from '../paying/current-cash-drawer.ts'
import { PaymentField } from '../paying/PaymentField.tsx'
import type { PaymentInput } from '../paying/payment-input.ts'
import { usePaymentStateWithDebt } from '../paying/use-payment-state.ts'
import { ClientPicker } from './ClientPicker.tsx'
import { ConfirmMembershipSaleDialog, SaleWarnings } from './ConfirmMembershipSaleDialog.tsx'
import { DiscountField, useDiscountInput } from './DiscountField.tsx'
import { ExpiryDay } from './ExpiryDay.tsx'
import { MembershipFields } from './MembershipFields.tsx'
import {
  computeExpiry,
  describeFreeDayPass,
  isOverlapRefusal,
  type MembershipBuyer,
  type MembershipSaleInput,
  type ProposedMembershipSale,
  useMembershipSaleState,
} from './proposed-membership-sale.ts'
import { type CompleteMembershipSale, useSellMembership } from './use-sell-membership.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    ticket?: {
      partner: { id: number; name: string } | undefined
      membership: Omit<MembershipSaleInput, 'client'>
      receipt: SaleReceiptInput | undefined
    }
  }
}

interface AddProductsProps {
  choice: MembershipSaleInput
  receipt: SaleReceiptInput | undefined
  stopped: boolean
}

/** Button that moves the membership into the dialog for product sales, so that both are sold as one ticket. */
function AddProducts({ choice, receipt, stopped }: AddProductsProps) {
  const { client, ...membership } = choice
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const go = () => {
    if (stopped) return
    const partner = client ? { id: client.id, name: client.name } : undefined
    void navigate({
      to: '/billing/sales/new',
      search: pathname.startsWith(`${screens.billing.path}/`) ? true : {},
      // Replaces this dialog's history entry, so that Back leads to the page below the dialogs.
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
      state: { opened: state.opened, ticket: { partner, membership, receipt } },
    })
  }
  useKeyboardShortcuts([[hotkeys.sellProduct, go, { usePhysicalKeys: true }]])
  return (
    <ButtonWithIcon
      style={{ alignSelf: 'flex-start' }}
      variant="subtle"
      size="compact-md"
      Icon={IconShoppingCart}
      iconSize={18}
      hotkey={hotkeys.sellProduct}
      aria-disabled={stopped || undefined}
      onClick={go}
    >
      Agregar productos
    </ButtonWithIcon>
  )
}

/** Sale shown in the confirmation dialog, and its warnings. Changes made later in the form do not affect it. */
interface Asked {
  sold: CompleteMembershipSale
  overlap: string | null
  over: string | null
}

const unseenText = 'El precio no estaba a la vista todavía: confirma la venta.'

const isChosen = ({ client, planId, start }: MembershipSaleInput, initial: Client | null) =>
  client?.id !== initial?.id || planId !== undefined || start !== undefined

interface SellMembershipDialogProps {
  client: Client | null
  onClose: () => void
}

export function SellMembershipDialog({ client: initialClient, onClose }: SellMembershipDialogProps) {
  const sale = useSellMembership(onClose)
  const [choice, setChoice] = useState<MembershipSaleInput>({ client: initialClient })
  const last = useRef(choice)
  const [tried, setTried] = useState(false)
  const today = useGymClock()?.today ?? null
  const chosen = useMembershipSaleState(choice, today)
  const { fresh, error, current, refusal, overlap, over } = chosen
  const { client, plan, start, twice } = current
  const discount = useDiscountInput(plan?.price)
  const shown = useDelayedValue(discount.charged, choice, fresh, sale.error)
  const [paying, setPaying] = useState<PaymentInput>({})
  const pay = usePaymentStateWithDebt(discount.charged ?? null, paying, client ?? choice.client)
  const [receiptChoice, setReceiptChoice] = useState<SaleReceiptInput>()
  const errors = getFieldErrors(sale.error)
  const receipt = useSaleReceiptState(receiptChoice, { client: choice.client, total: discount.charged ?? null, errors })
  const known =
    client && plan && start && shown
      ? {
          client,
          plan,
          start,
          shown,
          twice,
          discount: discount.percent,
          paid: pay.paid,
          owed: pay.owed,
          receipt: receipt?.request,
        }
      : null
  const [asked, setAsked] = useState<Asked | null>(null)
  /**
   * Ctrl + Enter was pressed before the client was loaded. `waiting`: the plan and its price were visible, so the
   * sale follows; `unseen`: the user must confirm it.
   */
  const [early, setEarly] = useState<'waiting' | 'unseen' | null>(null)
  const change = (next: MembershipSaleInput) => {
    setChoice(next)
    setEarly(null)
    setTried(false)
    if (!sale.pending) sale.reset()
  }
  const changeReceipt = (next: SaleReceiptInput | undefined) => {
    if (!sale.pending) sale.reset()
    setReceiptChoice(next)
  }
  const changePaying = (next: PaymentInput) => {
    if (!sale.pending) sale.reset()
    setPaying(next)
  }
  /** Sets the client. A different client resets plan and start date; picking the former client again restores them. */
  const pick = (picked: MembershipBuyer | null) => {
    // Each key of a search clears the choice again, which must not render the dialog.
    if (!picked && !choice.client && !tried) return
    if (choice.client) last.current = choice
    setReceiptChoice(receiptChoice && removeReceiptBuyer(receiptChoice))
    change(picked && picked.id === last.current.client?.id ? last.current : { client: picked })
  }
  const sell = (sold: CompleteMembershipSale) => {
    setAsked(null)
    // Plan and start date are now fixed, so that they are still those of this sale if the server refuses it.
    setChoice({ ...choice, planId: sold.plan.id, start: sold.start })
    sale.submit(sold)
  }
  const submit = () => {
    setTried(true)
    setEarly(null)
    if (receipt && Object.keys(receipt.wrong).length > 0) return
    if (known && !refusal && !pay.wrong && !discount.wrong)
      overlap || over ? setAsked({ sold: known, overlap, over }) : sell(known)
    else if (choice.client && !fresh && !error) setEarly('waiting')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the client's arrival, whatever else is new.
  useEffect(() => {
    if (early !== 'waiting' || (!fresh && !error)) return
    if (fresh && choice.planId !== undefined) submit()
    else setEarly(known && 'unseen')
  }, [early, fresh, error])
  // Overlaps with sales at another computer are known only from the server's refusal.
  const unmended = useErrorUntilShiftOpens(sale.error)
  const isRefusedAtBuyer = Object.keys(errors).some((field) => field.startsWith('receipt.'))
  const refused = isOverlapRefusal(sale.error) ? sale.error.message : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the refusal's arrival, whatever else is new.
  useEffect(() => setAsked(refused && known ? { sold: known, overlap: refused, over } : null), [refused])
  return (
    <FormDialog
      title="Vender membresía"
      submitLabel="Vender membresía"
      pendingLabel="Vendiendo"
      pending={sale.pending || early === 'waiting'}
      unanswered={sale.unanswered}
      dirty={isChosen(choice, initialClient) || discount.typed !== '' || receiptChoice !== undefined}
      error={(refused && overlap) || isRefusedAtBuyer ? null : unmended?.message}
      size="md"
      careful
      question={
        asked && (
          <ConfirmMembershipSaleDialog
            overlap={asked.overlap}
            over={asked.over}
            onSell={() => sell(asked.sold)}
            onCancel={() => setAsked(null)}
          />
        )
      }
      onClose={onClose}
      onSubmit={submit}
    >
      <Stack>
        <ClientPicker
          client={choice.client}
          onChange={pick}
          today={today}
          error={error?.message ?? (tried && !choice.client && 'Selecciona un cliente')}
        />
        <MembershipFields
          choice={choice}
          chosen={chosen}
          tried={tried}
          autoFocus={initialClient !== null}
          onChange={(next) => change({ ...choice, ...next })}
        />
        <DiscountField discount={discount} />
      </Stack>
      <ClientDebtNotice client={choice.client} today={today} />
      <MembershipSaleSummary sale={current} charged={discount.charged} today={today} showsTax={receipt !== null} />
      <AddProducts choice={choice} receipt={receiptChoice} stopped={sale.pending || asked !== null} />
      {receipt && <LazySaleReceiptFields state={receipt} tried={tried} onChange={changeReceipt} />}
      <PaymentField state={pay} onChange={changePaying} owing={pay.mayOwe} tried={tried} />
      <SaleWarnings texts={[early === 'unseen' && unseenText, describeFreeDayPass(current), overlap, over]} />
    </FormDialog>
  )
}

interface SaleSummaryProps {
  sale: ProposedMembershipSale
  charged: string | undefined
  today: string | null
  showsTax?: boolean
}

export function MembershipSaleSummary({ sale, charged, today, showsTax = false }: SaleSummaryProps) {
  const tax_class = showsTax ? (sale.plan?.tax_class ?? 'exempt') : 'exempt'
  const price = sale.plan?.price
  return (
    <SimpleGrid
      component="dl"
      cols={2}
      verticalSpacing="xs"
      px="md"
      py="sm"
      bd="1px solid var(--mantine-color-default-border)"
      bdrs="md"
      bg="var(--surface-hover)"
    >
      <div style={{ gridColumn: '1 / -1' }}>
        <dt>Precio</dt>
        <dd style={{ fontSize: '1.35rem', lineHeight: 1.3 }}>
          {charged === undefined ? (
            '—'
          ) : (
            <>
              {charged !== price && (
                <Text component="del" inherit c="dimmed" fz="sm" mr="0.5rem">
                  <Money value={price} />
                </Text>
              )}
              <Money value={charged} bold />
            </>
          )}
        </dd>
      </div>
      {tax_class !== 'exempt' && charged !== undefined && (
        <div>
          <dt>ITBIS incluido</dt>
          <dd>
            <Money value={makeTaxedLine(tax_class, charged).included_tax} />
          </dd>
        </div>
      )}
      <div>
        <dt>Primer día</dt>
        <dd>
          <DayText day={sale.start} />
        </dd>
      </div>
      <div>
        <dt>Último día</dt>
        <dd>
          <ExpiryDay expire={computeExpiry(sale)} today={today} />
        </dd>
      </div>
    </SimpleGrid>
  )
}
