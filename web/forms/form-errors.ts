// Spanish errors for @mantine/form fields from the contract's schemas.
import { formatSchemaError } from '@torniquete/contract/shared/schema-texts.ts'
import { z } from 'zod'

z.config({ localeError: formatSchemaError })

type FieldErrors = Record<string, string>

/** A `validate` for useForm that checks the body. Fields and body share their names. */
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
