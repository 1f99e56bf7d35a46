import { PasswordInput, type PasswordInputProps } from '@mantine/core'

interface NewPasswordFieldProps extends PasswordInputProps {
  /** True if a blank field keeps the current password. */
  optional: boolean
  /** Accessible name of the show-password button; must not contain a field's label, by which tests find fields. */
  eye?: string
}

export function NewPasswordField({ optional, eye = 'lo escrito', ...input }: NewPasswordFieldProps) {
  return (
    <PasswordInput
      label="Contraseña"
      required={!optional}
      placeholder={optional ? 'Sin cambios' : 'Mínimo 8 caracteres'}
      autoComplete="new-password"
      maxLength={128}
      // Set explicitly, because Mantine's PasswordInput shows an error by colour only.
      aria-invalid={Boolean(input.error)}
      visibilityToggleButtonProps={{ 'aria-label': `Mostrar u ocultar ${eye}`, tabIndex: 0 }}
      {...input}
    />
  )
}
