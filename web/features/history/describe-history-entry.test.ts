import { GymInfo, PrintedGymFields } from '@torniquete/contract/admin/gym-info.ts'
import { User } from '@torniquete/contract/admin/users.ts'
import { Device } from '@torniquete/contract/door/devices.ts'
import { historyTableTexts } from '@torniquete/contract/history-texts.ts'
import { Client } from '@torniquete/contract/members/clients.ts'
import { Plan } from '@torniquete/contract/members/memberships.ts'
import { DailyReportSchedule, ExpiryReminderSettings } from '@torniquete/contract/messaging/messages.ts'
import type { HistoryEntry } from '@torniquete/contract/reports/history.ts'
import { Product } from '@torniquete/contract/till/products.ts'
import { Supplier } from '@torniquete/contract/till/suppliers.ts'
import { expect, test } from 'vitest'
import { describeHistoryEntry, formatHistoryChange } from './describe-history-entry.ts'

const zone = 'America/Santo_Domingo'
const fieldsOf = (table: string) => Object.entries(historyTableTexts).find(([name]) => name === table)?.[1].fields ?? {}

function told(entry: Partial<HistoryEntry>): string[] {
  const { who, told } = describeHistoryEntry(
    {
      id: 1,
      at: '2026-11-21T12:00:00Z',
      user: { id: 1, name: 'Ana' },
      entity: 'clients',
      entity_id: 1,
      entity_name: 'José',
      action: 'update',
      changes: [],
      ...entry,
    },
    zone,
  )
  return told.map((each) => `${who} ${formatHistoryChange(each)}`)
}
const changed = (field: string, before: unknown, after: unknown, entity: HistoryEntry['entity'] = 'clients') =>
  told({ entity, changes: [{ field, before, after }] })

test('history: a change shows old and new value in the format of its type', () => {
  expect(changed('phone_number', '809 555 0101', '829 555 0102')).toEqual([
    'Ana cambió el teléfono de 809 555 0101 a 829 555 0102',
  ])
  expect(changed('email', null, 'jose@example.com')).toEqual(['Ana puso el correo jose@example.com'])
  expect(changed('notes', 'Prefiere las mañanas', null)).toEqual(['Ana quitó las notas Prefiere las mañanas'])
  expect(changed('is_active', true, false)).toEqual(['Ana cambió «Activo» de Sí a No'])
  expect(changed('birth_date', '1990-01-31', '1991-02-01')).toEqual([
    'Ana cambió la fecha de nacimiento de 31/01/1990 a 01/02/1991',
  ])
  expect(changed('created_at', null, '2026-11-22T03:30:00+00:00')).toEqual([
    'Ana puso la fecha de registro 21/11/2026 23:30',
  ])
  expect(changed('social_link', null, "{'Instagram': 'https://instagram.com/jose'}")).toEqual([
    'Ana puso las redes sociales Instagram: https://instagram.com/jose',
  ])
  expect(changed('price', 1500, 1750.5, 'memberships')).toEqual(['Ana cambió el precio de $ 1,500.00 a $ 1,750.50'])
  expect(changed('id_role', 4, 3, 'users')).toEqual(['Ana cambió el rol de Trabajador a Administrador'])
  expect(changed('days_before_expiration', [3], [1, 3, 7], 'notification_config')).toEqual([
    'Ana cambió los días antes del vencimiento de 3 a 1, 3, 7',
  ])
  expect(
    told({
      entity: 'gym',
      user: null,
      changes: [
        { field: 'restored_from', before: null, after: '2026-11-21T07:30:00.000Z' },
        { field: 'skipped_numbers', before: null, after: { sale: [13, 1012] } },
      ],
    }),
  ).toEqual(['La plataforma Restaurado de la copia de 21/11/2026 03:30'])
  const kept = 'el plazo para conservar quién vino'
  expect(changed('keep_attendances_years', 5, 1, 'gym_info')).toEqual([`Ana cambió ${kept} de 5 años a 1 año`])
  expect(changed('keep_attendances_years', 2, null, 'gym_info')).toEqual([`Ana quitó ${kept} 2 años`])
  expect(changed('name', true, false, 'gym_show_info')).toEqual(['Ana cambió el nombre en la factura de Sí a No'])
})

test('history: a changed photo or password is mentioned once, without its value', () => {
  const photo = [
    { field: 'photo_path', before: 'a', after: 'b' },
    { field: 'photo_url', before: '/a', after: '/b' },
  ]
  expect(told({ changes: photo })).toEqual(['Ana cambió la foto'])
  expect(changed('photo_url', null, '/b')).toEqual(['Ana puso la foto'])
  expect(changed('password_hash', '•', '•', 'users')).toEqual(['Ana cambió la contraseña'])
})

test('history: creations, deletions and restorations name a user, the door or the platform', () => {
  const deleted = [{ field: 'deleted_at', before: null, after: '2026-11-21T12:00:00+00:00' }]
  expect(told({ action: 'delete', changes: deleted })).toEqual(['Ana eliminó al cliente'])
  expect(told({ action: 'restore', changes: deleted })).toEqual(['Ana restauró al cliente'])
  expect(told({ action: 'create', entity: 'users', user: null })).toEqual(['La plataforma registró al usuario'])
  expect(told({ action: 'create', user: null })).toEqual(['La plataforma registró al cliente'])
  expect(told({ user: null, changes: [{ field: 'door_blocked', before: false, after: true }] })).toEqual([
    'La puerta cambió el bloqueo en la puerta de No a Sí',
  ])
})

test('history: the creation of a row shows its initial values', () => {
  const changes = [
    { field: 'name', before: null, after: 'José' },
    { field: 'is_active', before: null, after: true },
    { field: 'photo_url', before: null, after: '/a' },
    { field: 'notes', before: null, after: null },
  ]
  const entry: Partial<HistoryEntry> = { action: 'create', entity: 'clients', user: null, changes }
  // The cast is safe: describeHistoryEntry reads no other field of an entry.
  expect(describeHistoryEntry(entry as HistoryEntry, zone).first.map(({ label, value }) => [label, value])).toEqual([
    ['Nombre', 'José'],
    ['Activo', 'Sí'],
  ])
})

test('history: a change of a field without a label is shown as an unknown field', () => {
  expect(changed('shoe_size', 41, 42)).toEqual(['Ana cambió «Nombre inválido de campo» de 41 a 42'])
})

test('history: changes of a table that only newer servers know get general words', () => {
  const entity = 'lockers' as HistoryEntry['entity']
  const unknown = 'algo que esta versión de la página no conoce'
  for (const [action, verb] of [
    ['create', 'registró'],
    ['delete', 'eliminó'],
    ['update', 'cambió'],
  ] as const)
    expect(told({ entity, action })).toEqual([`Ana ${verb} ${unknown}`])
  expect(changed('size', 1, 2, entity)).toEqual(['Ana cambió «Nombre inválido de campo» de 1 a 2'])
})

test('history: every recorded field of the contract has a label', () => {
  const schemas = {
    clients: Client,
    users: User,
    memberships: Plan,
    products: Product,
    suppliers: Supplier,
    devices: Device,
    gym_info: GymInfo,
    gym_show_info: PrintedGymFields,
    notification_config: ExpiryReminderSettings,
    report_schedule: DailyReportSchedule,
  }
  // Fields without a history label: ids, fields of other tables, and fields that change by themselves.
  const apart = 'id id_membership role membership paid_until connected last_seen alarm updated_at'.split(' ')
  const wordless = Object.entries(schemas).flatMap(([table, { shape }]) =>
    Object.keys(shape).filter((field) => !apart.includes(field) && !(field in fieldsOf(table))),
  )
  expect(wordless).toEqual([])
})
