// What is printed in place of the page: what a button asks for, else what stands open over the page, so
// that the browser's own command prints the same as a button. Printer puts it into the page for as long as it prints.
import { type ReactNode, useEffect } from 'react'

export interface Paper {
  content: ReactNode
  /** The document's title meanwhile: what a PDF is called. */
  title: string
  /** Whose it is, at the foot of each sheet: absent is the gym. */
  by?: string | null
  /** Of the page itself: what stands open over it comes first. */
  beneath?: true
}

let asked: Paper | null = null
let standing: readonly Paper[] = []
const listeners = new Set<() => void>()

function ask(paper: Paper | null): void {
  asked = paper
  for (const listener of listeners) listener()
}

/** Prints only what is given; afterwards the page is as before. */
export const printPaper = (paper: Paper): void => ask(paper)

export const readAsked = (): Paper | null => asked

export function watchAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was asked for is printed, or given up. */
export const endPrint = (): void => ask(null)

/** What the browser's own command prints while this is shown; answers what a button does. */
export function usePaper(paper: Paper | null): () => void {
  useEffect(() => {
    if (!paper) return
    standing = [...standing, paper]
    return () => {
      standing = standing.filter((each) => each !== paper)
    }
  })
  return () => paper && printPaper(paper)
}

/** What is to be printed now in place of the page. */
export const readPaper = (): Paper | null =>
  asked ?? standing.findLast(({ beneath }) => !beneath) ?? standing.at(-1) ?? null
