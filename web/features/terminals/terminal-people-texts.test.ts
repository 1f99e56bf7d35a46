import type { Client } from '@torniquete/contract/members/clients.ts'
import { expect, test } from 'vitest'
import { formatEntryLossCount, formatLostAccessWarning } from './terminal-people-texts.ts'

const enters = { opens: true }
const blocked = { opens: false }

test('unknown users: the warning counts the people who will lose access', () => {
  const many = Array.from({ length: 1300 }, () => enters)
  expect(formatEntryLossCount('create', [...many, blocked])).toBe(
    '1,300 personas dejarán de entrar hasta que se les venda una membresía.',
  )
  expect(formatEntryLossCount('create', [enters, blocked])).toBe(
    '1 persona dejará de entrar hasta que se le venda una membresía.',
  )
  expect(formatEntryLossCount('remove', [enters, enters])).toBe(
    '2 personas dejarán de entrar: se quitan del dispositivo, con las huellas y rostros que tengan allí.',
  )
  expect(formatEntryLossCount('remove', [enters])).toMatch(
    /^1 persona dejará de entrar: se quita del .* que tenga allí\.$/,
  )
  expect(formatEntryLossCount('remove', [blocked])).toBe('Nadie deja de entrar: el dispositivo ya no les abre.')
})

test('unknown users: linking one to a client without a right warns that access is lost', () => {
  const client = {
    name: 'Luis',
    is_active: true,
    id_zkteco: null,
    membership: { start_date: '2026-06-01', expire_membership: '2026-07-01' },
    paid_until: '2026-07-01',
  } as Client
  expect(formatLostAccessWarning(enters, client, '2026-06-30')).toBeNull()
  expect(formatLostAccessWarning(enters, client, '2026-07-01')).toBe(
    'Luis no tiene derecho a entrar hoy: el dispositivo dejará de abrirle hasta que lo tenga.',
  )
  expect(formatLostAccessWarning(enters, { ...client, paid_until: '2026-06-30' }, '2026-06-30')).not.toBeNull()
  expect(formatLostAccessWarning(blocked, client, '2026-07-01')).toBeNull()
  expect(formatLostAccessWarning(enters, { ...client, is_active: false }, '2026-06-30')).not.toBeNull()
})
