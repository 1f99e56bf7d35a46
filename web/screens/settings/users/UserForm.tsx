import '@mantine/core/styles/Switch.layer.css'
import { NativeSelect, type NativeSelectProps, PasswordInput, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { checkUserChange, type User, UserChange, NewUser as UserToCreate } from '@torniquete/contract/admin/users.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { requiredFieldText } from '@torniquete/contract/shared/parse-input.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { makeResourceDialogs } from '../../../features/resource/make-resource-dialogs.tsx'
import { ImageField } from '../../../forms/ImageField.tsx'
import { makeValidator, type StoredRow, useRecordForm } from '../../../forms/use-record-form.tsx'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { NewPasswordField } from '../../../kit/NewPasswordField.tsx'
import { toast } from '../../../kit/toast.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { useSignedInUser } from '../../../session/session.tsx'
import { formatRole, isAssignableRole } from './UsersTab.tsx'

export const toUserValues = (user: User | null) => ({
  name: user?.name ?? '',
  username: user?.username ?? '',
  id_role: String(user?.id_role ?? ''),
  current_password: '',
  password: '',
  confirmation: '',
  phone_number: user?.phone_number ?? '',
  email: user?.email ?? '',
  address: user?.address ?? '',
  id_zkteco: String(user?.id_zkteco ?? ''),
  is_active: user?.is_active ?? true,
})

type UserValues = ReturnType<typeof toUserValues>

const toBody = ({ confirmation: _, ...values }: UserValues) => ({
  ...values,
  id_role: Number(values.id_role),
  id_zkteco: values.id_zkteco.trim() || null,
})

/**
 * Request body for a new user. Without a typed PIN the field is left out and the server assigns one; null means none.
 */
const toNewBody = ({ id_zkteco, current_password: _, ...body }: ReturnType<typeof toBody>) => ({
  ...body,
  id_zkteco: id_zkteco ?? undefined,
})

export const passwordMismatchText = 'Las contraseñas no coinciden'

const validateNew = makeValidator(UserToCreate, (values: UserValues) => toNewBody(toBody(values)))
const validateChange = makeValidator(UserChange, (values: UserValues) => ({
  ...toBody(values),
  password: values.password || null,
}))

/** `self`: true for the signed-in user's own record, in which a new password requires the current one. */
export const makeUserValidator =
  (editing: boolean, self = false) =>
  (values: UserValues) => ({
    ...(editing ? validateChange(values) : validateNew(values)),
    ...(self &&
      values.password !== '' &&
      values.current_password === '' && { current_password: 'Escribe tu contraseña actual' }),
    ...(values.id_role === '' && { id_role: requiredFieldText }),
    ...(!editing && values.password === '' && { password: requiredFieldText }),
    ...(!editing && values.confirmation === '' && { confirmation: requiredFieldText }),
    ...((editing || values.confirmation !== '') &&
      values.password !== values.confirmation && { confirmation: passwordMismatchText }),
  })

function standingLock(user: User, self: User): string | null {
  const rule = checkUserChange({ id: self.id, role: 'gym_super_admin' }, user.id, ['is_active', 'id_role'])
  return rule && formatError(rule)
}

const sessionsText = ({ name }: User, self: boolean) =>
  self
    ? 'Otra contraseña cierra tus demás sesiones; esta sigue abierta.'
    : `Otra contraseña u otro rol cierra enseguida las sesiones abiertas de ${name}.`

/** Errors by field for a username or PIN that is already taken; null for other errors. */
function clashAt({ message }: Error, { id_zkteco }: UserValues): Record<string, string> | null {
  if (message === formatError('username.taken')) return { username: message }
  if (message === formatError('pin.taken', { pin: id_zkteco.trim() })) return { id_zkteco: message }
  return null
}

export function UserForm({ stored }: { stored: StoredRow<User> | null }) {
  const { user: self } = useSignedInUser()
  const today = useGymClock()?.today
  const roleName = useRoleName()
  const isSelf = stored?.row.id === self.id
  const { field, picture, dialog } = useRecordForm({
    stored,
    toValues: toUserValues,
    toBody,
    validate: makeUserValidator(stored !== null, isSelf),
    create: (body, send) => send('users.create', { body: toNewBody(body) }),
    // A blank password keeps the stored one.
    update: ({ id }, { password, current_password, ...changes }, ifMatch, send) =>
      send('users.update', {
        params: { id_user: id },
        body: {
          ...changes,
          password: password || null,
          ...(password && isSelf && { current_password }),
          updated_at: today,
        },
        ifMatch,
      }),
    created: 'Usuario agregado con éxito',
    updated: 'Usuario editado con éxito',
    picture: { folder: 'users', field: 'photo', pathOf: ({ photo_path }) => photo_path },
    errorsOf: clashAt,
    onInvalid: ({ confirmation }) => confirmation === passwordMismatchText && toast.failure(passwordMismatchText),
  })
  const editing = stored !== null
  const lock = stored && standingLock(stored.row, self)
  return (
    // The specification prescribes the label for clients here too.
    <FormDialog {...dialog} entity="Cliente">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput required maxLength={255} {...field('name', 'Nombre')} />
        <TextInput required maxLength={50} autoCapitalize="none" {...field('username', 'Username')} />
      </SimpleGrid>
      <RoleSelect disabled={lock !== null} {...field('id_role', 'Rol', { description: lock, show: roleName })} />
      {isSelf && (
        <PasswordInput
          autoComplete="current-password"
          maxLength={255}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la de ahora', tabIndex: 0 }}
          {...field('current_password', 'Contraseña actual', { description: 'Hace falta solo para poner otra' })}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NewPasswordField optional={editing} {...field('password', 'Contraseña')} />
        <NewPasswordField
          optional={editing}
          placeholder="La misma otra vez"
          {...field('confirmation', 'Confirmar contraseña')}
        />
      </SimpleGrid>
      {stored && (
        <Text size="sm" c="dimmed" mt={-8}>
          {sessionsText(stored.row, lock !== null)}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput type="tel" maxLength={20} {...field('phone_number', 'Teléfono')} />
        <TextInput type="email" maxLength={255} {...field('email', 'Correo')} />
      </SimpleGrid>
      <TextInput maxLength={255} {...field('address', 'Dirección')} />
      <TextInput
        inputMode="numeric"
        {...field('id_zkteco', 'Número en el dispositivo', {
          description: editing
            ? 'Sin número no puede pasar por la puerta'
            : 'Vacío: se asigna el siguiente número libre',
        })}
      />
      <ImageField label="Foto" {...picture} currentUrl={stored?.row.photo_url} />
      <Switch
        disabled={lock !== null}
        {...field('is_active', 'Activo', {
          type: 'checkbox',
          description: lock ?? 'Inactivo no entra al sistema ni pasa por la puerta',
        })}
      />
    </FormDialog>
  )
}

function useRoleName(): (id: string) => string {
  const roles = useEndpoint('roles.list', {})
  return (id) => {
    const role = roles.data?.find((each) => String(each.id) === id)
    return role ? formatRole(role) : 'otro rol'
  }
}

function RoleSelect({ disabled = false, ...input }: Omit<NativeSelectProps, 'data'>) {
  const roles = useEndpoint('roles.list', {}, { retryForever: true })
  const offered = roles.data?.filter(({ name }) => isAssignableRole(name))
  return (
    <NativeSelect
      label="Rol"
      required
      disabled={disabled || !offered}
      data={
        offered
          ? [
              { value: '', label: 'Seleccione un rol' },
              ...offered.map((role) => ({ value: String(role.id), label: formatRole(role) })),
            ]
          : ['Cargando roles...']
      }
      {...input}
    />
  )
}

export const {
  New: NewUser,
  Edit: EditUser,
  Deleted: DeletedUsers,
} = makeResourceDialogs({
  area: 'users',
  paramsOf: (id) => ({ id_user: id }),
  Form: UserForm,
  title: 'Editar Cliente',
  deleted: {
    title: 'Usuarios eliminados',
    explanation: 'Un usuario restaurado recupera su rol, su contraseña y su número en la puerta.',
    done: 'Usuario restaurado',
    nothingFound: 'No se encontró ningún usuario.',
  },
})
