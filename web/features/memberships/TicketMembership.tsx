import { Group, Text } from '@mantine/core'
import type { BodyInput } from '@torniquete/contract/endpoints.ts'
import { readPercent, readTypedDay, requiredText } from '@torniquete/contract/shared/typed.ts'
import { computeDiscountedPrice } from '@torniquete/contract/till/bills.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import { useEffect, useRef } from 'react'
import { DayField } from '../../kit/DayField.tsx'
import { IconX } from '../../kit/icons.ts'
import { IconButton } from '../../kit/PageButton.tsx'
import { ExpiryDay } from './ExpiryDay.tsx'
import {
  type Buyer,
  computeExpiry,
  isAnonymous,
  type MembershipChoice,
  type MembershipSale,
  unpriced,
} from './membership-sale.ts'
import { PlanSelect } from './PlanSelect.tsx'
import classes from './sell-membership.module.css'
import { useMembershipChoice } from './use-membership-choice.ts'
import { registerAtDoor } from './use-sell-membership.ts'
import { useVisit } from './use-visit.ts'
import { Warnings } from './Warnings.tsx'

/** A complete membership to sell with products. */
export interface TicketPart {
  sold: BodyInput<'tickets.create'>['membership']
  price: string
  /** Warning before the sale about days already paid. */
  overlap: string | null
  over: string | null
  /** Called after the sale; returns a promise if another step follows. */
  onSold: (payment: Payment) => Promise<void> | null
}

interface TicketMembershipProps {
  client: Buyer | null
  choice: MembershipChoice
  today: string | null
  /** True after a submit: missing fields then show errors. */
  tried: boolean
  /** True if just added: the next field takes the focus. */
  added: boolean
  onChange: (choice: MembershipChoice) => void
  onRemove: () => void
  /** Null while incomplete. */
  onPart: (part: TicketPart | null) => void
}

/** Null while incomplete. */
function soldOf({ client, plan, start, twice }: MembershipSale, typed = '') {
  if (!client || !plan || start === null) return null
  const overlap = twice.length > 0 && { overlap: [...twice] }
  const discount = readPercent(typed || '0').value ?? 0
  const given = discount > 0 && { discount }
  const sold = { id_membership: plan.id, start_date: start, expected_days: plan.duration_days, ...given, ...overlap }
  return { buyer: client, price: computeDiscountedPrice(plan.price, discount), sold }
}

/** The membership within a product sale, for the same client. */
export function TicketMembership(props: TicketMembershipProps) {
  const { client, choice, today, tried, onChange } = props
  const { plans, error, current, refusal, overlap, over } = useMembershipChoice({ client, ...choice }, today)
  const frame = useRef<HTMLFieldSetElement>(null)
  const { receive } = useVisit()
  const { plan, start } = current
  const sold = refusal ? null : soldOf(current, choice.discount)
  const part = sold && {
    ...sold,
    overlap,
    over,
    onSold: (payment: Payment) => {
      registerAtDoor(sold.buyer).catch(() => undefined) // call() has logged the error.
      // The visitor is still at the door.
      return isAnonymous(sold.buyer) ? receive(payment) : null
    },
  }
  // Compared as text, because each render creates a new object.
  const whole = JSON.stringify(part)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => props.onPart(part), [whole])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about its beginning and its end.
  useEffect(() => {
    const within = client && !isAnonymous(client) ? frame.current : frame.current?.closest('form')
    if (props.added) within?.querySelector('input')?.focus()
    return () => props.onPart(null)
  }, [])
  return (
    <fieldset ref={frame} className={classes.part} aria-label="Membresía">
      <PlanSelect
        plans={plans}
        plan={plan}
        onChange={(chosen) => onChange({ ...choice, planId: chosen?.id ?? null })}
        error={error?.message ?? refusal ?? (tried && !plan && 'Selecciona un plan')}
        autoFocus={false}
      />
      <DayField
        label="Fecha de inicio"
        required
        atOnce
        value={choice.start ?? start}
        onChange={(day) => onChange({ ...choice, start: day ?? '' })}
        error={tried && !start && (readTypedDay(choice.start ?? '').error ?? requiredText)}
      />
      <Group justify="space-between" gap="0.25rem 1rem">
        <Text size="sm">
          Último día: <ExpiryDay expire={computeExpiry(current)} today={today} />
        </Text>
        <IconButton variant="subtle" color="gray" size="compact-md" Icon={IconX} iconSize={18} onClick={props.onRemove}>
          Quitar la membresía
        </IconButton>
      </Group>
      <Warnings texts={[unpriced(current), overlap, over]} />
    </fieldset>
  )
}
