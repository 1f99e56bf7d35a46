import { PasswordInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { roleLabels } from '@torniquete/contract/roles.ts'
import { useRef, useState } from 'react'
import type { ImageChoice } from '../../api/images.ts'
import { saveWithImage } from '../../api/images.ts'
import { ImageField } from '../../forms/ImageField.tsx'
import { rebase } from '../../forms/rebase.ts'
import { useSave } from '../../forms/use-save.ts'
import { NewPasswordField } from '../../kit/NewPasswordField.tsx'
import { PageForm } from '../../kit/PageForm.tsx'
import { toast } from '../../kit/toast.ts'
import { useSignedIn } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import classes from './profile.module.css'
import { bodyOf, type ProfileValues, validateProfile, valuesOf } from './profile-values.ts'

export function ProfilePage() {
  return (
    <>
      <PageHeader title="Mi perfil" />
      <div className={classes.column}>
        <ProfileForm />
      </div>
    </>
  )
}

/** What everybody may change of the own user, whatever the role. */
function ProfileForm() {
  const { user, role } = useSignedIn()
  /** What is stored, as the form knew it: only what differs from that is sent. */
  const begun = useRef(valuesOf(user))
  const form = useForm({ initialValues: begun.current, validate: validateProfile(begun) })
  const [photo, setPhoto] = useState<ImageChoice>(null)
  const save = useSave({
    run: (values: ProfileValues, send) =>
      saveWithImage('users', photo, user.photo_path, (image) => {
        const photoFields = image && { photo_url: image.url, photo_path: image.path }
        return send('users.update', {
          params: { id_user: user.id },
          body: { ...bodyOf(begun.current, values), ...photoFields },
        })
      }),
    done: 'Usuario editado con éxito',
    onSaved: (saved, sent) => {
      const stored = valuesOf(saved)
      begun.current = stored
      form.setValues(rebase(form.getValues(), sent, stored))
      form.resetDirty(stored)
      setPhoto(null)
    },
    setErrors: form.setErrors,
  })
  const field = form.getInputProps
  const dirty = form.isDirty() || photo !== null
  return (
    <PageForm
      title={user.name}
      submitLabel="Guardar"
      pending={save.pending}
      dirty={dirty}
      onSubmit={form.onSubmit((values) => {
        if (dirty) save.submit(values)
        else toast.info('No hay cambios que guardar.')
      })}
    >
      <Text c="dimmed" size="sm" mt={-8}>
        {user.username} · {roleLabels[role]}
      </Text>
      <ImageField
        label="Foto"
        choice={photo}
        onChoice={setPhoto}
        currentUrl={user.photo_url}
        error={form.errors.image}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Teléfono" type="tel" maxLength={20} autoComplete="tel" {...field('phone_number')} />
        <TextInput label="Correo" type="email" maxLength={255} autoComplete="email" {...field('email')} />
      </SimpleGrid>
      <TextInput label="Dirección" maxLength={255} autoComplete="street-address" {...field('address')} />
      <fieldset className={classes.part}>
        <legend>Cambiar la contraseña</legend>
        <PasswordInput
          label="Contraseña actual"
          autoComplete="current-password"
          maxLength={255}
          aria-invalid={Boolean(form.errors.current_password)}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la contraseña actual', tabIndex: 0 }}
          {...field('current_password')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NewPasswordField optional label="Nueva contraseña" {...field('password')} />
          <NewPasswordField
            optional
            label="Confirmar contraseña"
            placeholder="La misma otra vez"
            {...field('confirmation')}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          Otra contraseña cierra tus demás sesiones; esta sigue abierta.
        </Text>
      </fieldset>
    </PageForm>
  )
}
