import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import classes from './Printer.module.css'
import { endPrint, type PrintJob, readPrintJob, watchPrintJob } from './printing.ts'

/** Milliseconds after which a picture that does not come is printed as missing. */
const patience = 3000

async function picturesOf(element: HTMLElement): Promise<void> {
  const pictures = [...element.querySelectorAll('img')].map((image) => image.decode().catch(() => undefined))
  if (pictures.length === 0) return
  await Promise.race([Promise.all(pictures), new Promise((resolve) => setTimeout(resolve, patience))])
}

/** Prints what stands in `element`. Answers how to leave the page as it was. */
function print(job: PrintJob, element: HTMLElement): () => void {
  const page = document.documentElement
  const title = document.title
  const end = () => endPrint(job)
  let wanted = true
  page.dataset.printing = ''
  document.title = job.title
  window.addEventListener('afterprint', end)
  void picturesOf(element).then(() => wanted && window.print())
  return () => {
    wanted = false
    window.removeEventListener('afterprint', end)
    delete page.dataset.printing
    document.title = title
  }
}

/** Paper is white: whatever is printed has the light theme's colours. */
function printLight(): () => void {
  const page = document.documentElement
  const attribute = 'data-mantine-color-scheme'
  let before: string | null = null
  const begin = () => {
    before = page.getAttribute(attribute)
    page.setAttribute(attribute, 'light')
  }
  const end = () => before !== null && page.setAttribute(attribute, before)
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

/** Mounted once, by main.tsx: what `printContent` prints stands here. */
export function Printer() {
  const job = useSyncExternalStore(watchPrintJob, readPrintJob)
  const root = useRef<HTMLDivElement>(null)
  useEffect(printLight, [])
  useEffect(() => (job && root.current ? print(job, root.current) : undefined), [job])
  if (!job) return null
  return createPortal(
    <div ref={root} className={classes.paper} data-paper aria-hidden inert>
      {job.content}
    </div>,
    document.body,
  )
}
