// Creates the demo gym at the first start, with one user per role and a year of data.

import { dailyPlanName, type Plan } from '@torniquete/contract/members/memberships.ts'
import { defaultTimeZone, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import type { StandInServer } from '../dgii-stand-in/stand-in.ts'
import type { Database } from '../server/platform/db/database.ts'
import type { Transaction } from '../server/platform/db/gym-statements.ts'
import { type Statement, sql } from '../server/platform/db/sql.ts'
import { joinShownMembership } from '../server/till/payments/queries.ts'
import { setCostsFromPurchases } from '../server/till/products/queries.ts'
import { type ApiCaller, createApiCaller, createCertificateUploader, createImageUploader } from './demo-session.ts'
import { fillElectronicReceipts } from './fill-electronic.ts'
import { fillExpenses } from './fill-expenses.ts'
import { fillFiscalReceipts, fillSupplierReceiptNumbers } from './fill-fiscal.ts'
import { fillShop } from './fill-shop.ts'
import { type MemberHistory, makeMemberHistory } from './member-history.ts'
import { demoProducts, demoSuppliers, makeShopHistory } from './shop-history.ts'
import { assignClientPhotos, uploadClientPhotos, uploadProductPicture, uploadUserPicture } from './upload-pictures.ts'

export const demoPassword = 'entrada-libre'
export const demoTerminals = {
  main: { name: 'Puerta principal', sn: 'DEMO0001', delay: 2 },
  back: { name: 'Puerta de atrás', sn: 'DEMO0002', delay: 10 },
  exit: { name: 'Salida', sn: 'DEMO0003', delay: 2, direction: 'exit' },
} as const
export const demoUsers = [
  { username: 'duena', role: 'Super Administrador', name: 'Altagracia Peña' },
  { username: 'gerente', role: 'Administrador', name: 'Ramón Tavárez', id_role: 3 },
  { username: 'recepcion', role: 'Trabajador', name: 'Lucía Marte', id_role: 4 },
] as const

const members = 260
const plans = [
  { name: 'Quincenal', duration_days: 15, price: '900.00', description: 'Quince días, todas las horas' },
  { name: 'Mensual', duration_days: 30, price: '1500.00', description: 'Un mes, todas las horas' },
  { name: 'Trimestral', duration_days: 90, price: '4000.00', description: 'Tres meses' },
  { name: 'Anual', duration_days: 365, price: '14000.00', description: 'Un año' },
]

/** Creates the demo gym unless it already exists. */
export async function ensureDemoGym(database: Database, address: string, dgii: StandInServer): Promise<void> {
  const master = await createApiCaller(address, 'master', demoPassword)
  const [owner] = demoUsers
  const gyms = await master('gyms.list')
  if (gyms.some((gym) => gym.username === owner.username)) return
  console.log('Preparando el gimnasio de demostración: un año de historia…')
  const { id } = await master('gyms.create', {
    name: 'Gimnasio Quisqueya',
    owner: owner.name,
    username: owner.username,
    password: demoPassword,
    phone_number: '809-555-0100',
    email: 'hola@example.com',
    address: 'Av. Independencia 100, Santo Domingo',
  })
  const admin = await createApiCaller(address, owner.username, demoPassword)
  const store = await createImageUploader(address, owner.username, demoPassword)
  for (const [at, user] of demoUsers.entries())
    if ('id_role' in user)
      await admin('users.create', {
        name: user.name,
        username: user.username,
        password: demoPassword,
        id_role: user.id_role,
        ...(await uploadUserPicture(store, user.name, 1000 + at)),
      })
  for (const door of Object.values(demoTerminals)) await admin('devices.create', door)
  const shelf = await makeShelf(admin, store)
  await fillYear(database, id, store, await makePlans(admin), shelf)
  await fillFiscalReceipts(admin, shelf.products)
  const upload = await createCertificateUploader(address, owner.username, demoPassword)
  await fillElectronicReceipts({ admin, upload, dgii, database, gym: id }, shelf.products)
  await admin('inside.update-settings', { capacity: 60, tells: true })
  await startMessages(admin)
  // Dismisses the setup guide, because the demo gym is a year old.
  await admin('guide.update', { put_away: true })
}

/** Runs last: as soon as reminders are on, the due messages are planned from the data. */
async function startMessages(admin: ApiCaller): Promise<void> {
  await admin('notification-config.update', {
    message_before_expiration:
      'Hola {nombre}. Tu membresía {membresia} en {gimnasio} vence el {vencimiento}. Días que te quedan: {dias}. Renuévala en recepción y sigue entrenando sin parar.',
    message_day_expiration:
      'Hola {nombre}. Hoy es el último día de tu membresía {membresia}. Te esperamos en {gimnasio} para renovarla.',
    days_before_expiration: [7, 3, 1],
    isActive: true,
  })
  // A report time in the morning, so that yesterday's report is already due at the first start.
  await admin('report-schedule.update', { report_time: 7, report_phone_number: '809-555-0100', isActive: true })
}

async function makePlans(admin: ApiCaller): Promise<Plan[]> {
  const made: Plan[] = []
  for (const plan of plans) made.push(await admin('memberships.create', plan))
  return made
}

interface Shelf {
  products: number[]
  suppliers: number[]
}

type Store = Awaited<ReturnType<typeof createImageUploader>>

async function makeShelf(admin: ApiCaller, store: Store): Promise<Shelf> {
  const shelf: Shelf = { products: [], suppliers: [] }
  for (const supplier of demoSuppliers) shelf.suppliers.push((await admin('suppliers.create', supplier)).id)
  // The call ignores the fields of an article that only the demo uses.
  for (const article of demoProducts)
    shelf.products.push(
      (await admin('products.create', { ...article, ...(await uploadProductPicture(store, article)) })).id,
    )
  return shelf
}

/** Returns the minutes since midnight in the time zone. */
function readMinute(zone: string, now: Date): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(now)
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

const readIds = async (tx: Transaction, statement: Statement): Promise<number[]> =>
  (await tx.many<{ id: number }>(statement)).map((row) => row.id)

async function fillYear(database: Database, gym: number, store: Store, made: Plan[], shelf: Shelf): Promise<void> {
  const now = new Date()
  const today = toLocalDay(defaultTimeZone, now)
  const life = makeMemberHistory(today, readMinute(defaultTimeZone, now), made, members)
  const portrait = await uploadUserPicture(store, demoUsers[0].name, 1000)
  const photos = await uploadClientPhotos(
    store,
    life.people.map(({ name }) => name),
  )
  await database.write({ gym, user: null }, async (tx) => {
    await tx.run(sql`update memberships set price = 150 where gym_id = ${gym} and name = ${dailyPlanName}`)
    const clients = await insertPeople(tx, gym, life)
    await assignClientPhotos(tx, gym, clients, photos)
    await tx.run(sql`update users set photo_url = ${portrait.photo_url}, photo_path = ${portrait.photo_path}
      where gym_id = ${gym} and name = ${demoUsers[0].name}`)
    await insertPayments(tx, gym, life, clients)
    await insertVisits(tx, gym, life, clients)
    const users = await readIds(tx, sql`select id from users where gym_id = ${gym} order by id`)
    const [anonymous = 0] = await readIds(tx, sql`select id from clients where gym_id = ${gym} and is_anonymous`)
    const year = makeShopHistory(today, members, users.length)
    await fillShop(tx, gym, year, { ...shelf, clients, users, anonymous })
    await setCostsFromPurchases(tx, gym, shelf.products)
    await fillExpenses(tx, gym, users[0] ?? 0, today)
    await fillSupplierReceiptNumbers(tx, gym)
  })
}

async function insertPeople(tx: Transaction, gym: number, { people }: MemberHistory): Promise<number[]> {
  const rows = await tx.many<{ id: number }>(sql`
    insert into clients (gym_id, id_zkteco, name, phone_number, email, card_number, is_active, created_at)
    select ${gym}, next_pin(${gym}), name, phone, email, card, active, joined::timestamp + interval '15 hours'
    from unnest(${people.map((each) => each.name)}::text[], ${people.map((each) => each.phone_number)}::text[], ${people.map((each) => each.email)}::text[],
      ${people.map((each) => each.card_number)}::text[], ${people.map((each) => each.is_active)}::boolean[], ${people.map((each) => each.joined)}::date[])
      as p (name, phone, email, card, active, joined)
    returning id`)
  return rows.map((row) => row.id)
}

async function insertPayments(
  tx: Transaction,
  gym: number,
  { payments }: MemberHistory,
  clients: number[],
): Promise<void> {
  await tx.run(sql`
    insert into membership_payments (gym_id, number, id_client, id_user, id_membership, name, price, duration_days, start_date, payment_date)
    select ${gym}, row_number() over (order by start, client), client, seller.id, plan, m.name, m.price, m.duration_days, start,
      least(start::timestamp + interval '20 hours', now() - interval '1 hour')
    from unnest(${payments.map((each) => clients[each.client])}::bigint[], ${payments.map((each) => each.plan.id)}::bigint[], ${payments.map((each) => each.start_date)}::date[])
      as p (client, plan, start)
      join memberships m on m.gym_id = ${gym} and m.id = p.plan
      join (select id, row_number() over (order by id) - 1 as place, count(*) over () as all from users where gym_id = ${gym}) seller
        on seller.place = p.client % seller.all`)
  await tx.run(sql`insert into document_numbers (gym_id, kind, last) values (${gym}, 'payment', ${payments.length})`)
}

async function insertVisits(tx: Transaction, gym: number, { visits }: MemberHistory, clients: number[]): Promise<void> {
  await tx.run(sql`
    insert into attendances (gym_id, id_client, check_in, membership_name, expire_membership)
    select ${gym}, c.id, c.at at time zone ${defaultTimeZone}, shown.name, shown.end_date
    from unnest(${visits.map((each) => clients[each.client])}::bigint[], ${visits.map((each) => each.time)}::timestamp[]) as v (client, at)
      cross join lateral (select ${gym}::integer as gym_id, client as id, at) c
      ${joinShownMembership(sql`c.at`)}`)
}
