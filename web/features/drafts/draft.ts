// Reducer for sales and purchases in progress: each change to a tab's drafts is an action.

import type { PurchaseReceiptValues } from '../fiscal/PurchaseReceiptFields.tsx'
import type { SaleReceiptInput } from '../fiscal/use-sale-receipt-state.ts'
import type { MembershipInput } from '../memberships/proposed-membership-sale.ts'
import type { PaymentInput } from '../paying/payment-input.ts'
import type { DraftKind, DraftLine } from './draft-lines.ts'

/** Client or supplier. Only id and name are stored, so that the computer's local storage has little personal data. */
export interface ClientOrSupplier {
  id: number
  name: string
}

export interface Draft {
  id: string
  kind: DraftKind
  /** Null: the anonymous client or supplier; undefined: not chosen yet. */
  partner: ClientOrSupplier | null | undefined
  lines: readonly DraftLine[]
  membership?: MembershipInput | undefined
  paying?: PaymentInput | undefined
  receipt?: SaleReceiptInput | undefined
  /** Seller's receipt of a purchase. */
  purchaseReceipt?: PurchaseReceiptValues | undefined
  /** Time of the last change in milliseconds since 1970, by the server's clock. */
  at: number
  /** Id of the tab that edits the draft; null while parked, or once another tab took it over. */
  tab: string | null
  /** Idempotency key of the request that sends the draft; undefined before it is sent. */
  sent?: string | undefined
}

export type DraftChange = Partial<
  Pick<Draft, 'partner' | 'lines' | 'membership' | 'paying' | 'receipt' | 'purchaseReceipt'>
>

export type DraftLineAdder = (lines: readonly DraftLine[]) => DraftLine[]

/** One tab's drafts of one kind. The dialog shows the first; once it is sold, the next one. */
export type DraftQueue = readonly Draft[]

export type DraftAction =
  /** Changes the first draft, unless it is being sent. */
  | { type: 'change'; change: DraftChange }
  /**
   * Adds lines to the first draft or, while it is being sent, to the next. `empty` becomes that draft if it is
   * missing.
   */
  | { type: 'add'; add: DraftLineAdder; empty: Draft }
  | { type: 'send'; key: string }
  | { type: 'refuse'; id: string }
  | { type: 'next' }
  /** Another tab opened or sent the draft, so this tab loses it. */
  | { type: 'lose'; id: string }
  | { type: 'resume'; draft: Draft; tab: string }

export const isDraftEditable = ({ sent, tab }: Draft): boolean => !sent && tab !== null

/** Keeps the type of the receipt, because a typed RNC belongs to the former client. */
export const removeReceiptBuyer = ({ type }: SaleReceiptInput): SaleReceiptInput | undefined => type && { type }

function changeDraft(draft: Draft, change: DraftChange): Draft {
  const isSame = Object.entries(change).every(([field, value]) => draft[field as keyof DraftChange] === value)
  if (isSame || !isDraftEditable(draft)) return draft
  // Plan and start date were proposed for the former client, so another client resets them.
  const isOther = 'partner' in change && change.partner?.id !== draft.partner?.id
  return {
    ...draft,
    ...change,
    ...(isOther && draft.membership && { membership: {} }),
    ...(isOther && draft.receipt && { receipt: removeReceiptBuyer(draft.receipt) }),
  }
}

/** `at`: time of the action, stored in changed drafts. Unchanged drafts stay the same objects. */
export function reduceDrafts(queue: DraftQueue, action: DraftAction, at: number): DraftQueue {
  const [first, ...others] = queue
  const update = (id: string | undefined, change: (draft: Draft) => Draft): DraftQueue =>
    queue.map((draft) => {
      const changed = draft.id === id ? change(draft) : draft
      return changed === draft ? draft : { ...changed, at }
    })
  switch (action.type) {
    case 'change':
      return update(first?.id, (draft) => changeDraft(draft, action.change))
    case 'add': {
      const open = queue.find(isDraftEditable)
      if (open) return update(open.id, (draft) => ({ ...draft, lines: action.add(draft.lines) }))
      return [...queue, { ...action.empty, lines: action.add([]), at }]
    }
    case 'send':
      return update(first?.id, (draft) => (isDraftEditable(draft) ? { ...draft, sent: action.key } : draft))
    case 'refuse':
      return update(action.id, (draft) => ({ ...draft, sent: undefined }))
    case 'next':
      return others.filter(isDraftEditable)
    case 'lose':
      return update(action.id, (draft) => ({ ...draft, tab: null }))
    case 'resume':
      return [
        { ...action.draft, sent: undefined, tab: action.tab },
        ...queue.filter(({ id }) => id !== action.draft.id),
      ]
  }
}
