import { SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isStale } from '../../api/api-error.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { ImageField } from '../../kit/ImageField.tsx'
import type { ImageChoice } from '../../kit/image-rules.ts'
import { MoneyField } from '../../kit/MoneyField.tsx'
import { StaleNotice } from '../../kit/StaleNotice.tsx'
import { WholeNumberField } from '../../kit/WholeNumberField.tsx'
import { productFallback } from './ProductPicture.tsx'
import { validateProduct, valuesOf } from './product-form-values.ts'
import { type EditedProduct, useSaveProduct } from './use-save-product.ts'

interface ProductFormProps {
  /** Null registers a new one. */
  edited: EditedProduct | null
  onClose: () => void
  /** Loads the row again after somebody else changed it. */
  onReload: () => void
}

export function ProductForm({ edited, onClose, onReload }: ProductFormProps) {
  const editing = edited !== null
  const form = useForm({ initialValues: valuesOf(edited?.product ?? null), validate: validateProduct })
  const [picture, setPicture] = useState<ImageChoice>(null)
  const save = useSaveProduct(edited, onClose, form.setErrors)
  const field = form.getInputProps
  return (
    <FormDialog
      opened
      entity="Producto"
      editing={editing}
      submitLabel={editing ? 'Guardar cambios' : 'Registrar producto'}
      pending={save.pending}
      dirty={form.isDirty() || picture !== null}
      error={isStale(save.error) && <StaleNotice error={save.error} onReload={onReload} />}
      unanswered={save.unanswered}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.submit({ values, picture }))}
    >
      <TextInput label="Nombre" required maxLength={50} autoComplete="off" {...field('name')} />
      <TextInput
        label="Código"
        description="Escríbelo o léelo con el lector de código de barras"
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
        {...field('code')}
        // A scanner ends with Enter, which is about the code and not about the form.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          form.getInputNode('description')?.focus()
        }}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Descripción" maxLength={20} autoComplete="off" {...field('description')} />
        <TextInput
          label="Unidad"
          required
          maxLength={20}
          placeholder="Botella, kg, caja…"
          {...field('unit_of_measure')}
        />
        <WholeNumberField label="Cantidad mínima" min={0} max={1_000_000_000} {...field('min_quantity')} />
        <MoneyField label="Precio de venta" {...field('sale_price')} />
      </SimpleGrid>
      <ImageField
        label="Imagen"
        square
        fallback={productFallback}
        choice={picture}
        onChoice={setPicture}
        currentUrl={edited?.product.image_url}
        error={form.errors.image}
      />
    </FormDialog>
  )
}
