import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAtPath } from '../../testing/render.tsx'
import { TaxIdField } from './TaxIdField.tsx'

let value = ''

function Field({ stored = '' }: { stored?: string }) {
  const [digits, setDigits] = useState(stored)
  value = digits
  return <TaxIdField label="RNC o cédula" value={digits} onChange={setDigits} />
}

const field = () => screen.findByRole('textbox', { name: 'RNC o cédula' })

test('TaxIdField: reports digits only, and shows dashes after it loses focus', async () => {
  const hand = renderAtPath(<Field />)
  await hand.type(await field(), '1-01 85004 3')
  await hand.tab()
  expect(value).toBe('101850043')
  expect(await field()).toHaveProperty('value', '1-01-85004-3')
  expect(screen.queryByText(/dígito verificador/)).toBeNull()
})

test.each([
  ['101850042', 'Revisa el RNC: el dígito verificador no coincide'],
  ['00113918204', 'Revisa la cédula: el dígito verificador no coincide'],
])('TaxIdField: %s with a wrong check digit → warning without error', async (typed, warning) => {
  const hand = renderAtPath(<Field />)
  await hand.type(await field(), typed)
  expect(await screen.findByText(warning)).toBeTruthy()
  expect((await field()).getAttribute('aria-invalid')).not.toBe('true')
  expect(value).toBe(typed)
})

test('TaxIdField: a stored number with a wrong check digit shows the warning', async () => {
  renderAtPath(<Field stored="101850042" />)
  expect(await field()).toHaveProperty('value', '1-01-85004-2')
  expect(await screen.findByText(/Revisa el RNC/)).toBeTruthy()
})

test.each(['12345678', '10185004A'])('TaxIdField: %s is an error that keeps the typed text', async (typed) => {
  const hand = renderAtPath(<Field />)
  await hand.type(await field(), typed)
  await hand.tab()
  expect(await screen.findByText('Debe tener 9 dígitos (RNC) u 11 (cédula)')).toBeTruthy()
  expect(value).toBe(typed)
})
