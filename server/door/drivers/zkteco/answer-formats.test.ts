import { expect, test } from 'vitest'
import { AnswerFormats } from './attendance-upload-handler.ts'

const at = (seconds: number) => new Date(Date.parse('2026-06-15T16:00:00Z') + seconds * 1000)

test('answer formats: a repeated batch is answered three times alike, then in other formats', () => {
  const forms = new AnswerFormats()
  const answers = Array.from({ length: 7 }, (_, time) => forms.next('T', 'one', 0, at(time)).format)
  expect(answers).toEqual([0, 0, 0, 1, 1, 2, 0])
  const more = Array.from({ length: 8 }, (_, time) => forms.next('T', 'one', 0, at(8 + time)).format)
  expect(more).toEqual([0, 0, 1, 1, 1, 2, 2, 2])
  expect(forms.next('T', 'two', 0, at(20))).toEqual({ format: 2, learnt: 2 })
  expect(forms.next('T', 'three', 2, at(21))).toEqual({ format: 2, learnt: null })
})

test('answer formats: other batches and late repeats do not change the format', () => {
  const forms = new AnswerFormats()
  for (let time = 0; time < 3; time++) forms.next('T', 'one', 0, at(time))
  expect(forms.next('T', 'two', 0, at(4))).toEqual({ format: 0, learnt: null })
  for (let time = 0; time < 6; time++) expect(forms.next('T', 'three', 0, at(700 * time)).format).toBe(0)
  expect(forms.next('OTHER', 'three', 1, at(0)).format).toBe(1)
})
