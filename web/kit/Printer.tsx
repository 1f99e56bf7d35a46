import { Component, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import classes from './paper.module.css'
import { getDocumentToPrint, type PrintDocument, requestedPrintStore } from './printing.ts'
import { toast } from './toast.ts'

const pictureTimeoutMs = 3000

async function loadPictures(element: HTMLElement): Promise<void> {
  const pictures = [...element.querySelectorAll('img')].map((image) => image.decode().catch(() => undefined))
  if (pictures.length === 0) return
  await Promise.race([Promise.all(pictures), new Promise((resolve) => setTimeout(resolve, pictureTimeoutMs))])
}

const quoted = (text: string) => `"${text.replace(/["\\\n]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`

const footOf = (text: string) => `@page {
  @bottom-left { content: ${quoted(text)} }
  @bottom-right { content: "Página " counter(page) " de " counter(pages) }
}`

/** Applies light colours and the document's title for printing. Returns a function that restores the page. */
function applyPrintTheme(paper: PrintDocument | null): () => void {
  const page = document.documentElement
  const attribute = 'data-mantine-color-scheme'
  const [scheme, title] = [page.getAttribute(attribute), document.title]
  page.setAttribute(attribute, 'light')
  if (paper) document.title = paper.title
  return () => {
    if (scheme !== null) page.setAttribute(attribute, scheme)
    document.title = title
  }
}

/** Error boundary: a printed document that fails to render must not break the page. */
class PaperBoundary extends Component<{ title: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    if (!this.state.failed) return this.props.children
    return <p data-unprintable>«{this.props.title}» no se pudo preparar para imprimir.</p>
  }
}

export function Printer({ footText }: { footText: (by: string | null | undefined) => string }) {
  const [paper, setPaper] = useState<PrintDocument | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLStyleElement>(null)
  // Renders a long document in the background.
  useEffect(() => requestedPrintStore.watch(() => startTransition(() => setPaper(requestedPrintStore.read()))), [])
  useEffect(() => {
    let restoreTheme: (() => void) | null = null
    const begin = () => {
      const now = getDocumentToPrint()
      // The browser prints right after its beforeprint event, so the document must be rendered synchronously.
      flushSync(() => setPaper(now))
      if (foot.current) foot.current.textContent = footOf(footText(now?.by))
      restoreTheme ??= applyPrintTheme(now)
    }
    const end = () => {
      restoreTheme?.()
      restoreTheme = null
      setPaper(null)
      requestedPrintStore.set(null)
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      restoreTheme?.()
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [footText])
  useEffect(() => {
    if (!paper || !root.current || paper !== requestedPrintStore.read()) return
    if (root.current.querySelector('[data-unprintable]')) {
      toast.failure('No se pudo preparar la impresión', `«${paper.title}»: la página sigue como estaba.`)
      return requestedPrintStore.set(null)
    }
    let isCurrent = true
    void loadPictures(root.current).then(() => isCurrent && window.print())
    return () => {
      isCurrent = false
    }
  }, [paper])
  return (
    <>
      <style ref={foot} />
      {paper &&
        createPortal(
          <div ref={root} className={classes.paper} data-paper aria-hidden inert>
            <PaperBoundary title={paper.title}>{paper.content}</PaperBoundary>
          </div>,
          document.body,
        )}
    </>
  )
}
