// The limits in the OpenAPI document of shapes that check by a refinement: zod exports only its built-in checks.
import * as shapes from '@torniquete/contract/shared/shapes.ts'
import type { z } from 'zod'

type Json = Record<string, unknown>

// Such a value may be sent as text or as number: `pattern` applies to texts, `minimum` and `maximum` to numbers.
const cents = { minimum: 0, maximum: 9_999_999_999.99, multipleOf: 0.01, examples: ['1250.00', 1250] }
const day = { format: 'date', examples: ['2026-11-21'] }
const number = (most: number) => ({ pattern: '^\\d+$', maxLength: String(most).length, examples: ['1'] })

const limits = new Map<z.core.$ZodType, Json>([
  [shapes.idInAddress, number(Number.MAX_SAFE_INTEGER)],
  [shapes.shortIdInAddress, number(2_147_483_647)],
  [shapes.pageQuery.shape.page, { pattern: '^\\d{1,9}$', default: '0' }],
  [
    shapes.pageQuery.shape.size_page,
    { pattern: '^\\d{1,9}$', default: '10', description: 'A whole number from 1 to 1000.' },
  ],
  [shapes.pin, { minimum: 1, maximum: 999_999_999, pattern: '^[1-9]\\d{0,8}$' }],
  [shapes.optionalDay, day],
  [shapes.birthDay, day],
  [
    shapes.dayOrInstant,
    { maxLength: 35, description: 'A day, or an instant (ISO 8601; without a zone it is the gym’s).' },
  ],
  [shapes.rangeBound, { maxLength: 35, description: 'A day, or an instant: an end of the range, itself included.' }],
  [shapes.amount, cents],
  [shapes.optionalAmount, cents],
  [shapes.positiveAmount, { ...cents, minimum: 0.01 }],
  [shapes.percent, { minimum: 0, maximum: 100, multipleOf: 0.01 }],
  [shapes.money, { pattern: '^-?\\d+\\.\\d{2}$' }],
  [shapes.flag, { enum: ['true', 'false', '1', '0'] }],
])

export function addLimits({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void {
  Object.assign(jsonSchema, limits.get(zodSchema))
}
