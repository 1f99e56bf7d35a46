import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { describeProductError } from './dialogs.tsx'

const rejection = (type: string, msg: string) => ({ type, msg, loc: ['body', 'name'] })

test.each([
  [new ApiError(422, 'x', [rejection('too_big', 'Demasiado largo')]), 'too_big: Demasiado largo'],
  [new ApiError(422, 'x', [rejection('a', 'Uno'), rejection('b', 'Dos')]), 'a: Uno\nb: Dos'],
  [
    new ApiError(409, 'El registro está en uso y no puede cambiarse ahora.'),
    'El registro está en uso y no puede cambiarse ahora.',
  ],
  [new TypeError('x is undefined'), 'An unknown error occurred.'],
])('product form: shows the reasons of the refusal %s', (error, said) => expect(describeProductError(error)).toBe(said))
