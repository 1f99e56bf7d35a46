import { SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { errorText } from '@torniquete/contract/errors.ts'
import { mayChangeUser, type User } from '@torniquete/contract/users.ts'
import { useState } from 'react'
import { isStale } from '../../../api/api-error.ts'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { ImageField } from '../../../kit/ImageField.tsx'
import type { ImageChoice } from '../../../kit/image-rules.ts'
import { NewPasswordField } from '../../../kit/NewPasswordField.tsx'
import { StaleNotice } from '../../../kit/StaleNotice.tsx'
import { toast } from '../../../kit/toast.ts'
import { useSignedIn } from '../../../session/session.tsx'
import { RoleSelect } from './RoleSelect.tsx'
import { type EditedUser, useSaveUser } from './use-save-user.ts'
import { mismatch, validateUser, valuesOf } from './user-form-values.ts'

interface UserFormProps {
  /** Null adds a new one. */
  edited: EditedUser | null
  onClose: () => void
  /** Loads the row again after somebody else changed it. */
  onReload: () => void
}

/** Why role and activity are locked. */
function standingLock({ user }: EditedUser, self: User): string | null {
  const rule = mayChangeUser({ id: self.id, role: 'gym_super_admin' }, user.id, ['is_active', 'id_role'])
  return rule && errorText(rule)
}

/** What a change does to the sessions of the user. */
function sessionsText(edited: EditedUser, self: boolean): string {
  return self
    ? 'Otra contraseña cierra tus demás sesiones; esta sigue abierta.'
    : `Otra contraseña u otro rol cierra enseguida las sesiones abiertas de ${edited.user.name}.`
}

export function UserForm({ edited, onClose, onReload }: UserFormProps) {
  const editing = edited !== null
  const { user: self } = useSignedIn()
  const form = useForm({ initialValues: valuesOf(edited?.user ?? null), validate: validateUser(editing) })
  const [photo, setPhoto] = useState<ImageChoice>(null)
  const save = useSaveUser(edited, onClose, form)
  const field = form.getInputProps
  const lock = edited && standingLock(edited, self)
  const onSubmit = form.onSubmit(
    (values) => save.submit({ values, photo }),
    ({ confirmation }) => confirmation === mismatch && toast.failure(mismatch),
  )
  return (
    <FormDialog
      opened
      // The specification's word, also for those who work here.
      entity="Cliente"
      editing={editing}
      submitLabel={editing ? 'Guardar cambios' : 'Agregar usuario'}
      pending={save.pending}
      dirty={form.isDirty() || photo !== null}
      error={isStale(save.error) && <StaleNotice error={save.error} onReload={onReload} />}
      unanswered={save.unanswered}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Nombre" required maxLength={255} autoComplete="off" {...field('name')} />
        <TextInput
          label="Username"
          required
          maxLength={50}
          autoCapitalize="none"
          autoComplete="off"
          {...field('username')}
        />
      </SimpleGrid>
      <RoleSelect disabled={lock !== null} description={lock} {...field('id_role')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NewPasswordField optional={editing} {...field('password')} />
        <NewPasswordField
          optional={editing}
          label="Confirmar contraseña"
          placeholder="La misma otra vez"
          {...field('confirmation')}
        />
      </SimpleGrid>
      {edited && (
        <Text size="sm" c="dimmed" mt={-8}>
          {sessionsText(edited, lock !== null)}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Teléfono" type="tel" maxLength={20} autoComplete="off" {...field('phone_number')} />
        <TextInput label="Correo" type="email" maxLength={255} autoComplete="off" {...field('email')} />
      </SimpleGrid>
      <TextInput label="Dirección" maxLength={255} autoComplete="off" {...field('address')} />
      <TextInput
        label="Número en el dispositivo"
        description={editing ? 'Sin número no puede pasar por la puerta' : 'Vacío: se asigna el siguiente número libre'}
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        {...field('id_zkteco')}
      />
      <ImageField
        label="Foto"
        choice={photo}
        onChoice={setPhoto}
        currentUrl={edited?.user.photo_url}
        error={form.errors.image}
      />
      <Switch
        label="Activo"
        description={lock ?? 'Inactivo no entra al sistema ni pasa por la puerta'}
        disabled={lock !== null}
        {...form.getInputProps('is_active', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
