import { type User, UserChange } from '@torniquete/contract/users.ts'
import { validateWith } from '../../forms/form-errors.ts'
import { changesBetween } from '../../forms/rebase.ts'

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

/** Only what differs from what the form began with; the present password goes with a new one. */
export function bodyOf(
  begun: ProfileValues,
  { confirmation: _, password, current_password, ...values }: ProfileValues,
) {
  const fields = changesBetween<Partial<typeof values>>(begun, values)
  return password === '' ? fields : { ...fields, password, current_password }
}

const mismatch = 'Las contraseñas no coinciden'

export function validateProfile(begun: { readonly current: ProfileValues }) {
  const validate = validateWith(UserChange, (values: ProfileValues) => bodyOf(begun.current, values))
  return (values: ProfileValues) => ({
    ...validate(values),
    ...(values.password !== '' && !values.current_password && { current_password: 'Escribe tu contraseña actual' }),
    ...(values.current_password !== '' && !values.password && { password: 'Escribe la contraseña nueva' }),
    ...(values.password !== values.confirmation && { confirmation: mismatch }),
  })
}
