import { startTransition, useEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import classes from './Printer.module.css'
import { finishPrint, type Paper, readPaper, requestedPaper } from './printing.ts'
import { toast } from './toast.ts'

/** Milliseconds to wait for a picture before printing without it. */
const patience = 3000

async function picturesOf(element: HTMLElement): Promise<void> {
  const pictures = [...element.querySelectorAll('img')].map((image) => image.decode().catch(() => undefined))
  if (pictures.length === 0) return
  await Promise.race([Promise.all(pictures), new Promise((resolve) => setTimeout(resolve, patience))])
}

/** Quotes a text for a style sheet. */
const quoted = (text: string) => `"${text.replace(/["\\\n]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`

const footOf = (text: string) => `@page {
  @bottom-left { content: ${quoted(text)} }
  @bottom-right { content: "Página " counter(page) " de " counter(pages) }
}`

/** Text in the footer of each sheet, beside its number; `by` is the paper's issuer. */
type Footing = (by: string | null | undefined) => string

/** Applies light colours for printing. Returns a function that restores the page. */
function dress(paper: Paper | null): () => void {
  const page = document.documentElement
  const attribute = 'data-mantine-color-scheme'
  const [scheme, title] = [page.getAttribute(attribute), document.title]
  page.setAttribute(attribute, 'light')
  if (paper) {
    page.dataset.printing = ''
    document.title = paper.title
  }
  return () => {
    if (scheme !== null) page.setAttribute(attribute, scheme)
    delete page.dataset.printing
    document.title = title
  }
}

/** Mounted once by main.tsx; renders the paper. */
export function Printer({ footText }: { footText: Footing }) {
  const [paper, setPaper] = useState<Paper | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLStyleElement>(null)
  // Renders a long list in the background.
  useEffect(() => requestedPaper.watch(() => startTransition(() => setPaper(requestedPaper.read()))), [])
  useEffect(() => {
    let undress: (() => void) | null = null
    const begin = () => {
      const now = readPaper()
      // The browser prints right after its event, so rendering is synchronous.
      flushSync(() => setPaper(now))
      if (foot.current) foot.current.textContent = footOf(footText(now?.by))
      undress ??= dress(now)
    }
    const end = () => {
      undress?.()
      undress = null
      setPaper(null)
      finishPrint()
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      undress?.()
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [footText])
  useEffect(() => {
    if (!paper || !root.current || paper !== requestedPaper.read()) return
    if (root.current.querySelector('[data-unprintable]')) {
      toast.failure('No se pudo preparar la impresión', `«${paper.title}»: la página sigue como estaba.`)
      return finishPrint()
    }
    let wanted = true
    void picturesOf(root.current).then(() => wanted && window.print())
    return () => {
      wanted = false
    }
  }, [paper])
  return (
    <>
      <style ref={foot} />
      {paper &&
        createPortal(
          <div ref={root} className={classes.paper} data-paper aria-hidden inert>
            {paper.content}
          </div>,
          document.body,
        )}
    </>
  )
}
