import { formatTemplateName } from '@torniquete/contract/members/biometric-names.ts'
import type { Enrolment } from '@torniquete/contract/members/biometrics.ts'
import { expect, test } from 'vitest'
import {
  describeTerminalTemplates,
  enrolmentLine,
  fingerChoices,
  formatTemplateOrigin,
  isEnrolling,
} from './biometric-texts.ts'

test('finger names: each finger names its hand, and the right hand comes first', () => {
  expect(formatTemplateName({ kind: 'finger', finger: 6 })).toBe('Huella · índice derecho')
  expect(formatTemplateName({ kind: 'face', finger: null })).toBe('Rostro')
  expect(fingerChoices.map(({ value }) => value).join('')).toBe('5678901234')
})

test('template text: states where and when the template was enrolled', () => {
  const kept = { kind: 'photo', finger: null, taken_at: '2026-06-16T03:00:00Z' } as const
  expect(formatTemplateOrigin('America/Santo_Domingo', { ...kept, device: null })).toBe('Recepción, 15/06/2026')
  expect(formatTemplateOrigin('America/Santo_Domingo', { ...kept, device: 'Entrada' })).toBe('Entrada, 15/06/2026')
})

test('template text: states which templates a terminal has, lacks or refused', () => {
  const device = { id: 1, name: 'Entrada', knows: true, leaving: false, held: 0, waiting: 0, refused: 0, enrols: [] }
  expect(describeTerminalTemplates(device)).toBeNull()
  expect(describeTerminalTemplates({ ...device, leaving: true })?.tone).toBe('warn')
  expect(describeTerminalTemplates({ ...device, knows: false })?.text).toBe('Aún no tiene a esta persona')
  expect(describeTerminalTemplates({ ...device, held: 1, waiting: 1 })?.text).toBe('Falta que reciba 1 de 2')
  expect(describeTerminalTemplates({ ...device, held: 1, refused: 1 })?.tone).toBe('bad')
  expect(describeTerminalTemplates({ ...device, held: 2 })?.text).toBe('Tiene lo que se guarda')
})

test('enrolment: each state has a text, and two states are pending', () => {
  const enrolment: Enrolment = {
    id: 1,
    device: { id: 1, name: 'Entrada' },
    kind: 'finger',
    finger: 6,
    asked_at: '2026-06-15T16:00:00Z',
    state: 'asked',
  }
  const states = [
    'asked',
    'waiting',
    'done',
    'exists',
    'somebody-else',
    'failed',
    'cancelled',
    'busy',
    'unsupported',
    'refused',
    'silent',
  ] as const
  const texts = states.flatMap((state) =>
    (['finger', 'face'] as const).map((kind) => enrolmentLine({ ...enrolment, kind, state }).text),
  )
  expect(new Set(texts).size).toBeGreaterThan(states.length)
  expect(states.filter((state) => isEnrolling({ ...enrolment, state }))).toEqual(['asked', 'waiting'])
  expect(isEnrolling(null)).toBe(false)
})
