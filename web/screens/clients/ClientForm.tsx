import { Checkbox, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isStale } from '../../api/api-error.ts'
import { DayField } from '../../kit/DayField.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { ImageField } from '../../kit/ImageField.tsx'
import type { ImageChoice } from '../../kit/image-rules.ts'
import { LinksField } from '../../kit/LinksField.tsx'
import { StaleNotice } from '../../kit/StaleNotice.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { validateClient, valuesOf } from './client-form-values.ts'
import { type EditedClient, useSaveClient } from './use-save-client.ts'

interface ClientFormProps {
  /** Null registers a new one. */
  edited: EditedClient | null
  onClose: () => void
  /** Loads the row again after somebody else changed it. */
  onReload: () => void
}

const nextFreeNumber = 'Vacío: se asigna el siguiente número libre'
const withoutNumber = 'Sin número no puede pasar por la puerta'

export function ClientForm({ edited, onClose, onReload }: ClientFormProps) {
  const editing = edited !== null
  const form = useForm({ initialValues: valuesOf(edited?.client ?? null), validate: validateClient(editing) })
  const [photo, setPhoto] = useState<ImageChoice>(null)
  const save = useSaveClient(edited, onClose, form.setErrors)
  const field = form.getInputProps
  const today = useGymClock()?.today
  return (
    <FormDialog
      opened
      entity="Cliente"
      editing={editing}
      submitLabel={editing ? 'Guardar cambios' : 'Agregar cliente'}
      pending={save.pending}
      dirty={form.isDirty() || photo !== null}
      error={isStale(save.error) && <StaleNotice error={save.error} onReload={onReload} />}
      unanswered={save.unanswered}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.submit({ values, photo }))}
    >
      <TextInput label="Nombre" required maxLength={255} autoComplete="off" {...field('name')} />
      <Checkbox label="Activo" {...form.getInputProps('is_active', { type: 'checkbox' })} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Teléfono" type="tel" maxLength={20} autoComplete="off" {...field('phone_number')} />
        <TextInput label="Correo" type="email" maxLength={255} autoComplete="off" {...field('email')} />
        <DayField label="Fecha de nacimiento" birth latest={today} atOnce {...field('birth_date')} />
        <TextInput label="Número de tarjeta" maxLength={50} autoComplete="off" {...field('card_number')} />
      </SimpleGrid>
      <TextInput label="Dirección" maxLength={255} autoComplete="off" {...field('address')} />
      <TextInput
        label="Número en el dispositivo"
        description={editing ? withoutNumber : nextFreeNumber}
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        {...field('id_zkteco')}
      />
      <Textarea label="Notas" maxLength={255} {...field('notes')} />
      <ImageField
        label="Foto"
        choice={photo}
        onChoice={setPhoto}
        currentUrl={edited?.client.photo_url}
        error={form.errors.image}
      />
      <LinksField
        label="Redes sociales"
        rows={form.values.links}
        onChange={(rows) => form.setFieldValue('links', rows)}
      />
    </FormDialog>
  )
}
