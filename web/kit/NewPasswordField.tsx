import { PasswordInput, type PasswordInputProps } from '@mantine/core'

interface NewPasswordFieldProps extends PasswordInputProps {
  /** Blank leaves it as it is. */
  optional: boolean
  /** Tells the button that shows it from those of others beside it; no word of a label, by which fields are found. */
  eye?: string
}

/** A password that is being set, which browsers must not fill in. */
export function NewPasswordField({ optional, eye = 'lo escrito', ...input }: NewPasswordFieldProps) {
  return (
    <PasswordInput
      label="Contraseña"
      required={!optional}
      placeholder={optional ? 'Sin cambios' : 'Mínimo 8 caracteres'}
      autoComplete="new-password"
      maxLength={128}
      // PasswordInput itself only colours what is wrong.
      aria-invalid={Boolean(input.error)}
      visibilityToggleButtonProps={{ 'aria-label': `Mostrar u ocultar ${eye}`, tabIndex: 0 }}
      {...input}
    />
  )
}
