import { type User, UserChange } from '@torniquete/contract/users.ts'
import { validateWith } from '../../forms/form-errors.ts'

export interface ProfileValues {
  phone_number: string
  email: string
  address: string
  current_password: string
  password: string
  confirmation: string
}

export const valuesOf = ({ phone_number, email, address }: User): ProfileValues => ({
  phone_number: phone_number ?? '',
  email: email ?? '',
  address: address ?? '',
  current_password: '',
  password: '',
  confirmation: '',
})

/** Only what differs from the stored row; the present password goes with a new one. */
export function bodyOf(user: User, { confirmation: _, password, current_password, ...values }: ProfileValues) {
  const before = new Map<string, string>(Object.entries(valuesOf(user)))
  const changed = Object.entries(values).filter(([field, value]) => value.trim() !== before.get(field))
  const fields: Partial<typeof values> = Object.fromEntries(changed)
  return password === '' ? fields : { ...fields, password, current_password }
}

const mismatch = 'Las contraseñas no coinciden'

export function validateProfile(user: User) {
  const validate = validateWith(UserChange, (values: ProfileValues) => bodyOf(user, values))
  return (values: ProfileValues) => ({
    ...validate(values),
    ...(values.password !== '' && !values.current_password && { current_password: 'Escribe tu contraseña actual' }),
    ...(values.current_password !== '' && !values.password && { password: 'Escribe la contraseña nueva' }),
    ...(values.password !== values.confirmation && { confirmation: mismatch }),
  })
}
