import type { User } from '@torniquete/contract/admin/users.ts'
import { expect, test } from 'vitest'
import { makeUserValidator, passwordMismatchText, toUserValues } from './UserForm.tsx'

const owner: User = {
  id: 1,
  id_zkteco: 1,
  name: 'Altagracia Peña',
  username: 'duena',
  phone_number: null,
  email: null,
  address: null,
  id_role: 2,
  role: { id: 2, name: 'gym_super_admin', description: '' },
  is_active: true,
  photo_url: null,
  photo_path: null,
  created_at: '2026-11-21T12:00:00Z',
  updated_at: '2026-11-21T12:00:00Z',
}
const worker: User = { ...owner, id: 2, id_role: 4, role: { id: 4, name: 'gym_worker', description: '' } }

const filled = { ...toUserValues(worker), password: 'contraseña segura', confirmation: 'contraseña segura' }

test('user form: a new user needs name, username, role, password and confirmation', () => {
  expect(Object.keys(makeUserValidator(false)(toUserValues(null))).sort()).toEqual(
    ['confirmation', 'id_role', 'name', 'password', 'username'].sort(),
  )
  expect(makeUserValidator(false)(filled)).toEqual({})
})

test('user form: a confirmation that differs from the password is an error', () => {
  for (const editing of [true, false])
    expect(makeUserValidator(editing)({ ...filled, confirmation: 'otra contraseña' })).toEqual({
      confirmation: passwordMismatchText,
    })
  expect(makeUserValidator(true)({ ...filled, confirmation: '' })).toEqual({ confirmation: passwordMismatchText })
  expect(makeUserValidator(true)(toUserValues(worker))).toEqual({})
  expect(makeUserValidator(true)({ ...filled, password: 'corta', confirmation: 'corta' })).toHaveProperty('password')
})

test('user form: changing one’s own password requires the current one', () => {
  const values = { ...toUserValues(null), password: 'otra clave larga', confirmation: 'otra clave larga' }
  expect(makeUserValidator(true, true)(values)).toMatchObject({ current_password: 'Escribe tu contraseña actual' })
  expect(makeUserValidator(true, true)({ ...values, current_password: 'x' })).not.toHaveProperty('current_password')
  expect(makeUserValidator(true)(values)).not.toHaveProperty('current_password')
})
