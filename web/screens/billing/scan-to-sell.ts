import type { GymUserIds } from '../../api/outbox.ts'
import { addProductToLines } from '../../features/drafts/draft-lines.ts'
import { addLinesToDraft } from '../../features/drafts/open-drafts.ts'
import {
  findProductPickRefusal,
  readFirstProducts,
  readProductByCode,
  showUnknownCodeToast,
} from '../../features/drafts/use-product-pick.ts'
import { toast } from '../../kit/toast.ts'
import type { Scan } from '../../kit/use-scanner.ts'

/** Adds a scanned product to the sale's draft. Returns false and shows the reason if it could not be added. */
export async function addScannedProductToSale(
  owner: GymUserIds,
  { code, times }: Pick<Scan, 'code' | 'times'>,
  isShown: () => boolean,
): Promise<boolean> {
  const product = await readProductByCode(code)
  if (!isShown()) {
    // The user has left the page and may be serving another client, whose bill must not get this product.
    toast.info(`El código ${code} no se agregó: saliste de Facturación`)
    return false
  }
  if (!product) {
    showUnknownCodeToast(code, await readFirstProducts())
    return false
  }
  const reason = findProductPickRefusal('sale', product, times)
  if (reason) {
    toast.failure(reason)
    return false
  }
  addLinesToDraft(owner, 'sale', (lines) => addProductToLines(lines, product, times))
  return true
}
