import { useEffect, useRef } from 'react'
import { addProduct } from '../../features/drafts/draft-lines.ts'
import { addToDraft, useOwner } from '../../features/drafts/open-drafts.ts'
import { readFirstProducts, readProductByCode } from '../../features/drafts/use-bill-products.ts'
import { findRefusal, showUnknownCode } from '../../features/drafts/use-product-pick.ts'
import { toast } from '../../kit/toast.ts'
import { useScanner } from '../../kit/use-scanner.ts'

interface Page {
  /** Opens the sale dialog with the draft's lines. */
  onSell: () => void
  /** The sale dialog is open or opening, and takes scanned codes. */
  selling: boolean
  /** A bill is open, for example after a sale: the next sale may start. */
  reading: boolean
}

const modal = '[role=dialog][aria-modal=true]'

/** Starts a sale when a code is scanned without one. */
export function useScanToSell({ onSell, selling, reading }: Page): void {
  const owner = useOwner()
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  const begin = async (code: string, times: number) => {
    try {
      const product = await readProductByCode(code)
      // The person has left the page and may serve another client, whose bill must not get this line.
      if (!shown.current) return toast.info(`El código ${code} no se agregó: saliste de Facturación`)
      if (!product) return showUnknownCode(code, await readFirstProducts())
      const reason = findRefusal('sale', product, times)
      if (reason) return toast.failure(reason)
      addToDraft(owner, 'sale', (lines) => addProduct(lines, product, times))
      if (!selling) onSell()
    } catch (error) {
      toast.failure(`El código ${code} no se pudo buscar`, error instanceof Error ? error.message : null)
    }
  }
  useScanner(({ code, times }) => {
    // An open confirmation gets no code, because the scanner's Enter would answer it.
    const covered = document.querySelectorAll(modal).length > (selling || reading ? 1 : 0)
    return () => (covered ? toast.info('Cierra esta ventana para vender productos.') : void begin(code, times))
  })
}
