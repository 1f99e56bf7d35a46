// Two gyms with one row of each kind, for generated tests of every endpoint.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { ImportAnswer } from '@torniquete/contract/shared/file-import.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { sql } from '../platform/db/sql.ts'
import { type Caller, logInAs } from './api-caller.ts'
import {
  logInMaster,
  makeClient,
  makeCollection,
  makeDevice,
  makeExpense,
  makeGym,
  makePayment,
  makePlan,
  makePlanWithTerms,
  makeProduct,
  makePurchase,
  makeSale,
  makeSchedule,
  makeSupplier,
  makeUniqueText,
  makeUser,
  type TestGym,
  testPassword,
} from './factories.ts'
import { makeFiscalRange, makeUniqueNumberRange, testGymTaxId } from './fiscal-samples.ts'
import { makeMultipartBody, pngBytes, type RawCallInput, sendRawCall } from './raw-call.ts'
import { makeSupplierReceiptXml, signAsSupplier } from './supplier-documents.ts'
import type { TestApp } from './test-app.ts'

/** Ids of one gym's rows, by kind. */
export type GymRowIds = Awaited<ReturnType<typeof makeRows>>
interface StoredImage {
  path: string
  name: string
  token: string
}

export interface TwoGyms {
  test: TestApp
  gym: TestGym
  mine: GymRowIds
  other: TestGym
  theirs: GymRowIds
  master: Caller
  as(role: RoleName): Promise<Caller>
  /** Returns a caller with a new session; for roles of a gym also with a new user. */
  anew(role: RoleName): Promise<Caller>
}

export async function uploadImage({ app, token }: Caller, folder: string): Promise<StoredImage> {
  const reply = await sendRawCall(app, token, 'images.upload', {
    params: { folder },
    payload: makeMultipartBody(pngBytes),
  })
  const { url, path } = reply.json as { url: string; path: string } // images.upload answers with the contract's StoredImage
  return { path, name: path.slice(path.lastIndexOf('/') + 1), token: String(url.split('token=')[1]) }
}

type ImportCall = 'clients.import' | 'products.import'

/** Previews a file with one client or product, and returns the input that confirms its import. */
export async function makeImportInput({ app, token }: Caller, call: ImportCall): Promise<RawCallInput> {
  const row =
    call === 'clients.import'
      ? `Nombre;Vencimiento\n${makeUniqueName()};31/12/2026`
      : `Nombre;Stock\n${makeUniqueName()};5`
  const shown = await sendRawCall(app, token, call, { payload: makeMultipartBody(row, { filename: 'lista.csv' }) })
  const { digest } = shown.json as ImportAnswer
  return { payload: makeMultipartBody(row, { filename: 'lista.csv', fields: { confirm: digest } }) }
}

export async function makeImport(caller: Caller, call: ImportCall): Promise<number> {
  const { json } = await sendRawCall(caller.app, caller.token, call, await makeImportInput(caller, call))
  return (json as ImportAnswer).imported?.id ?? 0
}

export const makePhotoImportBody = (id_client: number) => ({
  file_name: 'fotos.zip',
  photos: [{ id_client, photo_url: '/v1/images/clients/1_a.png?token=1-a', photo_path: 'images/clients/1_a.png' }],
})

export const makePhotoImport = async (caller: Caller, id_client: number): Promise<number> =>
  (await caller.call('clients.set-photos', { body: makePhotoImportBody(id_client) })).id

/** Merges the second client into the first, whose fields all stay. Returns the id of the merge. */
export async function makeMerge(caller: Caller, id_client: number, id_other: number): Promise<number> {
  const params = { id_client, id_other }
  const { digest } = await caller.call('clients.compare', { params })
  return (await caller.call('clients.merge', { params, body: { take: [], confirm: digest } })).id
}

/** Opens a stock count and counts one product. */
export async function makeStockCount(caller: Caller, id_product: number): Promise<number> {
  const { id } = await caller.call('stock.open-count', { body: {} })
  await caller.call('stock.enter', { params: { id }, body: { entries: [{ id_product, quantity: 1 }] } })
  return id
}

export const makeDrawer = async (caller: Caller): Promise<number> =>
  (await caller.call('cash-shifts.create-drawer', { body: { name: makeUniqueName() } })).id

export const makeShift = async (caller: Caller, id_drawer: number): Promise<number> =>
  (await caller.call('cash-shifts.open', { body: { id_drawer, amount: '100.00' } })).id

const deleted =
  (make: (gym: TestGym) => Promise<{ id: number }>, call: EndpointName, param: string) =>
  async (gym: TestGym): Promise<number> => {
    const { id } = await make(gym)
    await gym.admin.call(call, { params: { [param]: id } } as never)
    return id
  }
/** For each kind, a function that makes a row and deletes it. */
export const deletedRowMakers = {
  client: deleted(makeClient, 'clients.delete', 'id_client'),
  user: deleted((gym) => makeUser(gym, 'gym_worker'), 'users.delete', 'id_user'),
  product: deleted(makeProduct, 'products.delete', 'id_product'),
  supplier: deleted(makeSupplier, 'suppliers.delete', 'id_supplier'),
  plan: deleted(makePlan, 'memberships.delete', 'id_membership'),
}

export const makeSupportRequest = async (caller: Caller): Promise<number> =>
  (await caller.call('support.create', { body: { from_name: 'Ana', email: 'ana@example.com', message: 'Hola' } })).id

/** Inserts the record of a door opened by hand, since no terminal is connected in these tests. */
export const makeDoorOpening = async ({ test, gym }: TestGym, caller: Caller): Promise<number> =>
  (
    await test.database.write({ gym: gym.id, user: null }, (tx) =>
      tx.one<{ id: number }>(sql`
        insert into door_acts (gym_id, id_device, act, id_user, deadline) values (${gym.id}, 1, 'open', ${readTokenUserId(caller)}, now()) returning id`),
    )
  ).id

/** Makes a client who entered a moment ago, and returns the id of the attendance. */
export const makeAttendance = async (gym: TestGym): Promise<number> =>
  (await gym.admin.call('attendances.create', { body: { id_client: (await makeClient(gym)).id } })).attendance_id

/** Makes an attendance that was taken back. */
export async function makeUndoneAttendance(gym: TestGym): Promise<number> {
  const id = await makeAttendance(gym)
  await gym.admin.call('attendances.undo', { params: { id }, body: { reason: 'No era ella' } })
  return id
}

/** Makes a client who entered and left. */
export const makeDeparture = async (gym: TestGym): Promise<number> =>
  (await gym.admin.call('inside.leave', { body: { id_attendance: await makeAttendance(gym) } })).id

/** Makes a client with a pause that began today. */
export async function makePause(gym: TestGym): Promise<number> {
  const { id } = await makePausableClient(gym)
  return (await gym.admin.call('pauses.create', { params: { id_client: id }, body: { reason: 'Viaje' } })).id
}

/** Makes a client whose plan allows pauses. */
export async function makePausableClient(gym: TestGym): Promise<{ id: number }> {
  const [client, plan] = [await makeClient(gym), await makePlanWithTerms(gym, { pause_days: 60 })]
  await makePayment(gym, { id_client: client.id, id_membership: plan.id })
  return client
}

async function makeSession({ test, gym, admin }: TestGym): Promise<string> {
  await logInAs(test.app, gym.username, testPassword)
  return (await admin.call('session.list')).find(({ current }) => !current)?.id ?? ''
}

async function makeRows(gym: TestGym, pin: number) {
  const client = await makeClient(gym, { id_zkteco: pin })
  const plan = await makePlan(gym)
  const payment = await makePayment(gym, { id_client: client.id, id_membership: plan.id })
  const [supplier, product] = [await makeSupplier(gym), await makeProduct(gym)]
  const purchase = await makePurchase(
    gym,
    [{ id_product: product.id, quantity: 100_000, unit_price: '5.00' }],
    supplier.id,
  )
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 2 }], client.id)
  const came = await gym.admin.call('attendances.create', { body: { id_client: client.id } })
  const { items } = await gym.admin.call('notifications.list')
  return {
    gym: gym.gym.id,
    client: client.id,
    deleted: {
      client: await deletedRowMakers.client(gym),
      user: await deletedRowMakers.user(gym),
      product: await deletedRowMakers.product(gym),
      supplier: await deletedRowMakers.supplier(gym),
      plan: await deletedRowMakers.plan(gym),
    },
    /** PIN that exists only in this gym. */
    pin,
    user: (await makeUser(gym, 'gym_worker')).id,
    plan: plan.id,
    schedule: (await makeSchedule(gym)).id,
    payment: payment.id,
    /** Collection that paid a debt of another client than `client`. */
    collection: await makeCollection(gym),
    pause: await makePause(gym),
    paymentKind: (await gym.admin.call('payment-kinds.list'))[1]?.id ?? 0,
    device: (await makeDevice(gym)).id,
    supplier: supplier.id,
    product: product.id,
    purchase: purchase.id,
    expense: (await makeExpense(gym)).id,
    sale: sale.id,
    attendance: came.attendance_id,
    departure: await makeDeparture(gym),
    notification: items[0]?.id_notification ?? 0,
    support: await makeSupportRequest(gym.admin),
    opening: await makeDoorOpening(gym, gym.admin),
    clientImport: await makeImport(gym.admin, 'clients.import'),
    photoImport: await makePhotoImport(gym.admin, (await makeClient(gym)).id),
    count: await makeStockCount(gym.admin, product.id),
    /** Drawer without a shift; `shift` belongs to another drawer. */
    drawer: await makeDrawer(gym.admin),
    shift: await makeShift(gym.admin, await makeDrawer(gym.admin)),
    productImport: await makeImport(gym.admin, 'products.import'),
    /** Second client for merges; `merge` is a finished merge of two other clients. */
    twin: (await makeClient(gym)).id,
    merge: await makeMerge(gym.admin, (await makeClient(gym)).id, (await makeClient(gym)).id),
    image: await uploadImage(gym.admin, 'clients'),
    /** Id of another session of the super admin. */
    session: await makeSession(gym),
    range: await makeRanges(gym),
    voidedNumber: (await voidFiscalNumber(gym.admin)).id,
    electronicReceipt: await makeElectronicReceipt(gym, product.id),
    received: await makeReceivedDocument(gym),
  }
}

/** Enters a number that no range of the gym has as taken out of use. */
export const voidFiscalNumber = (admin: TestGym['admin']): Promise<{ id: number }> =>
  admin.call('fiscal.void-number', { body: { ncf: makeUniqueNumberRange('B11', 1).from, kind: '04' } })

/** Switches fiscal receipts on for later sales. Returns the id of a range that sales do not use. */
async function makeRanges({ admin }: TestGym): Promise<number> {
  for (const type of ['B01', 'B02', 'B04']) await makeFiscalRange(admin, type, 100_000)
  return (await makeFiscalRange(admin, 'B03')).id
}

/** Inserts the signed document of a new sale. Returns its number. */
async function makeElectronicReceipt(gym: TestGym, id_product: number): Promise<string> {
  const { id } = await makeSale(gym, [{ id_product, quantity: 1 }])
  const [row] = await gym.rows<{ ncf: string }>(sql`
    insert into electronic_receipts (gym_id, id_receipt, ncf, xml, security_code, signed_at, qr, is_summary, next_attempt_at)
    select gym_id, id, ncf, '<ECF/>', 'Abc123', issued_at, 'https://fc.dgii.gov.do', true, issued_at
    from fiscal_receipts where gym_id = ${gym.gym.id} and id_sale = ${id} returning ncf`)
  return row?.ncf ?? ''
}

/** Stores the receipt of a supplier. Returns its id. */
export async function makeReceivedDocument(gym: TestGym): Promise<number> {
  const xml = signAsSupplier(makeSupplierReceiptXml(testGymTaxId))
  const [row] = await gym.rows<{ id: number }>(sql`
    insert into received_documents (gym_id, ncf, environment, tax_id, legal_name, issued_on, total, tax_total, xml, acknowledgement, received_at)
    values (${gym.gym.id}, ${/E31\d+/.exec(xml)?.[0]}, 'test', '101850043', 'Suplidora del Este SRL', '2026-11-30', 1600, 15.25, ${xml}, '<ARECF/>', now())
    returning id`)
  return row?.id ?? 0
}

export async function makeTwoGyms(test: TestApp): Promise<TwoGyms> {
  const [gym, other, platform] = [await makeGym(test), await makeGym(test), await logInMaster(test)]
  return {
    test,
    gym,
    mine: await makeRows(gym, 11_111),
    other,
    theirs: await makeRows(other, 22_222),
    master: platform,
    as: (role) => (role === 'master' ? Promise.resolve(platform) : gym.as(role)),
    anew: async (role) =>
      role === 'master' ? logInMaster(test) : logInAs(test.app, (await makeUser(gym, role)).username, testPassword),
  }
}

/** Reads the user's id from a session token. */
export function readTokenUserId({ token }: Caller): number {
  const claims = JSON.parse(Buffer.from(String(token?.split('.')[1]), 'base64url').toString()) as { sub: string } // tests create this token, so it has a subject
  return (JSON.parse(claims.sub) as { id_user: number }).id_user // the subject is the contract's TokenUser
}

export const makeUniqueName = (): string => makeUniqueText('Nombre ')
