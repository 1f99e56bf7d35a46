import type { Product } from '@torniquete/contract/till/products.ts'
import { Picture } from '../../kit/Picture.tsx'

export const productFallback = '/product-default.svg'

/** Beside the product's name, which says what it shows. */
export function ProductPicture({ product, size }: { product: Product; size?: number }) {
  return <Picture src={product.image_url} alt="" square size={size} fallback={productFallback} />
}
