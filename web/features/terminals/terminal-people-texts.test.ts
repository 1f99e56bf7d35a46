import type { TerminalPerson } from '@torniquete/contract/door/terminal-people.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { expect, test } from 'vitest'
import {
  formatLostAccessWarning,
  formatPastVisits,
  formatProposal,
  formatResult,
  removalText,
  showName,
} from './terminal-people-texts.ts'

const enters = { opens: true }
const blocked = { opens: false }

test('unknown users: the warning counts the people who will lose access', () => {
  const many = Array.from({ length: 1300 }, () => enters)
  expect(removalText('create', [...many, blocked])).toBe(
    '1,300 personas dejarán de entrar hasta que se les venda una membresía.',
  )
  expect(removalText('create', [enters, blocked])).toBe(
    '1 persona dejará de entrar hasta que se le venda una membresía.',
  )
  expect(removalText('remove', [enters, enters])).toBe(
    '2 personas dejarán de entrar: se quitan del dispositivo, con las huellas y rostros que tengan allí.',
  )
  expect(removalText('remove', [enters])).toMatch(/^1 persona dejará de entrar: se quita del .* que tenga allí\.$/)
  expect(removalText('remove', [blocked])).toBe('Nadie deja de entrar: el dispositivo ya no les abre.')
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

test('unknown users: each shows its name, a proposal and the result', () => {
  expect(showName({ name: '', pin: '007' })).toBe('Número 007')
  const ana: TerminalPerson = {
    pin: '7',
    kind: 'card',
    name: 'Ana',
    card: '12345',
    privilege: 0,
    opens: true,
    seen_at: '2026-11-21T02:00:00Z',
    leaving: false,
    id_client: 1,
    id_user: null,
    number_of: null,
  }
  expect(formatProposal(ana, 'Puerta principal')).toBe('Tarjeta 12345 leída en Puerta principal para Ana: ¿guardar?')
  expect(formatProposal({ ...ana, kind: 'privilege', name: 'Luis' }, 'Puerta')).toBe(
    'Administrador del dispositivo: Luis',
  )
  expect(formatResult('create', 1)).toBe('1 cliente creado')
  expect(formatResult('create', 0)).toBe('0 clientes creados')
  expect(formatResult('remove', 300)).toBe('300 personas se quitan del dispositivo')
})

test('unknown users: linking a PIN states how many past visits were added', () => {
  expect([undefined, 0, 1, 1200].map((visits) => formatPastVisits(visits))).toEqual([
    '',
    '',
    'Se añadió 1 visita anterior',
    'Se añadieron 1,200 visitas anteriores',
  ])
})
