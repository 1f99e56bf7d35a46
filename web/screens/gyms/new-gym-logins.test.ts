import { expect, test } from 'vitest'
import { chooseLoginAddress, generatePassword, makeUsernameFromGymName } from './new-gym-logins.ts'

test('first login: the username is made from the gym’s name, and is not the master’s', () => {
  expect(makeUsernameFromGymName('Gimnasio Núñez & Hijos', 'master')).toBe('gimnasio-nunez-hijos')
  expect(makeUsernameFromGymName('体育馆', 'master')).toBe('gimnasio')
  expect(makeUsernameFromGymName('Master', 'master')).toBe('master-gimnasio')
  expect(makeUsernameFromGymName('a'.repeat(29).concat(' b c'), 'master')).toBe('a'.repeat(29))
})

test('first login: the password is long, grouped and different each time', () => {
  const made = new Set(Array.from({ length: 200 }, generatePassword))
  expect(made.size).toBe(200)
  for (const one of made) expect(one).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/)
})

test('first login: the address shown can be opened from other computers if possible', () => {
  const at = (origin: string) => new URL(origin)
  expect(chooseLoginAddress(at('http://localhost:3000'), ['http://192.168.1.20:3000'])).toBe('http://192.168.1.20:3000')
  expect(chooseLoginAddress(at('http://127.0.0.1:3000'), [])).toBe('http://127.0.0.1:3000')
  expect(chooseLoginAddress(at('https://gym.example.com'), ['http://192.168.1.20:3000'])).toBe(
    'https://gym.example.com',
  )
})
