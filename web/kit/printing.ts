// Documents printed instead of the page: one that a button requests, or one the page registers for Ctrl + P.
import { createElement, Fragment, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { makeStore } from './store.ts'
import { isDialogOpen } from './use-page-shortcuts.ts'

export interface PrintDocument {
  content: ReactNode
  /** Document title while printing, which browsers propose as name of the PDF file. */
  title: string
  /** Issuer in the footer of each sheet; the default is the gym of the page (`footText` of Printer). */
  by?: string | null
  /** True for one of several documents of a page, such as lists, which are printed one after another. */
  part?: true
}

/** The document that a print button requested; null after printing or cancelling. */
export const requestedPrintStore = makeStore<PrintDocument | null>(null)
/** Documents registered by the page, in the order of mounting, which is the order on the page. */
let mounted: readonly RefObject<PrintDocument | null>[] = []

export const requestPrint = (paper: PrintDocument): void => requestedPrintStore.set(paper)

/** Registers a document for Ctrl + P while mounted; returns the handler of the print button. */
export function useRegisterPrintDocument(paper: PrintDocument | null): () => void {
  const now = useRef<PrintDocument | null>(null)
  useEffect(() => {
    now.current = paper
  })
  useEffect(() => {
    mounted = [...mounted, now]
    return () => {
      mounted = mounted.filter((each) => each !== now)
    }
  }, [])
  return () => paper && requestPrint(paper)
}

const listPapers = (): PrintDocument[] => mounted.flatMap(({ current }) => current ?? [])

export const findPagePrintDocument = (): PrintDocument | undefined => listPapers().findLast(({ part }) => !part)

export function getDocumentToPrint(): PrintDocument | null {
  const whole = requestedPrintStore.read() ?? findPagePrintDocument()
  if (whole) return whole
  // With an open dialog the page prints as it is, because the dialog hides the lists below.
  const parts = isDialogOpen() ? [] : listPapers()
  if (parts.length === 0) return null
  return {
    content: parts.map(({ content, title }) => createElement(Fragment, { key: title }, content)),
    title: parts.map(({ title }) => title).join(', '),
  }
}
