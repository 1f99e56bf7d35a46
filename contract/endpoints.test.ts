import { expect, test } from 'vitest'
import { apiAreaNames, endpointNames, endpoints } from './endpoints.ts'
import { isCallAllowed } from './permissions.ts'
import { type Endpoint, everyAreaMarker } from './shared/endpoint.ts'
import { publicAccess, type RoleName } from './shared/roles.ts'

test('endpoints: only login, public settings and pictures with a token need no session', () => {
  expect(endpointNames.filter((name) => endpoints[name].may === publicAccess)).toEqual([
    'session.login',
    'session.enter',
    'session.first',
    'config.read',
    'images.read',
  ])
})

/** Calls refused to each role, by area; roles with fewer rights are refused these calls too. */
const refused = {
  gym_super_admin: {
    gyms: 'list read create update deleted restore delete',
    status: 'sealed read',
  },
  gym_admin: {
    session: 'second-factor begin-second-factor confirm-second-factor remove-second-factor',
    'gym-info': 'update zones',
    'show-info': 'update',
    guide: 'read update',
    users: 'create deleted restore delete',
    inside: 'settings update-settings',
    discounts: 'set-limits',
    debts: 'set-rules',
    devices: 'unknown address census numbers clock origin prove open create update delete',
    biometrics: 'configure',
    'notification-config': 'update',
    'report-schedule': 'update update-mail',
    channels: 'read email whatsapp remove test',
    fiscal: 'set-settings upload-certificate ranges create-range cancel-range confirm-range',
  },
  gym_worker: {
    users: 'list',
    roles: 'list',
    clients:
      'deleted restore delete import import-rejected last-import undo-import match-photos set-photos last-photos ' +
      'undo-photos last-merge compare merge undo-merge',
    memberships:
      'create update set-access set-terms create-schedule update-schedule delete-schedule deleted restore delete',
    'payment-kinds': 'create update',
    payments: 'void',
    pauses: 'undo',
    products: 'create update set-tax-class deleted restore delete import import-rejected last-import undo-import',
    stock: 'list export adjust open-count differences book-count drop-count',
    movements: 'list export',
    suppliers: 'list read create update deleted restore delete',
    purchases: 'list export read create void',
    expenses: 'list export read void',
    sales: 'void',
    discounts: 'list export',
    collections: 'void',
    devices: 'traffic people decide',
    door: 'openings upload-users',
    biometrics: 'settings',
    'notification-config': 'read',
    'report-schedule': 'read mail',
    outbox: 'status unreachable',
    voids: 'list export',
    tenders: 'flow',
    'cash-shifts': 'create-drawer update-drawer set-rules list report',
    statistics: 'cash-flow sales-by-user membership-sales-by-user',
    'daily-report': 'read',
    history: 'list',
    fiscal:
      'purchases-report purchases-export sales-report sales-export consumer-export voided-report voided-export ' +
      'report-file void-number delete-voided-number edit-received',
    'fiscal-documents': 'list read counts xml resend',
    'received-documents': 'list read xml approve',
  },
}

test('roles: exactly the listed calls are refused to super admins, admins and workers', () => {
  const calls: string[] = []
  for (const [role, areas] of Object.entries(refused)) {
    for (const [area, names] of Object.entries(areas)) calls.push(...names.split(' ').map((name) => `${area}.${name}`))
    // The cast is needed because Object.entries types every key as string.
    expect(endpointNames.filter((name) => !isCallAllowed(role as RoleName, name)).sort(), role).toEqual(
      calls.toSorted(),
    )
  }
})

test('endpoints: no two calls share method and path', () => {
  const addresses = endpointNames.map(
    (name) => `${endpoints[name].method} ${endpoints[name].path.replace(/\{\w+\}/g, '{}')}`,
  )
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('endpoints: every area named in `shows` or `changes` of a call exists', () => {
  const related = endpointNames.flatMap((name) => {
    const { shows = [], changes = [] }: Endpoint = endpoints[name]
    return [...(shows === everyAreaMarker ? [] : shows), ...changes]
  })
  expect(apiAreaNames).toEqual(expect.arrayContaining(related))
})
