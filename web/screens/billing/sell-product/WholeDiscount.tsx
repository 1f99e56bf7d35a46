import { readPercent } from '@torniquete/contract/shared/typed.ts'
import type { OpenDraft } from '../../../features/drafts/use-draft.ts'
import { useDiscount } from '../../../features/memberships/DiscountField.tsx'
import { PercentField } from '../../../kit/TypedField.tsx'

interface WholeDiscountProps {
  draft: OpenDraft
  onChanged: () => void
}

/**
 * One discount in percent for the whole ticket; lines can still differ. Empty if a line has another discount, for
 * example a product added later.
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
    if (draft.membership) draft.change({ membership: { ...draft.membership, discount: next } })
    onChanged()
  }
  return (
    <PercentField
      label="Descuento a todo"
      placeholder="0"
      maw="10rem"
      // Enter skips it, because most sales have none.
      data-aside
      value={isHeld || wrong ? typed : ''}
      onChange={give}
      error={wrong}
    />
  )
}
