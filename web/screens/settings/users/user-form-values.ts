import { NewUser, type User, UserChange } from '@torniquete/contract/users.ts'
import { validateWith } from '../../../kit/form-errors.ts'

export interface UserValues {
  name: string
  username: string
  /** As the select holds it: '' is none. */
  id_role: string
  password: string
  confirmation: string
  phone_number: string
  email: string
  address: string
  id_zkteco: string
  is_active: boolean
}

export function valuesOf(user: User | null): UserValues {
  return {
    name: user?.name ?? '',
    username: user?.username ?? '',
    id_role: String(user?.id_role ?? ''),
    password: '',
    confirmation: '',
    phone_number: user?.phone_number ?? '',
    email: user?.email ?? '',
    address: user?.address ?? '',
    id_zkteco: String(user?.id_zkteco ?? ''),
    is_active: user?.is_active ?? true,
  }
}

const sharedBody = ({ confirmation: _, ...values }: UserValues) => ({
  ...values,
  id_role: Number(values.id_role),
  id_zkteco: values.id_zkteco.trim() || null,
})

/** Without a number the next free one is given; null would be none. */
export const bodyOfNew = (values: UserValues) => ({
  ...sharedBody(values),
  id_zkteco: values.id_zkteco.trim() || undefined,
})

type UserChangeBody = Partial<Omit<ReturnType<typeof sharedBody>, 'password'>> & { password: string | null }

/** Only what differs from the row that the form opened with; a blank password stays as it is. */
export function bodyOfChange(user: User, values: UserValues): UserChangeBody {
  const { password, ...body } = sharedBody(values)
  const before = new Map<string, unknown>(Object.entries(sharedBody(valuesOf(user))))
  const changed = Object.entries(body).filter(([field, value]) => value !== before.get(field))
  return { ...Object.fromEntries(changed), password: password || null }
}

export const mismatch = 'Las contraseñas no coinciden'
const required = 'Este campo es requerido'

const validateNew = validateWith(NewUser, bodyOfNew)
const validateChange = validateWith(UserChange, (values: UserValues) => ({
  ...sharedBody(values),
  password: values.password || null,
}))

export const validateUser = (editing: boolean) => (values: UserValues) => ({
  ...(editing ? validateChange(values) : validateNew(values)),
  ...(values.id_role === '' && { id_role: required }),
  ...(!editing && values.password === '' && { password: required }),
  ...(!editing && values.confirmation === '' && { confirmation: required }),
  ...((editing || values.confirmation !== '') && values.password !== values.confirmation && { confirmation: mismatch }),
})
