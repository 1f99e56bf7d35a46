import { screen, waitFor } from '@testing-library/react'
import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { expect, test, vi } from 'vitest'
import { renderAtPath, sentRequests, setFakeAnswers } from '../../../testing/render.tsx'
import { DoorOpeningTest } from './DoorOpeningTest.tsx'

const device = { id: 7, name: 'Puerta principal' } as Device
const status = { dialect: 'attendance', open_command: 'unlock' } as DeviceStatus
const bodies = () => sentRequests.flatMap(({ path, body }) => (path.endsWith('/proof') ? [body] : []))

test('opening test: after the terminal’s confirmation the user is asked if the door opened', async () => {
  setFakeAnswers(({ path }) => (path.endsWith('/open') ? { json: { device } } : { status: 204 }))
  const close = vi.fn()
  const hand = renderAtPath(<DoorOpeningTest device={device} status={status} onClose={close} />)
  await hand.click(await screen.findByRole('button', { name: 'Abrir ahora' }))
  expect(await screen.findByText(/¿Se abrió la puerta\?/)).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'No se abrió' }))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(bodies()).toEqual([{ opened: false, of: 'opening' }])
  expect(await screen.findByText(/Prueba la otra «Orden para abrir»/)).toBeTruthy()
})

test('opening test: if the terminal does not answer, the user is not asked about the door', async () => {
  setFakeAnswers(() => ({ status: 504, json: { detail: 'El dispositivo no respondió' } }))
  const hand = renderAtPath(<DoorOpeningTest device={device} status={status} onClose={vi.fn()} />)
  await hand.click(await screen.findByRole('button', { name: 'Abrir ahora' }))
  expect(await screen.findByText('El dispositivo no respondió.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Abrir otra vez' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sí, se abrió' })).toBeNull()
})
