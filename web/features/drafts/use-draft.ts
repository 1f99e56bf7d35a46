import type { Product } from '@torniquete/contract/till/products.ts'
import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { makeIdempotencyKey } from '../../api/call.ts'
import type { GymUserIds } from '../../api/outbox.ts'
import { toast } from '../../kit/toast.ts'
import { useWorkStoredAsDraft } from '../../kit/unsaved-input.ts'
import { type DraftChange, isDraftEditable } from './draft.ts'
import { addProductToLines, type DraftKind, type DraftLine, hasInvalidQuantity } from './draft-lines.ts'
import { draftTexts } from './draft-texts.ts'
import {
  addLinesToDraft,
  discardDraft,
  dispatchDraftAction,
  makeDraftKey,
  makeEmptyDraft,
  openDraftQueue,
  parkDraftQueue,
  readDraftQueue,
  readResumableDrafts,
  restoreDraftQueue,
  useDraftOwner,
  watchDraftQueues,
  watchDraftsOfOtherTabs,
} from './open-drafts.ts'

export type DraftLineChanger = (change: (lines: readonly DraftLine[]) => DraftLine[]) => void

/** Idempotency key and storage key of a sent draft. The draft is stored until the answer arrives. */
export interface SentDraftKeys {
  idempotencyKey: string
  draft: string
}

/** Keeps the tab's drafts in memory while the dialog is open, follows other tabs' changes, and parks them on close. */
function useQueue(owner: GymUserIds, kind: DraftKind, onClose: RefObject<() => unknown>, given?: DraftChange) {
  const words = draftTexts[kind]
  const [begun] = useState(() => {
    const { queue, isRecovered } = readResumableDrafts(owner, kind)
    const ncf = given?.purchaseReceipt?.ncf
    const first = ncf ? queue.find(({ purchaseReceipt }) => purchaseReceipt?.ncf === ncf) : queue[0]
    const shown = first?.lines.length ? first : { ...(first ?? makeEmptyDraft(kind)), ...given }
    const others = queue.filter((each) => each !== first && each.lines.length > 0)
    return { queue: [shown, ...others] as const, isRecovered: isRecovered && shown === first }
  })
  const readOpen = () => readDraftQueue(owner, kind) ?? begun.queue
  // Reads the draft and not its queue, which is another array after each action, even one that changes nothing.
  const draft = useSyncExternalStore(watchDraftQueues, () => readOpen()[0]) ?? begun.queue[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the owner stays as long as the page does.
  useLayoutEffect(() => {
    openDraftQueue(owner, kind, begun.queue)
    if (begun.isRecovered) toast.info('Borrador recuperado')
    const unwatch = watchDraftsOfOtherTabs(({ name, isDeleted, isTaken }) => {
      const queue = readOpen()
      for (const own of queue.filter((each) => isDraftEditable(each) && each.lines.length > 0)) {
        if ((name ?? makeDraftKey(owner, own)) !== makeDraftKey(owner, own)) continue
        // Another tab deleted this draft while it is open here, so this tab stores it again.
        if (isDeleted) restoreDraftQueue(owner, kind, queue)
        if (isTaken) dispatchDraftAction(owner, kind, { type: 'lose', id: own.id })
        if (isTaken && own === queue[0]) {
          toast.info(words.taken)
          onClose.current()
        }
      }
    })
    return () => {
      unwatch()
      if (parkDraftQueue(owner, kind) > 0) toast.info(words.parked, 'Puedes retomarla hasta mañana.')
    }
  }, [])
  return { draft, readOpen }
}

/**
 * Opens a draft, and parks it when the dialog closes, also by Escape or Back. `given`: values for an empty draft;
 * drafts with another receipt than the given one wait for their turn.
 */
export function useDraft(kind: DraftKind, closing: () => unknown, given?: DraftChange) {
  const owner = useDraftOwner()
  const words = draftTexts[kind]
  const onClose = useRef(closing)
  onClose.current = closing
  const { draft, readOpen } = useQueue(owner, kind, onClose, given)
  useWorkStoredAsDraft(draft.lines.length > 0)
  /** False once this draft's dialog was closed, even if a dialog with another draft is open now. */
  const isShown = () => readDraftQueue(owner, kind)?.[0]?.id === draft.id
  /** Returns true while this draft is shown, and false after the dialog was closed and opened with another draft. */
  const change = (next: DraftChange) => dispatchDraftAction(owner, kind, { type: 'change', change: next })
  /** Shows the next draft or closes the dialog: after the answer, or when the notice of pending calls takes over. */
  const leave = (): unknown => {
    if (!isShown()) return
    if (!readOpen().slice(1).some(isDraftEditable)) return onClose.current()
    dispatchDraftAction(owner, kind, { type: 'next' })
  }
  return {
    ...draft,
    paying: draft.paying ?? {},
    change,
    changeLines: ((next) => change({ lines: next(readOpen()[0]?.lines ?? []) })) as DraftLineChanger,
    /** Adds a product to the draft or, while it is sent, to the next one. False if the line's quantity is invalid. */
    add: (product: Product, times: number): boolean => {
      const [first = draft] = readOpen()
      if (isDraftEditable(first) && hasInvalidQuantity(first.lines, product)) return false
      addLinesToDraft(owner, kind, (lines) => addProductToLines(lines, product, times))
      if (!isDraftEditable(first)) toast.info(words.next, product.name)
      return true
    },
    /** Makes the draft read-only until the answer. Returns null if it is already sent or another tab took it over. */
    send: (): SentDraftKeys | null => {
      const [first = draft] = readOpen()
      if (!isDraftEditable(first)) return null
      const key = makeIdempotencyKey()
      dispatchDraftAction(owner, kind, { type: 'send', key })
      return { idempotencyKey: key, draft: makeDraftKey(owner, first) }
    },
    /** Makes a refused draft editable again. If its dialog was closed, parks the draft and returns a message. */
    refuse: ({ message }: Error) => {
      if (!isShown()) return { title: words.refused, description: `${message} ${words.place}` }
      dispatchDraftAction(owner, kind, { type: 'refuse', id: draft.id })
      return null
    },
    leave,
    discard: () => {
      const [first = draft] = readOpen()
      if (!isDraftEditable(first)) return
      change({ lines: [] })
      discardDraft(owner, first, words.discarded)
      leave()
    },
  }
}

export type OpenDraft = ReturnType<typeof useDraft>
