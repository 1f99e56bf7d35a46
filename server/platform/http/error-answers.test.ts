// Answers to unexpected errors.
import { expect, test } from 'vitest'
import { toErrorAnswer } from './error-answers.ts'

test.each(['ENETUNREACH', 'EHOSTUNREACH', 'EHOSTDOWN', 'ECONNABORTED'])(
  'error answers: a lost connection is reported as an unreachable database (%s)',
  (code) => {
    const error = Object.assign(new Error(`connect ${code}`), { code })
    for (const each of [error, new AggregateError([error, error])])
      expect(toErrorAnswer(each)).toMatchObject({ status: 503, retryAfterSeconds: 2 })
    expect(toErrorAnswer(new AggregateError([error, new Error('a bug')]))).toMatchObject({ status: 500 })
  },
)
