import { screen } from '@testing-library/react'
import { defaultFiscalSettings, type FiscalSettings } from '@torniquete/contract/fiscal/fiscal.ts'
import { beforeEach, expect, test } from 'vitest'
import { renderAtPath, sentRequests, setFakeAnswers } from '../../../testing/render.tsx'
import { FiscalSettingsForm } from './FiscalSettingsForm.tsx'

const switchedOn = {
  ...defaultFiscalSettings,
  country: 'DO',
  tax_id: '101850042',
  legal_name: 'Gimnasio Quisqueya SRL',
} satisfies FiscalSettings
const used = 'Ya se emitieron comprobantes: el país y el RNC no pueden cambiar.'

const open = (row: FiscalSettings) =>
  renderAtPath(<FiscalSettingsForm stored={{ row, tag: null, keep: () => undefined }} />)
const country = () => screen.findByRole('combobox', { name: /País/ })
const taxId = () => screen.findByRole('textbox', { name: /RNC/ })
const save = () => screen.findByRole('button', { name: 'Guardar' })

beforeEach(() => {
  setFakeAnswers(({ method, body }) =>
    method === 'PUT' ? { json: { ...defaultFiscalSettings, ...(body as object) } } : undefined,
  )
})

test('fiscal settings: without a country only the country is asked for', async () => {
  open(defaultFiscalSettings)
  await country()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull()
})

test('fiscal settings: switching on requires RNC and legal name, and tells which ranges are needed', async () => {
  const hand = open(defaultFiscalSettings)
  await hand.selectOptions(await country(), 'DO')
  expect((await screen.findByRole('status')).textContent).toMatch(/\(B02\).*\(B01\).*\(B04\)/)
  await hand.click(await save())
  expect(await screen.findAllByText('Este campo es requerido')).toHaveLength(2)
  expect(document.activeElement).toBe(await taxId())
  expect(sentRequests).toEqual([])
})

test('fiscal settings: an RNC with a wrong check digit is saved with a warning', async () => {
  const hand = open(defaultFiscalSettings)
  await hand.selectOptions(await country(), 'DO')
  await hand.type(await taxId(), '1-01-85004-2')
  await hand.type(screen.getByRole('textbox', { name: /Razón social/ }), 'Gimnasio Quisqueya SRL')
  expect(await screen.findByText('Revisa el RNC: el dígito verificador no coincide')).toBeTruthy()
  await hand.click(await save())
  expect(await screen.findByText('Comprobantes fiscales guardados')).toBeTruthy()
  expect(await screen.findByText('Revisa el RNC: el dígito verificador no coincide')).toBeTruthy()
  expect(sentRequests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    country: 'DO',
    tax_id: '101850042',
    legal_name: 'Gimnasio Quisqueya SRL',
  })
})

test('fiscal settings: switching off sends only the country', async () => {
  const hand = open(switchedOn)
  await hand.selectOptions(await country(), 'none')
  await hand.click(await save())
  expect(await screen.findByText('Comprobantes fiscales guardados')).toBeTruthy()
  expect(sentRequests.find(({ method }) => method === 'PUT')?.body).toEqual({ country: 'none' })
})

test('fiscal settings: a refused RNC is marked at its field', async () => {
  setFakeAnswers(({ method }) =>
    method === 'PUT' ? { status: 409, json: { detail: used, error: 'fiscal.numbers-used' } } : undefined,
  )
  const hand = open(switchedOn)
  await hand.clear(await taxId())
  await hand.type(await taxId(), '131246796{Enter}')
  expect(await screen.findByText(used)).toBeTruthy()
  expect((await taxId()).getAttribute('aria-invalid')).toBe('true')
})
