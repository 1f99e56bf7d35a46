// Prints a piece of content instead of the page. Printer puts it into the page, hidden until the printer looks.
import type { ReactNode } from 'react'

export interface PrintJob {
  content: ReactNode
  /** The document's title meanwhile: what a PDF is called. */
  title: string
}

let current: PrintJob | null = null
const listeners = new Set<() => void>()

function set(job: PrintJob | null): void {
  current = job
  for (const listener of listeners) listener()
}

/** Prints only what is given; afterwards the page is as before. */
export function printContent(content: ReactNode, title: string): void {
  set({ content, title })
}

/** Takes the content out of the page again, unless another came. */
export function endPrint(job: PrintJob): void {
  if (current === job) set(null)
}

export const readPrintJob = (): PrintJob | null => current

export function watchPrintJob(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
