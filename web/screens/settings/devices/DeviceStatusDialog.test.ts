import { expect, test } from 'vitest'
import { formatBiometricLines, formatMissingTemplatesTitle } from './DeviceStatusDialog.tsx'

const filled = {
  keeps: true,
  known: true,
  people: { held: 412, wanted: 412 },
  templates: { held: 700, wanted: 700, refused: 0 },
  missing_count: 0,
  missing: [],
}

test('biometric lines: states how many templates the terminal has and refused', () => {
  expect(formatBiometricLines(filled)).toEqual([
    { tone: 'plain', text: '412 de 412 personas · 700 de 700 huellas y rostros guardados' },
  ])
  expect(formatBiometricLines({ ...filled, templates: { held: 655, wanted: 700, refused: 0 } })).toEqual([
    { tone: 'warn', text: 'Recibiendo: 412 de 412 personas · 655 de 700 huellas y rostros guardados' },
  ])
  expect(
    formatBiometricLines({ ...filled, templates: { held: 655, wanted: 700, refused: 45 } }).map(({ tone }) => tone),
  ).toEqual(['plain', 'bad'])
  expect(formatBiometricLines({ ...filled, known: false })[0]?.tone).toBe('warn')
})

test('enrolment list: the title counts all clients without a template, also those not listed', () => {
  const missing = [{ id_client: 1, name: 'Ana', reason: '' }]
  expect(formatMissingTemplatesTitle({ ...filled, missing, missing_count: 1 })).toContain('1 persona ')
  expect(formatMissingTemplatesTitle({ ...filled, missing, missing_count: 1200 })).toMatch(
    /1,200 personas .* \(las primeras 1\)/,
  )
})
