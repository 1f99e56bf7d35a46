import { TextInput } from '@mantine/core'
import { requiredText } from '@torniquete/contract/shared/typed.ts'

interface ReasonFieldProps {
  value: string
  onChange: (reason: string) => void
  /** True after a submit: missing fields are then marked. */
  tried: boolean
  'data-autofocus'?: boolean
}

export const ReasonField = ({ value, onChange, tried, ...field }: ReasonFieldProps) => (
  <TextInput
    label="Motivo"
    required
    maxLength={255}
    value={value}
    error={tried && value.trim() === '' && requiredText}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...field}
  />
)
