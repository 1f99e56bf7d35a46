import { NewSupportRequest } from '@torniquete/contract/support.ts'
import { validateWith } from '../../forms/form-errors.ts'

export interface SupportValues {
  from_name: string
  email: string
  message: string
}

export const validateSupport = validateWith(NewSupportRequest, (values: SupportValues) => values)
