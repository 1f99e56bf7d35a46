import { expect, test } from 'vitest'
import { canSeeScreen } from '../navigation/screens.ts'
import { findAccessRedirect, hiddenScreenText } from './access-guard.ts'

test('access guard: a visitor without a session is sent to the login', () => {
  expect(findAccessRedirect(null, '/')).toBeNull()
  expect(findAccessRedirect(null, '/clients')?.to).toBe('/')
  expect(findAccessRedirect(null, '/admin/gyms')?.to).toBe('/')
})

test('access guard: the platform administrator is redirected to /admin', () => {
  expect(findAccessRedirect('master', '/admin/gyms')).toBeNull()
  expect(findAccessRedirect('master', '/admin/profile')).toBeNull()
  expect(findAccessRedirect('master', '/profile')?.to).toBe('/admin/profile')
  for (const path of ['/', '/dashboard', '/clients', '/admin', '/administration'])
    expect(findAccessRedirect('master', path)?.to).toBe('/admin/gyms')
})

test('access guard: a gym user is redirected from /admin and from the login', () => {
  for (const path of ['/', '/admin', '/admin/gyms', '/admin/profile'])
    expect(findAccessRedirect('gym_super_admin', path)).toEqual({ to: '/dashboard', notice: null })
  expect(findAccessRedirect('gym_super_admin', '/settings')).toBeNull()
})

test('access guard: a gym worker who opens a hidden screen sees the reason', () => {
  for (const path of ['/settings', '/inventory', '/cash-flow', '/daily-report', '/memberships', '/ia'])
    expect(findAccessRedirect('gym_worker', path)).toEqual({ to: '/dashboard', notice: hiddenScreenText })
  for (const path of ['/dashboard', '/attendance', '/clients', '/billing', '/support'])
    expect(findAccessRedirect('gym_worker', path)).toBeNull()
})

test('access guard: a gym worker does not see screens of stock, cash flow, plans and settings', () => {
  const seen = (['inventory', 'cashFlow', 'memberships', 'ia', 'settings'] as const).filter((screen) =>
    canSeeScreen('gym_worker', screen),
  )
  expect(seen).toEqual([])
  expect(canSeeScreen('gym_worker', 'clients')).toBe(true)
  expect(canSeeScreen('master', 'clients')).toBe(false)
  expect(['settings', 'cashFlow'].map((screen) => canSeeScreen('gym_admin', screen as 'settings'))).toEqual([
    false,
    true,
  ])
})

test('access guard: /help redirects to the help pages of the user’s role', () => {
  for (const role of ['gym_super_admin', 'gym_admin', 'gym_worker'] as const)
    expect(findAccessRedirect(role, '/help')).toEqual({ to: '/ayuda', notice: null })
  expect(findAccessRedirect('master', '/help')).toEqual({ to: '/admin/ayuda', notice: null })
})
