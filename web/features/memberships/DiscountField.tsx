import { readTypedPercent } from '@torniquete/contract/shared/parse-input.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { computeDiscountedPrice } from '@torniquete/contract/till/bills.ts'
import { type DiscountLimits, formatDiscountLimit } from '@torniquete/contract/till/discounts.ts'
import { useState } from 'react'
import { staleTimeOfAnnouncedMs, useEndpoint } from '../../api/use-endpoint.ts'
import { PercentField } from '../../kit/ParsedField.tsx'
import { useSignedInUser } from '../../session/session.tsx'

const limitFor = (role: RoleName, limits: DiscountLimits | undefined): number =>
  role === 'gym_admin' || role === 'gym_worker' ? (limits?.[role] ?? 0) : 100

export function useDiscountInput(price?: string) {
  const { role } = useSignedInUser()
  // The server announces changes of the discount limits, so they are rarely loaded again.
  const limits = useEndpoint('discounts.limits', {}, { staleTime: staleTimeOfAnnouncedMs }).data
  const [typed, setTyped] = useState('')
  const { value, error } = readTypedPercent(typed || '0')
  const most = limitFor(role, limits)
  const wrong = error ?? (value !== undefined && value > most ? formatDiscountLimit(most) : null)
  const percent = value ?? 0
  const charged = price === undefined ? undefined : computeDiscountedPrice(price, percent)
  return { typed, setTyped, percent, charged, wrong, most }
}

/** Renders nothing if the user's role may give no discount. */
export function DiscountField({ discount }: { discount: ReturnType<typeof useDiscountInput> }) {
  if (discount.most === 0) return null
  return (
    <PercentField
      label="Descuento"
      placeholder="0"
      // Enter skips the discount, because most memberships have none.
      data-aside
      value={discount.typed}
      onChange={discount.setTyped}
      error={discount.wrong}
    />
  )
}
