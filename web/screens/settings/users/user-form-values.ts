import { NewUser, type User, UserChange } from '@torniquete/contract/admin/users.ts'
import { requiredText } from '@torniquete/contract/shared/typed.ts'
import { validateWith } from '../../../forms/form-errors.ts'

export const toValues = (user: User | null) => ({
  name: user?.name ?? '',
  username: user?.username ?? '',
  // Value of the select: '' is none.
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

export type UserValues = ReturnType<typeof toValues>

/** Request body from the fields. */
export const toBody = ({ confirmation: _, ...values }: UserValues) => ({
  ...values,
  id_role: Number(values.id_role),
  id_zkteco: values.id_zkteco.trim() || null,
})

/** Without a number the server assigns the next one; null would mean none. */
export const toNewBody = ({ id_zkteco, current_password: _, ...body }: ReturnType<typeof toBody>) => ({
  ...body,
  id_zkteco: id_zkteco ?? undefined,
})

export const mismatch = 'Las contraseñas no coinciden'

const validateNew = validateWith(NewUser, (values: UserValues) => toNewBody(toBody(values)))
const validateChange = validateWith(UserChange, (values: UserValues) => ({
  ...toBody(values),
  password: values.password || null,
}))

/** `self`: the user's own row, whose new password needs the current one. */
export const validateUser =
  (editing: boolean, self = false) =>
  (values: UserValues) => ({
    ...(editing ? validateChange(values) : validateNew(values)),
    ...(self &&
      values.password !== '' &&
      values.current_password === '' && { current_password: 'Escribe tu contraseña actual' }),
    ...(values.id_role === '' && { id_role: requiredText }),
    ...(!editing && values.password === '' && { password: requiredText }),
    ...(!editing && values.confirmation === '' && { confirmation: requiredText }),
    ...((editing || values.confirmation !== '') &&
      values.password !== values.confirmation && { confirmation: mismatch }),
  })
