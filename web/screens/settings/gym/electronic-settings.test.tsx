import { fireEvent, screen, waitFor } from '@testing-library/react'
import { defaultFiscalSettings, type FiscalSettings } from '@torniquete/contract/fiscal/fiscal.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { beforeEach, expect, test } from 'vitest'
import { renderAtPath, sentRequests, setFakeAnswers } from '../../../testing/render.tsx'
import { ElectronicReceiptsForm } from './ElectronicReceiptsForm.tsx'
import { FiscalSettingsForm } from './FiscalSettingsForm.tsx'
import { UploadCertificate } from './UploadCertificate.tsx'

const settings: FiscalSettings = {
  ...defaultFiscalSettings,
  country: 'DO',
  tax_id: '131246796',
  legal_name: 'Gimnasio Quisqueya SRL',
  address: 'Calle El Conde 12',
  certificate: { subject: 'Altagracia Peña', valid_until: '2099-06-15T12:00:00.000Z' },
}
const stored = (changes: Partial<FiscalSettings> = {}) => ({
  row: { ...settings, ...changes },
  tag: null,
  keep: () => undefined,
})
const put = () => sentRequests.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const save = () => screen.findByRole('button', { name: 'Guardar' })

const answerGym = (path: string) =>
  path.includes('gym-info') ? { json: { timeZone: 'America/Santo_Domingo' } } : undefined

beforeEach(() => {
  setFakeAnswers(({ method, path, body }) => {
    if (method === 'PUT') return { json: { ...settings, ...(body as object) } }
    if (path.includes('/fiscal/ranges')) return { json: [] }
    return answerGym(path)
  })
})

test('electronic receipts: cannot be chosen without a certificate, and the missing ranges are named', async () => {
  renderAtPath(<ElectronicReceiptsForm stored={stored({ certificate: null })} />)
  expect(await screen.findByRole('option', { name: /^Electrónicos/ })).toHaveProperty('disabled', true)
  expect(await screen.findByText(/\(E32\).*\(E31\).*\(E34\)/)).toBeTruthy()
  expect(screen.getAllByRole('img', { name: 'Pendiente' })).toHaveLength(4)
})

test('electronic receipts: production without an address is refused before the question', async () => {
  const hand = renderAtPath(<ElectronicReceiptsForm stored={stored({ address: null })} />)
  await hand.selectOptions(await screen.findByRole('combobox', { name: /Modo/ }), 'electronic')
  await hand.selectOptions(screen.getByRole('combobox', { name: /Ambiente/ }), 'production')
  await hand.click(await save())
  expect(await screen.findByText(/Escribe antes la dirección/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('electronic receipts: tests are done once the gym is in production', async () => {
  renderAtPath(<ElectronicReceiptsForm stored={stored({ mode: 'electronic' })} />)
  await screen.findByText(/válido hasta el 15/)
  expect(screen.getAllByRole('img', { name: 'Pendiente' })).toHaveLength(3)
})

test('electronic receipts: an expired certificate is reported at the field Modo', async () => {
  const refusal = formatError('fiscal.certificate-expired')
  setFakeAnswers(({ method, path }) =>
    method === 'PUT' ? { status: 409, json: { detail: refusal } } : (answerGym(path) ?? { json: [] }),
  )
  const expired = { subject: 'Altagracia Peña', valid_until: '2026-01-15T12:00:00.000Z' }
  const hand = renderAtPath(<ElectronicReceiptsForm stored={stored({ certificate: expired })} />)
  expect(await screen.findByText(/venció el 15\/01\/2026/)).toBeTruthy()
  await hand.selectOptions(await screen.findByRole('combobox', { name: /Modo/ }), 'electronic')
  await hand.click(await save())
  await waitFor(() => expect(screen.getByRole('combobox', { name: /Modo/ }).getAttribute('aria-invalid')).toBe('true'))
})

const file = () => document.querySelector('input[type=file]') as HTMLInputElement

test('certificate: file and password are required, and a wrong password is marked at its field', async () => {
  const wrong = 'La contraseña del certificado no es correcta'
  const detail = [{ type: 'value_error', msg: wrong, loc: ['body', 'password'] }]
  setFakeAnswers(({ method }) => (method === 'POST' ? { status: 422, json: { detail } } : undefined))
  const hand = renderAtPath(<UploadCertificate />)
  await hand.click(await save())
  expect(await screen.findByText('No se seleccionó un archivo.')).toBeTruthy()
  expect(screen.getByText('Este campo es requerido')).toBeTruthy()
  const choose = screen.getByRole('button', { name: 'Elegir archivo' })
  expect(document.getElementById(choose.getAttribute('aria-describedby') ?? '')?.textContent).toContain('seleccionó')
  const dataTransfer = { files: [new File(['x'], 'firma.txt')] }
  fireEvent.drop(screen.getByRole('group', { name: 'Archivo del certificado' }), { dataTransfer })
  expect(await screen.findByText('Elige un archivo que termine en .p12 o .pfx.')).toBeTruthy()
  await hand.upload(file(), new File(['certificate'], 'firma.p12', { type: 'application/x-pkcs12' }))
  expect(screen.getByText('firma.p12')).toBeTruthy()
  expect(screen.queryByText('No se seleccionó un archivo.')).toBeNull()
  await hand.type(screen.getByLabelText(/Contraseña/), 'secreta{Enter}')
  expect(await screen.findByText(wrong)).toBeTruthy()
  expect(screen.getByLabelText(/Contraseña/).getAttribute('aria-invalid')).toBe('true')
})

test('fiscal settings: municipality is chosen among those of the province', async () => {
  const hand = renderAtPath(<FiscalSettingsForm stored={stored({ province: 'SANTIAGO', municipality: 'Tamboril' })} />)
  expect(await screen.findByRole('combobox', { name: 'Provincia' })).toHaveProperty('value', 'Santiago')
  await hand.click(screen.getByRole('combobox', { name: 'Municipio' }))
  await waitFor(() => expect(screen.getAllByRole('option').map((each) => each.textContent)).toContain('Jánico'))
  await hand.type(screen.getByRole('combobox', { name: 'Provincia' }), 'nacional{Enter}')
  expect(screen.getByRole('combobox', { name: 'Municipio' })).toHaveProperty('value', '')
  await hand.type(screen.getByRole('combobox', { name: 'Municipio' }), 'guzman{Enter}')
  await hand.click(await save())
  await waitFor(() =>
    expect(put()).toEqual([{ province: 'Distrito Nacional', municipality: 'Santo Domingo de Guzmán' }]),
  )
})
