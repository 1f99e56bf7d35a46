// The drawer that pays a cash refund, asked for if the gym has an open one.
import { NativeSelect, Text } from '@mantine/core'
import { refundNeedsShift } from '@torniquete/contract/shared/shift-words.ts'
import type { RefundFields } from '@torniquete/contract/till/payment-fields.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ownShiftBody, useDrawers } from './own-drawer.ts'

const noDrawer = 'none'
const hour = 3_600_000

export interface RefundDrawer {
  /** The open drawers; empty if there is no choice. */
  choices: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
  wrong: string | null
  /** Note if no drawer is open. */
  note: string | null
  body: Pick<RefundFields, 'id_shift' | 'refuse_short'>
}

interface RefundDrawerOptions {
  isCash: boolean
  /** True if money returns to the gym, as from an expense. */
  isRecovered?: boolean
}

function toBody(value: string, isOut: boolean): RefundDrawer['body'] {
  if (value === '') return {}
  return value === noDrawer ? { id_shift: null } : { id_shift: Number(value), ...(isOut && { refuse_short: true }) }
}

/** Proposes the open drawer of this computer. */
export function useRefundDrawer({ isCash, isRecovered = false }: RefundDrawerOptions): RefundDrawer {
  const { query, own } = useDrawers(isCash)
  const used = isCash ? (query.data ?? []).filter(({ is_hidden }) => !is_hidden) : []
  const rules = useEndpoint('cash-shifts.rules', {}, { staleTime: hour, enabled: used.length > 0 }).data
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
    const wrong = needsShift ? refundNeedsShift : null
    return { choices, value, onChange, wrong, note, body: isCash ? {} : ownShiftBody() }
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
  drawer: RefundDrawer
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
