import { readTypedPercent } from '@torniquete/contract/shared/parse-input.ts'
import { type ReactNode, useState } from 'react'
import type { OpenDraft } from '../../../features/drafts/use-draft.ts'
import { useDiscountInput } from '../../../features/memberships/DiscountField.tsx'
import {
  TicketMembershipFields,
  type TicketMembershipState,
} from '../../../features/memberships/TicketMembershipFields.tsx'
import { IconTicket } from '../../../kit/icons.ts'
import { ButtonWithIcon } from '../../../kit/PageActionButton.tsx'
import { PercentField } from '../../../kit/ParsedField.tsx'
import { useKeyboardShortcuts } from '../../../kit/use-keyboard-shortcuts.ts'
import { hotkeys } from '../../../navigation/shortcuts.ts'

interface AddMembershipProps {
  draft: OpenDraft
  ticket: TicketMembershipState
  today: string | null
  tried: boolean
  onChanged: () => void
  children: ReactNode
}

export function AddMembershipToSale({ draft, onChanged, children, ...rest }: AddMembershipProps) {
  const { membership } = draft
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
  useKeyboardShortcuts([[hotkeys.sellMembership, add, { usePhysicalKeys: true }]])
  return (
    <>
      {membership && (
        <TicketMembershipFields
          {...rest}
          choice={membership}
          added={added}
          onChange={change}
          onRemove={() => change(undefined)}
        />
      )}
      {children}
      {!membership && (
        <ButtonWithIcon
          style={{ alignSelf: 'flex-start' }}
          variant="subtle"
          size="compact-md"
          Icon={IconTicket}
          iconSize={18}
          hotkey={hotkeys.sellMembership}
          onClick={add}
        >
          Agregar membresía
        </ButtonWithIcon>
      )}
      <WholeDiscount key={draft.id} draft={draft} onChanged={onChanged} />
    </>
  )
}

/** Sets one discount, in percent, for all lines of the ticket. The field is empty while a line's discount differs. */
function WholeDiscount({ draft, onChanged }: { draft: OpenDraft; onChanged: () => void }) {
  const { typed, setTyped, wrong, most } = useDiscountInput()
  if (most === 0 || (draft.lines.length === 0 && !draft.membership)) return null
  const given = [...draft.lines, ...(draft.membership ? [draft.membership] : [])]
  const isHeld = given.every(({ discount = '' }) => discount === typed)
  const give = (next: string) => {
    setTyped(next)
    if (readTypedPercent(next || '0').value === undefined) return
    draft.changeLines((lines) => lines.map((line) => ({ ...line, discount: next })))
    if (draft.membership) draft.change({ membership: { ...draft.membership, discount: next } })
    onChanged()
  }
  return (
    <PercentField
      label="Descuento a todo"
      placeholder="0"
      maw="10rem"
      // Enter moves past this field, because most sales have no discount.
      data-aside
      value={isHeld || wrong ? typed : ''}
      onChange={give}
      error={wrong}
    />
  )
}
