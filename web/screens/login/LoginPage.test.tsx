import { screen, waitFor } from '@testing-library/react'
import { errorsByName } from '@torniquete/contract/shared/errors.ts'
import { expect, test } from 'vitest'
import { renderAtPath, sentRequests, setFakeAnswers } from '../../testing/render.tsx'
import { LoginPage } from './LoginPage.tsx'

const [, refusal] = errorsByName['session.credentials']
const logins = () => sentRequests.filter(({ path }) => path === '/v1/token')
const user = () => screen.findByRole('textbox', { name: 'Usuario' })
const password = () => screen.findByLabelText('Contraseña')

test('login form: an empty password is an error and gets the focus', async () => {
  const hand = renderAtPath(<LoginPage />)
  await hand.type(await user(), 'rosa{Enter}')
  expect(await screen.findByText('Usuario y contraseña son requeridos')).toBeTruthy()
  expect(document.activeElement).toBe(await password())
  expect(logins()).toEqual([])
})

test('login form: after a wrong password the error is shown and the password has the focus', async () => {
  setFakeAnswers(({ path }) => (path === '/v1/token' ? { status: 401, json: { detail: refusal } } : undefined))
  const hand = renderAtPath(<LoginPage />)
  await hand.type(await user(), 'rosa')
  await hand.type(await password(), 'otra{Enter}')
  expect(await screen.findByText(refusal)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Contraseña')))
  await hand.keyboard('buena')
  expect(await password()).toHaveProperty('value', 'buena')
})

test('login form: a second Enter while pending sends no second login', async () => {
  setFakeAnswers(({ path }) => (path === '/v1/token' ? new Promise(() => undefined) : undefined))
  const hand = renderAtPath(<LoginPage />)
  await hand.type(await user(), 'rosa')
  await hand.type(await password(), 'clave segura{Enter}{Enter}')
  expect(logins()).toHaveLength(1)
})
