import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { CallBodyInput } from '@torniquete/contract/endpoints.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import type { Plan } from '@torniquete/contract/members/memberships.ts'
import { readTypedPercent } from '@torniquete/contract/shared/parse-input.ts'
import { computeDiscountedPrice } from '@torniquete/contract/till/bills.ts'
import { useEffect, useRef } from 'react'
import { IconX } from '../../kit/icons.ts'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { SaleWarnings } from './ConfirmMembershipSaleDialog.tsx'
import { ExpiryDay } from './ExpiryDay.tsx'
import { MembershipFields } from './MembershipFields.tsx'
import {
  computeExpiry,
  describeFreeDayPass,
  isAnonymousClient,
  type MembershipBuyer,
  type MembershipInput,
  type MembershipSaleState,
  useMembershipSaleState,
} from './proposed-membership-sale.ts'

export interface CompleteTicketMembership {
  buyer: Client
  sold: CallBodyInput<'tickets.create'>['membership']
  price: string
  tax_class: Plan['tax_class']
  overlap: string | null
  over: string | null
}

interface TicketMembershipProps {
  ticket: TicketMembershipState
  choice: MembershipInput
  today: string | null
  tried: boolean
  /** True if the user just added the membership, so that it takes the focus. */
  added: boolean
  onChange: (choice: MembershipInput) => void
  onRemove: () => void
}

function readPart(
  { current, refusal, overlap, over }: MembershipSaleState,
  typed = '',
): CompleteTicketMembership | null {
  const { client, plan, start, twice } = current
  if (refusal || !client || !plan || start === null) return null
  const discount = readTypedPercent(typed || '0').value ?? 0
  const sold = {
    id_membership: plan.id,
    start_date: start,
    expected_days: plan.duration_days,
    ...(discount > 0 && { discount }),
    ...(twice.length > 0 && { overlap: [...twice] }),
  }
  const price = computeDiscountedPrice(plan.price, discount)
  return { buyer: client, sold, price, tax_class: plan.tax_class, overlap, over }
}

/** Membership within a product sale, if there is one; `part` is null while its input is incomplete. */
export function useTicketMembership(
  client: MembershipBuyer | null,
  choice: MembershipInput | undefined,
  today: string | null,
) {
  const chosen = useMembershipSaleState(choice ? { client, ...choice } : null, today)
  return { client, chosen, part: choice ? readPart(chosen, choice.discount) : null }
}

export type TicketMembershipState = ReturnType<typeof useTicketMembership>

export function TicketMembershipFields({
  ticket,
  choice,
  today,
  tried,
  added,
  onChange,
  onRemove,
}: TicketMembershipProps) {
  const { current, overlap, over } = ticket.chosen
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new membership takes the focus.
  useEffect(() => {
    const within = ticket.client && !isAnonymousClient(ticket.client) ? frame.current : frame.current?.closest('form')
    if (added) within?.querySelector('input')?.focus()
  }, [])
  return (
    <Stack
      component="fieldset"
      ref={frame}
      gap="sm"
      m={0}
      px="md"
      pt="sm"
      pb="xs"
      bd="1px solid var(--mantine-color-default-border)"
      bdrs="md"
      aria-label="Membresía"
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
        <MembershipFields
          choice={choice}
          chosen={ticket.chosen}
          error={ticket.chosen.error?.message}
          tried={tried}
          autoFocus={false}
          onChange={onChange}
        />
      </SimpleGrid>
      <Group justify="space-between" gap="0.25rem 1rem">
        <Text size="sm">
          Último día: <ExpiryDay expire={computeExpiry(current)} today={today} />
        </Text>
        <ButtonWithIcon variant="subtle" color="gray" size="compact-md" Icon={IconX} iconSize={18} onClick={onRemove}>
          Quitar la membresía
        </ButtonWithIcon>
      </Group>
      <SaleWarnings texts={[describeFreeDayPass(current), overlap, over]} />
    </Stack>
  )
}
