import { expect, test } from 'vitest'
import { seesScreen } from '../navigation/screens.ts'
import { hiddenScreenText, redirectFor } from './access-guard.ts'

test('access guard: a visitor without a session is sent to the login', () => {
  expect(redirectFor(null, '/')).toBeNull()
  expect(redirectFor(null, '/clients')?.to).toBe('/')
  expect(redirectFor(null, '/admin/gyms')?.to).toBe('/')
})

test('access guard: the platform administrator is redirected to /admin', () => {
  expect(redirectFor('master', '/admin/gyms')).toBeNull()
  expect(redirectFor('master', '/admin/profile')).toBeNull()
  expect(redirectFor('master', '/profile')?.to).toBe('/admin/profile')
  for (const path of ['/', '/dashboard', '/clients', '/admin', '/administration'])
    expect(redirectFor('master', path)?.to).toBe('/admin/gyms')
})

test('access guard: a gym user is redirected from /admin and from the login', () => {
  for (const path of ['/', '/admin', '/admin/gyms', '/admin/profile'])
    expect(redirectFor('gym_super_admin', path)).toEqual({ to: '/dashboard', notice: null })
  expect(redirectFor('gym_super_admin', '/settings')).toBeNull()
})

test('access guard: a gym worker who opens a hidden screen sees the reason', () => {
  for (const path of ['/settings', '/inventory', '/cash-flow', '/daily-report', '/memberships', '/ia'])
    expect(redirectFor('gym_worker', path)).toEqual({ to: '/dashboard', notice: hiddenScreenText })
  for (const path of ['/dashboard', '/attendance', '/clients', '/billing', '/support'])
    expect(redirectFor('gym_worker', path)).toBeNull()
})

test('access guard: a gym worker does not see screens of stock, cash flow, plans and settings', () => {
  const seen = (['inventory', 'cashFlow', 'memberships', 'ia', 'settings'] as const).filter((screen) =>
    seesScreen('gym_worker', screen),
  )
  expect(seen).toEqual([])
  expect(seesScreen('gym_worker', 'clients')).toBe(true)
  expect(seesScreen('master', 'clients')).toBe(false)
  expect(['settings', 'cashFlow'].map((screen) => seesScreen('gym_admin', screen as 'settings'))).toEqual([false, true])
})

test('access guard: /help redirects to the help pages of the user’s role', () => {
  for (const role of ['gym_super_admin', 'gym_admin', 'gym_worker'] as const)
    expect(redirectFor(role, '/help')).toEqual({ to: '/ayuda', notice: null })
  expect(redirectFor('master', '/help')).toEqual({ to: '/admin/ayuda', notice: null })
})
