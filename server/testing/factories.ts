// Creates rows for tests, together with the rows to which they refer.
import { randomUUID } from 'node:crypto'
import type { Gym } from '@torniquete/contract/admin/gyms.ts'
import type { User } from '@torniquete/contract/admin/users.ts'
import type { Device } from '@torniquete/contract/door/devices.ts'
import type { Schedule, TimeSpan, WeekHours } from '@torniquete/contract/door/schedules.ts'
import type { Client, NewClient } from '@torniquete/contract/members/clients.ts'
import type { Plan } from '@torniquete/contract/members/memberships.ts'
import { defaultTimeZone, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import type { Expense } from '@torniquete/contract/till/expenses.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import type { Product } from '@torniquete/contract/till/products.ts'
import type { Purchase } from '@torniquete/contract/till/purchases.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import type { Supplier } from '@torniquete/contract/till/suppliers.ts'
import type { Statement } from '../platform/db/sql.ts'
import { Caller, type GymRole, logInAs } from './api-caller.ts'
import { queryAsOwner } from './database-digest.ts'
import { masterPassword, type TestApp } from './test-app.ts'

let number = 0
/** Returns a text that is unique among all concurrent test files. */
export const makeUniqueText = (word: string): string => `${word}${process.pid}x${++number}`

export const testPassword = 'contraseña segura'

export const makeAnonymousCaller = ({ app }: TestApp): Caller => new Caller(app, null)
export const logInMaster = ({ app }: TestApp): Promise<Caller> => logInAs(app, 'master', masterPassword)

export interface TestGym {
  test: TestApp
  gym: Gym
  /** Caller with the session of the gym's super admin. */
  admin: Caller
  as(role: GymRole): Promise<Caller>
  /** Rows of a query that runs within the gym. */
  rows<Row extends object>(statement: Statement): Promise<Row[]>
}

const roleIds: Record<GymRole, number> = { gym_super_admin: 2, gym_admin: 3, gym_worker: 4 }

export async function makeGym(test: TestApp, { timeZone }: { timeZone?: string } = {}): Promise<TestGym> {
  const username = makeUniqueText('gimnasio')
  const gym = await (await logInMaster(test)).call('gyms.create', {
    body: { name: username, owner: 'Dueña', username, password: testPassword },
  })
  const admin = await logInAs(test.app, username, testPassword)
  if (timeZone) await admin.call('gym-info.update', { body: { timeZone } })
  const callers = new Map<GymRole, Promise<Caller>>([['gym_super_admin', Promise.resolve(admin)]])
  const as = (role: GymRole) => {
    const known =
      callers.get(role) ?? makeUser({ admin }, role).then((user) => logInAs(test.app, user.username, testPassword))
    callers.set(role, known)
    return known
  }
  const rows = <Row extends object>(statement: Statement) =>
    test.database.write({ gym: gym.id, user: null }, (tx) => tx.many<Row>(statement))
  return { test, gym, admin, as, rows }
}

export const makeUser = ({ admin }: Pick<TestGym, 'admin'>, role: GymRole, fields: object = {}): Promise<User> =>
  admin.call('users.create', {
    body: {
      name: 'Empleado',
      username: makeUniqueText('empleado'),
      password: testPassword,
      id_role: roleIds[role],
      ...fields,
    },
  })

export const makeClient = ({ admin }: Pick<TestGym, 'admin'>, fields: Partial<NewClient> = {}): Promise<Client> =>
  admin.call('clients.create', { body: { name: makeUniqueText('Cliente '), ...fields } })

export const makePlan = ({ admin }: Pick<TestGym, 'admin'>, fields: object = {}): Promise<Plan> =>
  admin.call('memberships.create', {
    body: { name: makeUniqueText('Plan '), duration_days: 30, price: '1250.00', ...fields },
  })

/** Makes a plan of 30 days that includes a number of visits or allows pauses, as `terms` says. */
export async function makePlanWithTerms(
  gym: Pick<TestGym, 'admin'>,
  terms: object,
  fields: object = {},
): Promise<Plan> {
  const plan = await makePlan(gym, fields)
  const body = { pause_days: 0, pause_times: null, visits: null, each_pass: false, ...terms }
  await gym.admin.call('memberships.set-terms', { params: { id_membership: plan.id }, body })
  return plan
}

/** A week with the same opening hours on each day. */
export const makeDailyHours = (...spans: TimeSpan[]): WeekHours => Array.from({ length: 7 }, () => spans)

/** Opening hours from 6 to 12 on Monday to Friday, closed on the other two days. */
export const weekdayMorningHours: WeekHours = Array.from({ length: 7 }, (_, day) =>
  day === 0 || day === 6 ? [] : [{ from: '06:00', to: '12:00' }],
)

export const makeSchedule = ({ admin }: Pick<TestGym, 'admin'>, fields: object = {}): Promise<Schedule> =>
  admin.call('memberships.create-schedule', {
    body: { name: makeUniqueText('Turno '), week: weekdayMorningHours, ...fields },
  })

/** Sells a plan to a client, creating client and plan if missing. Overlaps with paid days are confirmed. */
export async function makePayment(
  gym: Pick<TestGym, 'admin'>,
  fields: {
    id_client?: number
    id_membership?: number
    start_date?: string
    id_shift?: number
    owed?: string
    receipt?: object
  } = {},
): Promise<Payment> {
  return gym.admin.call('payments.create', {
    headers: { 'idempotency-key': randomUUID() },
    body: {
      id_client: fields.id_client ?? (await makeClient(gym)).id,
      id_membership: fields.id_membership ?? (await makePlan(gym)).id,
      start_date: fields.start_date ?? toLocalDay(defaultTimeZone, new Date()),
      id_shift: fields.id_shift,
      owed: fields.owed,
      receipt: fields.receipt,
      overlap: true,
    },
  })
}

/** Sells a plan to a client who leaves the amount `owed` unpaid, in a gym that allows debts. */
export async function makeDebt(gym: Pick<TestGym, 'admin'>, owed = '100.00', id_client?: number): Promise<Payment> {
  await gym.admin.call('debts.set-rules', { body: { is_on: true } })
  return makePayment(gym, { owed, ...(id_client !== undefined && { id_client }) })
}

/** Makes a debt and pays a part of it. Returns the id of the collection, which is the document of that payment. */
export async function makeCollection(gym: Pick<TestGym, 'admin'>): Promise<number> {
  const { client } = await makeDebt(gym)
  const params = { id_client: client.id }
  const headers = { 'idempotency-key': randomUUID() }
  return (await gym.admin.call('debts.collect', { params, body: { amount: 40 }, headers })).id
}

export const makeSupplier = ({ admin }: Pick<TestGym, 'admin'>, fields: object = {}): Promise<Supplier> =>
  admin.call('suppliers.create', { body: { name: makeUniqueText('Proveedor '), ...fields } })

/** Makes a product. A `stock` above 0 is bought at half the sale price. */
export async function makeProduct(
  gym: Pick<TestGym, 'admin'>,
  { stock = 0, ...fields }: Partial<Product> & { stock?: number } = {},
): Promise<Product> {
  const product = await gym.admin.call('products.create', {
    body: { name: makeUniqueText('Producto '), unit_of_measure: 'Unidad', sale_price: '100.00', ...fields },
  })
  if (stock === 0) return product
  await makePurchase(gym, [{ id_product: product.id, quantity: stock, unit_price: '50.00' }])
  return gym.admin.call('products.read', { params: { id_product: product.id } })
}

export const makePurchase = async (
  gym: Pick<TestGym, 'admin'>,
  items: readonly object[],
  id_supplier?: number,
): Promise<Purchase> =>
  gym.admin.call('purchases.create', {
    headers: { 'idempotency-key': randomUUID() },
    body: { id_supplier: id_supplier ?? (await makeSupplier(gym)).id, items },
  })

export const makeExpense = async (gym: Pick<TestGym, 'admin'>, fields: object = {}): Promise<Expense> =>
  gym.admin.call('expenses.create', {
    headers: { 'idempotency-key': randomUUID() },
    body: { description: 'Gasto', category: 'Otros', amount: '100.00', ...fields },
  })

export const makeSale = async (
  gym: Pick<TestGym, 'admin'>,
  items: readonly object[],
  id_client?: number,
  caller: Caller = gym.admin,
): Promise<Sale> =>
  caller.call('sales.create', {
    headers: { 'idempotency-key': randomUUID() },
    body: { id_client: id_client ?? (await makeClient(gym)).id, items },
  })

/** Makes a terminal that reported its users long ago, and had none. */
export async function makeDevice(gym: Pick<TestGym, 'admin' | 'test'>, fields: object = {}): Promise<Device> {
  const device = await makeDeviceBeforeCensus(gym, fields)
  await gym.admin.call('devices.census', { params: { id_device: device.id }, body: { act: 'skip', numbers: 'keep' } })
  await queryAsOwner(gym.test, "update terminal_states set census_ended = '2000-01-01' where id_device = $1", [
    device.id,
  ])
  return device
}

/** Makes a terminal whose users the server has not read yet. */
export const makeDeviceBeforeCensus = ({ admin }: Pick<TestGym, 'admin'>, fields: object = {}): Promise<Device> =>
  admin.call('devices.create', {
    body: { name: makeUniqueText('Puerta '), sn: `${makeUniqueText('SN')}-0001`, delay: 2, ...fields },
  })

export async function readAnonymousClient({ admin }: Pick<TestGym, 'admin'>): Promise<Client> {
  const found = await admin.call('clients.search', { params: { name: 'cliente anonimo' } })
  const [client] = found
  if (!client) throw new Error('a gym without its anonymous client')
  return client
}
