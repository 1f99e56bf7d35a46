// Defines a valid input for every endpoint, and which rows of a gym it names. A new endpoint without a sample does not
// compile.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { renewLoginLink } from '../admin/session/first-login-link.ts'
import type { Caller } from './api-caller.ts'
import { doorSamples } from './door-samples.ts'
import { makeClient, makeGym, makePlan, makeProduct, makeSupplier, makeUser, password } from './factories.ts'
import { fiscalSamples } from './fiscal-call-samples.ts'
import { clientSamples, pauseSamples, scheduleSamples, sessionSamples } from './member-samples.ts'
import { makeUpload, pngBytes } from './raw-call.ts'
import { makeGymBody, makePlanBody, makeProductBody, makeUserBody } from './sample-bodies.ts'
import { days, onRow, plain, type SampleCall } from './sample-call.ts'
import { cashSamples, debtSamples, expenseSample, stockSamples, voidSamples } from './till-samples.ts'
import {
  deletedRowMakers,
  makeSupportRequest,
  makeUniqueName,
  readUserId,
  type TwoGyms,
  uploadImage,
} from './two-gyms.ts'

/** Returns a caller with the role; if the call ends the caller's session, one with a new session. */
export const chooseCaller = (world: TwoGyms, name: EndpointName, role: RoleName): Promise<Caller> =>
  callSamples[name].endsSession ? world.anew(role) : world.as(role)

/** Address at which no mail server listens. */
const mailServer = { host: '127.0.0.1', port: 2525, security: 'none', sender: 'avisos@example.com' }
const deletedRows = plain(() => ({ query: { name: 'a', page: 0, size_page: 5 } }))
const restored = (kind: keyof typeof deletedRowMakers, param: string) =>
  onRow(
    ({ deleted }) => ({ params: { [param]: deleted[kind] } }),
    async ({ gym }) => ({ params: { [param]: await deletedRowMakers[kind](gym) } }),
  )
/** Super admins change another user; the other roles, which cannot, change themselves. */
const reachable = ({ mine }: TwoGyms, caller: Caller, role: RoleName) =>
  role === 'gym_super_admin' ? mine.user : readUserId(caller)

export const callSamples: Record<EndpointName, SampleCall> = {
  'session.login': plain(({ gym }) => ({ body: { username: gym.gym.username, password } })),
  'session.enter': plain(async ({ test: { database, clock } }) => {
    await database.platform.query(
      'insert into first_login default values on conflict (singleton) do update set done_at = null',
    )
    return { body: { link: await renewLoginLink(database, clock.now()) } }
  }),
  'session.first': plain(),
  ...fiscalSamples,
  'session.logout': { ...plain(), endsSession: true },
  ...sessionSamples,
  'biometrics.settings': plain(),
  'biometrics.configure': plain(() => ({ body: { keeps: true } })),
  'biometrics.read': onRow((rows) => ({ params: { id_client: rows.client } })),
  'biometrics.agree': onRow((rows) => ({ params: { id_client: rows.client }, body: { agrees: false } })),
  'biometrics.drop': onRow(
    (rows) => ({ params: { id_client: rows.client }, query: { kind: 'photo' } }),
    async ({ gym, mine }) => {
      await gym.admin.call('biometrics.configure', { body: { keeps: true } })
      const params = { id_client: mine.client }
      await gym.admin.call('biometrics.agree', { params, body: { agrees: true } })
      await gym.admin.call('biometrics.photo', { params, body: { image: '/9j/AAAA' } })
      return { params, query: { kind: 'photo' } }
    },
  ),
  'biometrics.photo': onRow(
    (rows) => ({ params: { id_client: rows.client }, body: { image: '/9j/AAAA' } }),
    async ({ gym, mine }) => {
      await gym.admin.call('biometrics.configure', { body: { keeps: true } })
      await gym.admin.call('biometrics.agree', { params: { id_client: mine.client }, body: { agrees: true } })
      return { params: { id_client: mine.client }, body: { image: '/9j/AAAA' } }
    },
  ),
  'biometrics.enrol': {
    ...onRow((rows) => ({ params: { id_client: rows.client }, body: { id_device: rows.device, kind: 'finger' } })),
    otherValidStatus: 503,
  },
  'biometrics.device': onRow((rows) => ({ params: { id_device: rows.device } })),
  'channels.read': plain(),
  'channels.email': plain(() => ({ body: mailServer })),
  'channels.whatsapp': plain(() => ({
    body: { phone_id: '106540352242922', token: 'EAAG', app_secret: 'un-secreto', verify_token: 'una-palabra' },
  })),
  'channels.remove': plain(() => ({ params: { channel: 'email' } })),
  'channels.test': {
    ...plain(() => ({ params: { channel: 'whatsapp' }, body: { to: '+1 809 555 0101' } })),
    // Answers 409, because WhatsApp is not set up.
    otherValidStatus: 409,
  },
  'config.read': plain(),
  'status.read': plain(),
  'status.sealed': plain(),
  'gyms.list': plain(),
  'gyms.read': plain(({ mine }) => ({ params: { id: mine.gym } })),
  'gyms.create': plain(() => ({ body: makeGymBody() })),
  'gyms.update': plain(({ mine }) => ({
    params: { id: mine.gym },
    body: { name: makeUniqueName(), phone_number: '809' },
  })),
  'gyms.delete': plain(async ({ test }) => ({ params: { id: (await makeGym(test)).gym.id } })),
  'gym-info.read': plain(),
  'gym-info.update': plain(() => ({
    body: { name: makeUniqueName(), timeZone: 'America/Puerto_Rico', services: 'Pesas' },
  })),
  'gym-info.zones': plain(),
  'guide.read': plain(),
  'guide.update': plain(() => ({ body: { put_away: true, printed: true } })),
  'show-info.read': plain(),
  'show-info.update': plain(() => ({ body: { name: true } })),
  'users.list': plain(),
  'users.read': onRow(
    ({ user }) => ({ params: { id_user: user } }),
    (world, caller, role) => ({ params: { id_user: reachable(world, caller, role) } }),
  ),
  'users.create': plain(() => ({ body: makeUserBody() })),
  'users.update': {
    ...onRow(
      ({ user }) => ({ params: { id_user: user }, body: { phone_number: '809-555-0000', updated_at: '2026-11-21' } }),
      (world, caller, role) => ({ params: { id_user: reachable(world, caller, role) }, body: { phone_number: '1' } }),
    ),
    ignored: ['updated_at'],
  },
  'users.delete': onRow(
    ({ user }) => ({ params: { id_user: user }, query: { id_zkteco: '5' } }),
    async ({ gym }) => ({ params: { id_user: (await makeUser(gym, 'gym_worker')).id } }),
  ),
  'roles.list': plain(),
  'clients.list': plain(() => ({ query: { page: 0, size_page: 5, client_name: 'cliente', include_status: 'true' } })),
  'clients.search': plain(() => ({ params: { name: 'cliente' }, query: { include_status: 'true' } })),
  'clients.read': onRow(({ client }) => ({ params: { id_client: client } })),
  'clients.paid': onRow(({ client }) => ({ params: { id_client: client } })),
  'clients.create': plain(() => ({ body: { name: makeUniqueName(), birth_date: '1990-05-05', notes: 'x' } })),
  'clients.update': onRow(({ client }) => ({ params: { id_client: client }, body: { notes: 'Otra nota' } })),
  'clients.delete': onRow(
    ({ client }) => ({ params: { id_client: client } }),
    async ({ gym }) => ({ params: { id_client: (await makeClient(gym)).id } }),
  ),
  'memberships.list': plain(),
  ...pauseSamples,
  ...scheduleSamples,
  'memberships.read': onRow(({ plan }) => ({ params: { id_membership: plan } })),
  'memberships.create': plain(() => ({ body: makePlanBody() })),
  'memberships.update': onRow(({ plan }) => ({ params: { id_membership: plan }, body: { description: 'Otro texto' } })),
  'memberships.delete': onRow(
    ({ plan }) => ({ params: { id_membership: plan } }),
    async ({ gym }) => ({ params: { id_membership: (await makePlan(gym)).id } }),
  ),
  'payment-kinds.list': plain(),
  'payment-kinds.create': plain(() => ({ body: { name: makeUniqueName(), in_drawer: false } })),
  'payment-kinds.update': onRow(({ paymentKind }) => ({
    params: { id_kind: paymentKind },
    body: { in_drawer: false, position: 1 },
  })),
  ...cashSamples,
  'tenders.read': onRow(({ payment }) => ({ params: { document: 'payment', id: payment } })),
  'tenders.of-list': plain(() => ({
    params: { document: 'sale' },
    query: { ...days, user_name: 'a', party_name: 'cliente', include_time: 'true' },
  })),
  'tenders.flow': plain(() => ({ query: { ...days, user_name: 'a' } })),
  'payments.list': plain(() => ({ query: { ...days, client_name: 'cliente', user_name: 'a', include_time: 'false' } })),
  'payments.export': plain(() => ({ query: { ...days, client_name: 'cliente', user_name: 'a', brief: '1' } })),
  'payments.read': onRow(({ payment }) => ({ params: { id: payment } })),
  'payments.create': {
    ...onRow(({ client, plan }) => ({
      body: {
        id_client: client,
        id_membership: plan,
        start_date: '2026-03-01',
        id_zkteco: 1,
        expected_total: 1250,
        overlap: true,
      },
    })),
    ignored: ['id_zkteco'],
  },
  'products.list': plain(() => ({ query: { page: 0, size_page: 5, product_name: 'producto' } })),
  'products.export': plain(() => ({ query: { product_name: 'producto' } })),
  'products.read': onRow(({ product }) => ({ params: { id_product: product } })),
  'products.create': plain(() => ({ body: makeProductBody() })),
  'products.set-tax-class': plain(({ mine }) => ({ body: { ids: [mine.product], tax_class: '16' } })),
  'products.update': onRow(({ product }) => ({ params: { id_product: product }, body: { description: 'Otro texto' } })),
  'products.delete': onRow(
    ({ product }) => ({ params: { id_product: product } }),
    async ({ gym }) => ({ params: { id_product: (await makeProduct(gym)).id } }),
  ),
  'suppliers.list': plain(),
  'suppliers.read': onRow(({ supplier }) => ({ params: { id_supplier: supplier } })),
  'suppliers.create': plain(() => ({ body: { name: makeUniqueName(), email: 'a@example.com', phone_number: '809' } })),
  'suppliers.update': onRow(({ supplier }) => ({ params: { id_supplier: supplier }, body: { phone_number: '1' } })),
  'suppliers.delete': onRow(
    ({ supplier }) => ({ params: { id_supplier: supplier } }),
    async ({ gym }) => ({ params: { id_supplier: (await makeSupplier(gym)).id } }),
  ),
  'purchases.list': plain(() => ({
    query: { ...days, supplier_name: 'proveedor', user_name: 'a', include_time: 'false' },
  })),
  'purchases.export': plain(() => ({ query: { ...days, supplier_name: 'proveedor', include_time: 'false' } })),
  'purchases.read': onRow(({ purchase }) => ({ params: { id: purchase } })),
  'purchases.create': onRow(({ supplier, product }) => ({
    body: {
      id_supplier: supplier,
      items: [{ id_product: product, quantity: 3, unit_price: '10.50', discount: 5, tax: 18 }],
    },
  })),
  ...debtSamples,
  ...voidSamples,
  ...stockSamples,
  'expenses.list': plain(() => ({ query: { ...days, name: 'luz', user_name: 'a' } })),
  'expenses.export': plain(() => ({ query: { ...days, name: 'luz', user_name: 'a' } })),
  'expenses.read': onRow(({ expense }) => ({ params: { id: expense } })),
  'expenses.create': expenseSample,
  'sales.list': plain(() => ({ query: { ...days, client_name: 'cliente', user_name: 'a', include_time: 'false' } })),
  'sales.export': plain(() => ({ query: { ...days, client_name: 'cliente', user_name: 'a' } })),
  'sales.read': onRow(({ sale }) => ({ params: { id: sale } })),
  'sales.create': onRow(({ client, product }) => ({
    body: {
      id_client: client,
      items: [{ id_product: product, quantity: 1, discount: 10, tax: 0 }],
      expected_total: '90.00',
    },
  })),
  'tickets.read': onRow(({ sale }) => ({ params: { document: 'sale', id: sale } })),
  'tickets.create': onRow(({ client, plan, product }) => ({
    body: {
      id_client: client,
      membership: { id_membership: plan, start_date: '2026-03-01', expected_days: 30, overlap: true },
      items: [{ id_product: product, quantity: 1, discount: 10, tax: 0 }],
      expected_total: '1340.00',
    },
  })),
  'voids.export': plain(() => ({ query: { ...days, user_name: 'a' } })),
  'voids.list': plain(() => ({ query: { ...days, user_name: 'a', page: 0, size_page: 5 } })),
  'statistics.cash-flow': plain(() => ({ query: { ...days, user_name: 'a' } })),
  'statistics.sales-by-user': plain(() => ({ query: { period: 'weekly' } })),
  'statistics.membership-sales-by-user': plain(() => ({ query: { period: 'quarterly' } })),
  'statistics.read': plain(),
  'notification-config.read': plain(),
  'notification-config.update': plain(() => ({
    body: {
      message_before_expiration: 'Hola {nombre}',
      message_day_expiration: 'Vence hoy',
      days_before_expiration: [7, 3, 1],
      isActive: true,
    },
  })),
  'report-schedule.read': plain(),
  'report-schedule.mail': plain(),
  'report-schedule.update-mail': plain(() => ({ body: { emails: ['ana@example.com'] } })),
  'report-schedule.update': plain(() => ({
    body: { report_time: 21, report_phone_number: '809-555-0100', isActive: true },
  })),
  'support.create': {
    ...plain(() => ({
      body: { from_name: 'Ana', email: 'ana@example.com', message: 'Hola', gym: 'Gimnasio', userRol: 'gym_admin' },
    })),
  },
  'support.read': onRow(
    ({ support }) => ({ params: { id: support } }),
    async (_world, caller) => ({ params: { id: await makeSupportRequest(caller) } }),
  ),
  'outbox.list': {
    ...onRow(({ client }) => ({ query: { id_client: client, state: 'pending' } })),
    foreignAnswer: { items: [], total: 0 },
  },
  'outbox.status': plain(),
  'outbox.unreachable': plain(() => ({ query: { page: 0, size_page: 5 } })),
  'daily-report.read': plain(() => ({ query: { day: '2026-03-01' } })),
  'history.list': {
    ...onRow(({ client }) => ({ query: { entity: 'clients', id: client } })),
    foreignAnswer: { items: [], total: 0 },
  },
  'clients.deleted': deletedRows,
  'clients.restore': restored('client', 'id_client'),
  'users.deleted': deletedRows,
  'users.restore': restored('user', 'id_user'),
  'products.deleted': deletedRows,
  'products.restore': restored('product', 'id_product'),
  'suppliers.deleted': deletedRows,
  'suppliers.restore': restored('supplier', 'id_supplier'),
  'memberships.deleted': deletedRows,
  'memberships.restore': restored('plan', 'id_membership'),
  'gyms.deleted': deletedRows,
  'gyms.restore': plain(async ({ test, master }) => {
    const { gym } = await makeGym(test)
    await master.call('gyms.delete', { params: { id: gym.id } })
    return { params: { id: gym.id } }
  }),
  ...doorSamples,
  'notifications.list': plain(() => ({ query: { is_read: 'false' } })),
  'notifications.mark': onRow(({ notification }) => ({
    params: { id_notification: notification },
    body: { is_read: true },
  })),
  'notifications.mark-many': {
    ...onRow(({ notification }) => ({ body: { ids: [notification], is_read: false } })),
    foreignAnswer: { updated: 0 },
  },
  'notifications.stream': plain(() => ({ query: { changes: 'true' } })),
  ...clientSamples,
  'images.upload': plain((_world, _caller, role) => ({
    params: { folder: role === 'master' ? 'gyms' : 'users' },
    payload: makeUpload(pngBytes),
  })),
  'images.delete': onRow(
    ({ image }) => ({ query: { path: image.path } }),
    async (_world, caller, role) => ({
      query: { path: (await uploadImage(caller, role === 'master' ? 'gyms' : 'clients')).path },
    }),
  ),
  'images.read': plain(({ mine }) => ({
    params: { folder: 'clients', name: mine.image.name },
    query: { token: mine.image.token },
  })),
}
