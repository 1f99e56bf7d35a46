// Tracks the unsaved input of all forms, and asks once for confirmation before closing, leaving or logout loses it.
import type { RouterHistory } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { addFirstKeyListener } from './add-first-key-listener.ts'
import { makeStore, useStore } from './store.ts'

interface Work {
  /** True once the person agreed to discard the input: leaving then asks no more. */
  released: boolean
}

const works = new Set<Work>()
/** The open confirmation. Subscribers of the number of unsaved forms are notified of it too. */
const question = makeStore<{ about: readonly Work[]; answer: (leave: boolean) => void } | null>(null)

export const hasUnsavedInput = (): boolean => [...works].some(({ released }) => !released)

const held = new Set<symbol>()

/** True if the end of the session would interrupt work: unsaved input, or input stored as a draft. */
export const hasUnsavedInputOrDraft = (): boolean => held.size > 0 || hasUnsavedInput()

/** Registers work that is a stored draft: leaving does not ask, but an ended session keeps the page for its user. */
export function useWorkStoredAsDraft(working: boolean): void {
  useLayoutEffect(() => {
    if (!working) return
    const mine = Symbol()
    held.add(mine)
    return () => void held.delete(mine)
  }, [working])
}

/** Registers the form as unsaved while `dirty`. The returned function asks whether this form alone may close. */
export function useUnsavedInput(dirty: boolean): () => Promise<boolean> {
  const work = useRef<Work | null>(null)
  useLayoutEffect(() => {
    if (!dirty) return
    const mine = { released: false }
    work.current = mine
    works.add(mine)
    question.set(question.read())
    return () => {
      works.delete(mine)
      work.current = null
      question.set(question.read())
    }
  }, [dirty])
  return () => ask(work.current ? [work.current] : [])
}

/** Asks for confirmation. A second request, such as another Back, replaces an open one, which is never answered. */
function ask(about: readonly Work[]): Promise<boolean> {
  const lost = about.filter(({ released }) => !released)
  if (lost.length === 0) return Promise.resolve(true)
  return new Promise((answer) => question.set({ about: lost, answer }))
}

export const confirmLeavingPage = (): Promise<boolean> => ask([...works])

export async function reloadPage(): Promise<void> {
  if (await confirmLeavingPage()) window.location.reload()
}

export function answerUnsavedInputDialog(leave: boolean): void {
  const answered = question.read()
  if (leave) for (const work of answered?.about ?? []) work.released = true
  question.set(null)
  answered?.answer(leave)
}

export const useIsUnsavedInputDialogOpen = (): boolean => useStore(question) !== null

export const useHasUnsavedInput = (): boolean => useStore({ watch: question.watch, read: hasUnsavedInput })

/** Blocks navigation while any input is unsaved. Call it once, before the first render. */
export function blockLeavingUnsavedInput(history: RouterHistory): void {
  history.block({
    blockerFn: async ({ currentLocation, nextLocation }) => {
      const samePage =
        currentLocation.pathname === nextLocation.pathname && currentLocation.search === nextLocation.search
      return !samePage && !(await confirmLeavingPage())
    },
    enableBeforeUnload: hasUnsavedInput,
  })
  addFirstKeyListener((event) => {
    if (event.key !== 'Escape' || !question.read()) return
    event.stopImmediatePropagation()
    answerUnsavedInputDialog(false)
  })
}
