import { PasswordInput, type PasswordInputProps } from '@mantine/core'

interface NewPasswordFieldProps extends PasswordInputProps {
  /** Blank keeps the password. */
  optional: boolean
  /** Distinguishes the show button from others; must not contain a label's words, which find fields. */
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
      // PasswordInput itself only colours an error.
      aria-invalid={Boolean(input.error)}
      visibilityToggleButtonProps={{ 'aria-label': `Mostrar u ocultar ${eye}`, tabIndex: 0 }}
      {...input}
    />
  )
}
