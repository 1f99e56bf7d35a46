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

export const valuesOf = (user: User): ProfileValues => ({
  phone_number: user.phone_number ?? '',
  email: user.email ?? '',
  address: user.address ?? '',
  current_password: '',
  password: '',
  confirmation: '',
})

export const bodyOf = ({ confirmation: _, ...values }: ProfileValues) => values

const mismatch = 'Las contraseñas no coinciden'

const validate = validateWith(UserChange, (values: ProfileValues) => ({
  ...bodyOf(values),
  password: values.password || null,
}))

export const validateProfile = (values: ProfileValues) => ({
  ...validate(values),
  ...(values.password !== '' && !values.current_password && { current_password: 'Escribe tu contraseña actual' }),
  ...(values.current_password !== '' && !values.password && { password: 'Escribe la contraseña nueva' }),
  ...(values.password !== values.confirmation && { confirmation: mismatch }),
})
