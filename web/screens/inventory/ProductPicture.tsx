import type { Product } from '@torniquete/contract/till/products.ts'
import { Picture } from '../../kit/Picture.tsx'

export const productFallback = '/product-default.svg'

/** Decorative: the product's name is beside it. */
export function ProductPicture({ product, size }: { product: Product; size?: number }) {
  return <Picture src={product.image_url} alt="" square size={size} fallback={productFallback} />
}
