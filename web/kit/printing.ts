// Papers printed instead of the page: one requested by a button, or the page's own, for Ctrl + P.
import { createElement, Fragment, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { makeStore } from './store.ts'
import { isCovered } from './use-page-keys.ts'

export interface Paper {
  content: ReactNode
  /** Document title while printing, which names the PDF. */
  title: string
  /** Issuer in the footer of each sheet; by default the page's gym (`footText` of Printer). */
  by?: string | null
  /** One of several papers of a page, such as lists: printed one after another unless one replaces the whole page. */
  part?: true
}

/** Set by a print button; null after printing or cancelling. */
export const requestedPaper = makeStore<Paper | null>(null)
/** In order of mounting, which is the page's order. */
let mounted: readonly RefObject<Paper | null>[] = []

export const printPaper = (paper: Paper): void => requestedPaper.set(paper)

/** Registers the paper for Ctrl + P while mounted; returns the print button's handler. */
export function usePaper(paper: Paper | null): () => void {
  const now = useRef<Paper | null>(null)
  useEffect(() => {
    now.current = paper
  })
  useEffect(() => {
    mounted = [...mounted, now]
    return () => {
      mounted = mounted.filter((each) => each !== now)
    }
  }, [])
  return () => paper && printPaper(paper)
}

const listPapers = (): Paper[] => mounted.flatMap(({ current }) => current ?? [])

export const pagePaper = (): Paper | undefined => listPapers().findLast(({ part }) => !part)

export function readPaper(): Paper | null {
  const whole = requestedPaper.read() ?? pagePaper()
  if (whole) return whole
  // An open dialog hides the lists below: the page prints as it is.
  const parts = isCovered() ? [] : listPapers()
  if (parts.length === 0) return null
  return {
    content: parts.map(({ content, title }) => createElement(Fragment, { key: title }, content)),
    title: parts.map(({ title }) => title).join(', '),
  }
}
