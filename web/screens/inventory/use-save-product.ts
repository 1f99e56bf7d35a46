import { errorText } from '@torniquete/contract/errors.ts'
import type { Product } from '@torniquete/contract/products.ts'
import { ApiError } from '../../api/api-error.ts'
import { saveWithImage } from '../../api/images.ts'
import { type Save, useSave } from '../../api/use-save.ts'
import type { ImageChoice } from '../../kit/image-rules.ts'
import type { ProductValues } from './product-form-values.ts'

export interface EditedProduct {
  product: Product
  tag: string | null
}

export interface ProductDraft {
  values: ProductValues
  picture: ImageChoice
}

const codeTaken = errorText('product.code-taken')

/** The server's items as `type: msg`, else its sentence (spec §8). */
export function productFailure(error: Error): string {
  if (!(error instanceof ApiError)) return 'An unknown error occurred.'
  return error.rejections.map(({ type, msg }) => `${type}: ${msg}`).join('\n') || error.message
}

export function useSaveProduct(
  edited: EditedProduct | null,
  onSaved: () => void,
  setErrors: (errors: Record<string, string>) => void,
): Save<ProductDraft> {
  return useSave({
    run: ({ values, picture }: ProductDraft, send) =>
      saveWithImage('products', picture, edited?.product.image_path, (image) => {
        const imageFields = image && { image_url: image.url, image_path: image.path }
        const body = { ...values, ...imageFields }
        return edited
          ? send('products.update', { params: { id_product: edited.product.id }, body, ifMatch: edited.tag })
          : send('products.create', { body })
      }),
    done: edited ? 'Producto actualizado con éxito' : 'Producto agregado con éxito',
    invalidates: ['products'],
    onSaved,
    setErrors,
    failure: (error) => {
      if (error.message !== codeTaken) return { title: error.name, description: productFailure(error) }
      setErrors({ code: codeTaken })
      return null
    },
  })
}
