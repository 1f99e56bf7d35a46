// Unsaved input of all forms, and the one confirmation before it is lost: on Back, menu, reload and closing, and before
// a dialog closes or the person logs out.
import type { RouterHistory } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { captureKeys } from './capture-keys.ts'
import { makeStore, useStore } from './store.ts'

interface Work {
  /** The form was saved or given up: leaving asks no question any more. */
  released: boolean
}

interface Question {
  /** The unsaved work. */
  about: readonly Work[]
  answer: (leave: boolean) => void
}

const works = new Set<Work>()
/** The open confirmation; subscribers of the unsaved count watch it too. */
const question = makeStore<Question | null>(null)

/** True if anything in this tab would be lost by leaving the page. */
export const hasUnsaved = (): boolean => [...works].some(({ released }) => !released)

const held = new Set<symbol>()

/** True if a session that ends by itself finds somebody at work here: over what is unsaved, or over what is kept anyway. */
export const hasWorkInProgress = (): boolean => held.size > 0 || hasUnsaved()

/** Work that local storage keeps: leaving it asks no question, but when the session ends the page stays open for it. */
export function useWorkInProgress(working: boolean): void {
  useLayoutEffect(() => {
    if (!working) return
    const mine = Symbol()
    held.add(mine)
    return () => void held.delete(mine)
  }, [working])
}

export interface Unsaved {
  /** Once it is saved: what follows at once, such as going back to the list, does not ask. */
  forget: () => void
  /** True if this form alone may go, as where its dialog is closed without an address being left. */
  mayClose: () => Promise<boolean>
}

/** Counts a form as unsaved while it is `dirty`. */
export function useUnsaved(dirty: boolean): Unsaved {
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
  return useMemo(
    () => ({
      forget: () => {
        if (work.current) work.current.released = true
      },
      mayClose: () => ask(work.current ? [work.current] : []),
    }),
    [],
  )
}

/**
 * A question that comes while another stands takes its place, and the older is never answered: of two steps back the
 * second is the one meant.
 */
function ask(about: readonly Work[]): Promise<boolean> {
  const lost = about.filter(({ released }) => !released)
  if (lost.length === 0) return Promise.resolve(true)
  return new Promise((answer) => question.set({ about: lost, answer }))
}

/** True if all that is unsaved may be lost: true at once where nothing is, else as the person says. */
export const mayLeave = (): Promise<boolean> => ask([...works])

/** Reloads, after the question where something is unsaved. */
export async function reloadPage(): Promise<void> {
  if (await mayLeave()) window.location.reload()
}

export function answerUnsavedQuestion(leave: boolean): void {
  const answered = question.read()
  if (leave) for (const work of answered?.about ?? []) work.released = true
  question.set(null)
  answered?.answer(leave)
}

export const useUnsavedQuestion = (): boolean => useStore(question) !== null

export const useHasUnsaved = (): boolean => useStore({ watch: question.watch, read: hasUnsaved })

/** Stands between the address and what is unsaved. Once, before anything is drawn. */
export function guardUnsaved(history: RouterHistory): void {
  history.block({
    blockerFn: async ({ currentLocation, nextLocation }) => {
      const samePage =
        currentLocation.pathname === nextLocation.pathname && currentLocation.search === nextLocation.search
      return !samePage && !(await mayLeave())
    },
    enableBeforeUnload: hasUnsaved,
  })
  captureKeys((event) => {
    if (event.key !== 'Escape' || !question.read()) return
    event.stopImmediatePropagation()
    answerUnsavedQuestion(false)
  })
}
