// Spanish texts for schema errors, which replace zod's own.
import type { z } from 'zod'
import { formatNumber } from './format-numbers.ts'
import { requiredFieldText } from './parse-input.ts'

const wanted: Record<string, string> = {
  string: 'Debe ser un texto',
  number: 'Debe ser un número',
  int: 'Debe ser un número entero',
  boolean: 'Debe ser verdadero o falso',
  array: 'Debe ser una lista',
  object: 'Debe ser un objeto con sus campos',
}

const counted: Record<string, string> = { string: 'carácter', array: 'elemento' }
const several: Record<string, string> = { string: 'caracteres', array: 'elementos' }
const wrong = 'No es un valor válido'

const formatBound = (words: string, limit: unknown, origin: string) =>
  [words, formatNumber(Number(limit)), (Number(limit) === 1 ? counted : several)[origin]].filter(Boolean).join(' ')

/** Error text for z.config(); a text set in a schema takes precedence. */
export function formatSchemaError(issue: z.core.$ZodRawIssue): string {
  const isMissing = issue.input === undefined || issue.input === null
  switch (issue.code) {
    case 'invalid_type':
      return isMissing ? requiredFieldText : (wanted[issue.expected] ?? wrong)
    case 'invalid_union':
      return isMissing ? requiredFieldText : wrong
    case 'too_small':
      return formatBound(
        issue.origin in counted ? 'Debe tener al menos' : 'Debe ser al menos',
        issue.minimum,
        issue.origin,
      )
    case 'too_big':
      return formatBound(issue.origin in counted ? 'Como máximo' : 'Debe ser como máximo', issue.maximum, issue.origin)
    case 'invalid_value':
      return `Debe ser ${issue.values.length > 1 ? 'uno de estos valores: ' : ''}${issue.values.join(', ')}`
    default:
      return wrong
  }
}
