// Refund of a void. By default each amount is refunded by its original method, and cash comes from an open drawer.

import { NativeSelect, Text } from '@mantine/core'
import type { DocumentKind } from '@torniquete/contract/document-types.ts'
import { addAmounts, fromCents, roundToCents } from '@torniquete/contract/shared/money.ts'
import { refundNeedsShiftText } from '@torniquete/contract/shared/shift-error-texts.ts'
import type { RefundFields } from '@torniquete/contract/till/payment-fields.ts'
import type { PaymentKindSum, Tender } from '@torniquete/contract/till/tenders.ts'
import { splitRefundByPaymentKind } from '@torniquete/contract/till/void-lines.ts'
import { useState } from 'react'
import { staleTimeOfAnnouncedMs, useEndpoint } from '../../api/use-endpoint.ts'
import { makeOpenShiftField, useDrawers } from './current-cash-drawer.ts'
import type { PaymentInput } from './payment-input.ts'
import { formatPaymentKindSums, mergeTendersByKind } from './payment-kind-sums.ts'
import { usePaymentState } from './use-payment-state.ts'

export const listPaidSumsByKind = (tenders: readonly Tender[]): PaymentKindSum[] =>
  mergeTendersByKind(tenders).flatMap(({ kind, amount }) => (Number(amount) > 0 ? [{ kind, amount }] : []))

/** Converts amounts by method to form state. The first method has no amount: it gets what the others leave. */
export function toPaymentInput([first, ...others]: readonly PaymentKindSum[]): PaymentInput {
  const parts = others.map(({ kind, amount }) => [kind?.id, amount] as const)
  return { kind: first?.kind?.id, ...(parts.length > 0 && { parts: Object.fromEntries(parts) }) }
}

function partOf(refunded: string, came: readonly PaymentKindSum[]): PaymentKindSum[] {
  const kinds = came.map(({ kind, amount }) => ({ kind, cents: roundToCents(amount) }))
  return splitRefundByPaymentKind(roundToCents(refunded), kinds).map(({ kind, cents }) => ({
    kind,
    amount: fromCents(cents),
  }))
}

/** Form state of the refund; null without payments, or while they load. `refunded`: amount of a partial void. */
export function useRefundState(document: DocumentKind, id: number, refunded: string | null = null) {
  const { data } = useEndpoint('tenders.read', { params: { document, id } })
  const paid = listPaidSumsByKind(data ?? [])
  const came = refunded === null ? paid : partOf(refunded, paid)
  const [chosen, onChange] = useState<PaymentInput | null>(null)
  const state = usePaymentState(addAmounts(came.map(({ amount }) => amount)), chosen ?? toPaymentInput(came))
  if (came.length === 0) return null
  const kindOf = (id: number) => state.kinds.find((each) => each.id === id) ?? null
  const back = state.paid?.map(({ id_kind, amount }) => ({ kind: kindOf(id_kind), amount: String(amount) })) ?? []
  return {
    state,
    onChange,
    /** Text above the form: `Se devuelve como se pagó: Efectivo $ 15.00 · Tarjeta $ 10.00.` */
    text: chosen
      ? `Se devuelve: ${formatPaymentKindSums(back)}.`
      : `Se devuelve como se pagó: ${formatPaymentKindSums(came)}.`,
    wrong: chosen && state.wrong,
    /** Fields for the body of the void request; undefined refunds by the original methods. */
    said: chosen ? { paid: state.paid } : undefined,
  }
}

const noDrawer = 'none'
export interface RefundDrawerState {
  choices: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
  wrong: string | null
  note: string | null
  body: Pick<RefundFields, 'id_shift' | 'refuse_short'>
}

interface RefundDrawerOptions {
  isCash: boolean
  /** True if the gym gets the money back, as when an expense is voided. */
  isRecovered?: boolean
}

function toBody(value: string, isOut: boolean): RefundDrawerState['body'] {
  if (value === '') return {}
  return value === noDrawer ? { id_shift: null } : { id_shift: Number(value), ...(isOut && { refuse_short: true }) }
}

export function useRefundDrawer({ isCash, isRecovered = false }: RefundDrawerOptions): RefundDrawerState {
  const { query, own } = useDrawers(isCash)
  const used = isCash ? (query.data ?? []).filter(({ is_hidden }) => !is_hidden) : []
  const rules = useEndpoint(
    'cash-shifts.rules',
    {},
    { staleTime: staleTimeOfAnnouncedMs, enabled: used.length > 0 },
  ).data
  const needsShift = rules?.needs_shift === true && !isRecovered
  const [chosen, onChange] = useState<string>()
  const open = used.flatMap(({ name, shift }) => (shift ? [{ value: String(shift.id), label: name }] : []))
  const outside = { value: noDrawer, label: isRecovered ? 'No vuelve a una caja' : 'No sale de una caja' }
  const choices = open.length === 0 || needsShift ? open : [...open, outside]
  const proposed = chosen ?? String(own?.shift?.id ?? '')
  const value = choices.some((choice) => choice.value === proposed) ? proposed : ''
  if (choices.length === 0) {
    const isTold = used.length > 0 && !needsShift
    const note = isTold
      ? `No hay ninguna caja abierta: el dinero ${isRecovered ? 'no vuelve a' : 'no sale de'} una caja.`
      : null
    const wrong = needsShift ? refundNeedsShiftText : null
    return { choices, value, onChange, wrong, note, body: isCash ? {} : makeOpenShiftField() }
  }
  const missing = isRecovered ? 'Elige a qué caja vuelve el dinero' : 'Elige de qué caja sale el dinero'
  return {
    choices,
    value,
    onChange,
    wrong: value === '' ? missing : null,
    note: null,
    body: toBody(value, !isRecovered),
  }
}

interface RefundDrawerFieldProps {
  drawer: RefundDrawerState
  isRecovered?: boolean
  tried: boolean
}

export function RefundDrawerField({ drawer, isRecovered = false, tried }: RefundDrawerFieldProps) {
  const { choices, value, onChange, wrong, note } = drawer
  if (choices.length === 0) {
    if (wrong)
      return (
        <Text size="sm" c="red" role="alert">
          {wrong}
        </Text>
      )
    return note && <Text size="sm">{note}</Text>
  }
  return (
    <NativeSelect
      label={isRecovered ? 'A qué caja vuelve el efectivo' : 'De qué caja sale el efectivo'}
      required
      data={value === '' ? [{ value: '', label: 'Elige una caja' }, ...choices] : [...choices]}
      value={value}
      error={tried && wrong}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
