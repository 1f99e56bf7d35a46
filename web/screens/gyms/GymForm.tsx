import { SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isStale } from '../../api/api-error.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { ImageField } from '../../kit/ImageField.tsx'
import type { ImageChoice } from '../../kit/image-rules.ts'
import { LinksField } from '../../kit/LinksField.tsx'
import { NewPasswordField } from '../../kit/NewPasswordField.tsx'
import { logoFallback } from '../../kit/Picture.tsx'
import { StaleNotice } from '../../kit/StaleNotice.tsx'
import { validateGym, valuesOf } from './gym-form-values.ts'
import { type EditedGym, useSaveGym } from './use-save-gym.ts'

interface GymFormProps {
  /** Null registers a new one. */
  edited: EditedGym | null
  onClose: () => void
  /** Loads the row again after somebody else changed it. */
  onReload: () => void
}

export function GymForm({ edited, onClose, onReload }: GymFormProps) {
  const editing = edited !== null
  const form = useForm({ initialValues: valuesOf(edited?.gym ?? null), validate: validateGym(editing) })
  const [logo, setLogo] = useState<ImageChoice>(null)
  const save = useSaveGym(edited, onClose, form.setErrors)
  const text = (name: 'name' | 'owner' | 'username' | 'email' | 'phone_number' | 'website_url' | 'address') =>
    form.getInputProps(name)
  return (
    <FormDialog
      opened
      entity="Gimnasio"
      editing={editing}
      submitLabel={editing ? 'Guardar cambios' : 'Agregar gimnasio'}
      pending={save.pending}
      dirty={form.isDirty() || logo !== null}
      error={isStale(save.error) && <StaleNotice error={save.error} onReload={onReload} />}
      unanswered={save.unanswered}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.submit({ values, logo }))}
    >
      <ImageField
        label="Logo"
        square
        fallback={logoFallback}
        choice={logo}
        onChoice={setLogo}
        currentUrl={edited?.gym.logo_url}
        error={form.errors.image}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Nombre" required maxLength={255} {...text('name')} />
        <TextInput label="Propietario" required maxLength={255} {...text('owner')} />
        <TextInput
          label="Username"
          required
          maxLength={50}
          autoCapitalize="none"
          autoComplete="off"
          {...text('username')}
        />
        <NewPasswordField optional={editing} {...form.getInputProps('password')} />
        <TextInput label="Correo" type="email" maxLength={255} {...text('email')} />
        <TextInput label="Teléfono" type="tel" maxLength={20} {...text('phone_number')} />
      </SimpleGrid>
      <TextInput label="Sitio web" type="url" placeholder="https://…" maxLength={255} {...text('website_url')} />
      <TextInput label="Dirección" maxLength={255} {...text('address')} />
      <LinksField
        label="Redes sociales"
        rows={form.values.links}
        onChange={(rows) => form.setFieldValue('links', rows)}
      />
      <Switch label="Activo" {...form.getInputProps('is_active', { type: 'checkbox' })} />
    </FormDialog>
  )
}
