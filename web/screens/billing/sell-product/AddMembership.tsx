import { type ReactNode, useState } from 'react'
import type { Partner } from '../../../features/drafts/draft.ts'
import type { OpenDraft } from '../../../features/drafts/use-draft.ts'
import type { TicketPart } from '../../../features/memberships/TicketMembership.tsx'
import { TicketMembership } from '../../../features/memberships/TicketMembership.tsx'
import { IconTicket } from '../../../kit/icons.ts'
import { IconButton } from '../../../kit/PageButton.tsx'
import { useKeys } from '../../../kit/use-keys.ts'
import { hotkeys } from '../../../navigation/shortcuts.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { WholeDiscount } from './WholeDiscount.tsx'

interface AddMembershipProps {
  draft: OpenDraft
  client: Partner | null
  tried: boolean
  onChanged: () => void
  onPart: (part: TicketPart | null) => void
  children: ReactNode
}

/** A button after the products that adds a membership before them. */
export function AddMembership({ draft, client, onChanged, children, ...rest }: AddMembershipProps) {
  const { membership } = draft
  const today = useGymClock()?.today ?? null
  const [added, setAdded] = useState(false)
  const change = (next: OpenDraft['membership']) => {
    draft.change({ membership: next })
    onChanged()
  }
  const add = () => {
    if (membership) return
    setAdded(true)
    change({})
  }
  useKeys([[hotkeys.sellMembership, add, { usePhysicalKeys: true }]])
  return (
    <>
      {membership && (
        <TicketMembership
          {...rest}
          today={today}
          client={client}
          choice={membership}
          added={added}
          onChange={change}
          onRemove={() => change(undefined)}
        />
      )}
      {children}
      {!membership && (
        <IconButton
          style={{ alignSelf: 'flex-start' }}
          variant="subtle"
          size="compact-md"
          Icon={IconTicket}
          iconSize={18}
          hotkey={hotkeys.sellMembership}
          onClick={add}
        >
          Agregar membresía
        </IconButton>
      )}
      <WholeDiscount key={draft.id} draft={draft} onChanged={onChanged} />
    </>
  )
}
