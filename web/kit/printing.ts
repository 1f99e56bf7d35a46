// Papers printed instead of the page: one requested by a button, or the current page's, so that Ctrl + P prints the
// same as the button. Printer mounts the paper while it prints.
import { Children, createElement, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { PaperBoundary } from './PaperBoundary.tsx'
import { makeStore } from './store.ts'
import { isCovered } from './use-page-keys.ts'

export interface Paper {
  content: ReactNode
  /** The document's title meanwhile: what a PDF is called. */
  title: string
  /** Issuer in the footer of each sheet; by default the page's gym (`footText` of Printer). */
  by?: string | null
  /** One of several on a page, as a list is: where nothing stands for the whole page they are printed one after another. */
  part?: true
}

export const requestedPaper = makeStore<Paper | null>(null)
/** In the order in which they came, which is that of the page. */
let standing: readonly RefObject<Paper | null>[] = []

/** An error boundary: a paper that cannot be drawn leaves the page as it is. */
const guarded = (paper: Paper): Paper => ({
  ...paper,
  content: createElement(PaperBoundary, paper),
})

/** Prints only what is given; afterwards the page is as before. */
export const printPaper = (paper: Paper): void => requestedPaper.set(guarded(paper))

/** Clears the request after printing or cancelling. */
export const finishPrint = (): void => requestedPaper.set(null)

/** Registers the paper for Ctrl + P while mounted; returns the print button's handler. */
export function usePaper(paper: Paper | null): () => void {
  const now = useRef<Paper | null>(null)
  useEffect(() => {
    now.current = paper && guarded(paper)
  })
  useEffect(() => {
    standing = [...standing, now]
    return () => {
      standing = standing.filter((each) => each !== now)
    }
  }, [])
  return () => paper && printPaper(paper)
}

const shown = (): Paper[] => standing.flatMap(({ current }) => current ?? [])

/** The topmost registered paper: an open document, the report of a day. */
export const pagePaper = (): Paper | undefined => shown().findLast(({ part }) => !part)

/** The paper to print now instead of the page. */
export function readPaper(): Paper | null {
  const whole = requestedPaper.read() ?? pagePaper()
  if (whole) return whole
  // With a dialog open the lists below it are not meant: the page is printed as it stands.
  const parts = isCovered() ? [] : shown()
  if (parts.length === 0) return null
  return {
    content: Children.toArray(parts.map(({ content }) => content)),
    title: parts.map(({ title }) => title).join(', '),
  }
}
