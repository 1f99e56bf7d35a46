import { readPercent } from '@torniquete/contract/shared/typed.ts'
import type { OpenDraft } from '../../../features/drafts/use-draft.ts'
import { useDiscount } from '../../../features/memberships/DiscountField.tsx'
import { PercentField } from '../../../kit/TypedField.tsx'

interface WholeDiscountProps {
  draft: OpenDraft
  onChanged: () => void
}

/**
 * One percent for the membership and all lines of the ticket; each can still be changed at its line. Empty again where a line has
 * another one, as the line of a product that was added later.
 */
export function WholeDiscount({ draft, onChanged }: WholeDiscountProps) {
  const { typed, setTyped, wrong, most } = useDiscount()
  if (most === 0 || (draft.lines.length === 0 && !draft.membership)) return null
  const given = [...draft.lines, ...(draft.membership ? [draft.membership] : [])]
  const isHeld = given.every(({ discount = '' }) => discount === typed)
  const give = (next: string) => {
    setTyped(next)
    if (readPercent(next || '0').value === undefined) return
    draft.changeLines((lines) => lines.map((line) => ({ ...line, discount: next })))
    if (draft.membership) draft.changeMembership({ ...draft.membership, discount: next })
    onChanged()
  }
  return (
    <PercentField
      label="Descuento a todo"
      placeholder="0"
      maw="10rem"
      // Enter goes past it: most sales have none.
      data-aside
      value={isHeld || wrong ? typed : ''}
      onChange={give}
      error={wrong}
    />
  )
}
