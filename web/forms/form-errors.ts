// Errors at the fields of @mantine/form from the contract's schemas, in Spanish.
import { formatSchemaError } from '@torniquete/contract/shared/schema-texts.ts'
import { z } from 'zod'

z.config({ localeError: formatSchemaError })

type FieldErrors = Record<string, string>

/** A `validate` for useForm: checks what the form would send. Fields and body share their names. */
export function validateWith<Values>(
  schema: z.ZodType,
  toBody: (values: Values) => unknown = (values) => values,
): (values: Values) => FieldErrors {
  return (values) => {
    const read = schema.safeParse(toBody(values))
    if (read.success) return {}
    const errors: FieldErrors = {}
    for (const { path, message } of read.error.issues) {
      const field = path.join('.')
      if (!(field in errors)) errors[field] = message
    }
    return errors
  }
}
