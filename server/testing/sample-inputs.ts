// Defines a valid input for every endpoint, and which rows of a gym it names. A new endpoint without a sample does not
// compile.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { renewFirstLoginLink } from '../admin/session/first-login-link.ts'
import type { Caller } from './api-caller.ts'
import { doorCallSamples } from './door-samples.ts'
import { makeClient, makeGym, makePlan, makeProduct, makeSupplier, makeUser, testPassword } from './factories.ts'
import { fiscalCallSamples } from './fiscal-call-samples.ts'
import { clientCallSamples, pauseCallSamples, scheduleCallSamples, sessionCallSamples } from './member-samples.ts'
import { makeMultipartBody, pngBytes } from './raw-call.ts'
import { makeGymBody, makePlanBody, makeProductBody, makeUserBody } from './sample-bodies.ts'
import { makeRowlessSample, makeRowSample, type SampleCall, sampleDateRange } from './sample-call.ts'
import {
  cashShiftCallSamples,
  debtCallSamples,
  expenseCallSample,
  stockCallSamples,
  voidCallSamples,
} from './till-samples.ts'
import {
  deletedRowMakers,
  makeSupportRequest,
  makeUniqueName,
  readTokenUserId,
  type TwoGyms,
  uploadImage,
} from './two-gyms.ts'

/** Returns a caller with the role; if the call ends the caller's session, one with a new session. */
export const chooseCaller = (world: TwoGyms, name: EndpointName, role: RoleName): Promise<Caller> =>
  callSamples[name].endsSession ? world.anew(role) : world.as(role)

/** Address at which no mail server listens. */
const mailServer = { host: '127.0.0.1', port: 2525, security: 'none', sender: 'avisos@example.com' }
const deletedRows = makeRowlessSample(() => ({ query: { name: 'a', page: 0, size_page: 5 } }))
const restored = (kind: keyof typeof deletedRowMakers, param: string) =>
  makeRowSample(
    ({ deleted }) => ({ params: { [param]: deleted[kind] } }),
    async ({ gym }) => ({ params: { [param]: await deletedRowMakers[kind](gym) } }),
  )
/** Super admins change another user; the other roles, which cannot, change themselves. */
const reachable = ({ mine }: TwoGyms, caller: Caller, role: RoleName) =>
  role === 'gym_super_admin' ? mine.user : readTokenUserId(caller)

export const callSamples: Record<EndpointName, SampleCall> = {
  'session.login': makeRowlessSample(({ gym }) => ({ body: { username: gym.gym.username, password: testPassword } })),
  'session.enter': makeRowlessSample(async ({ test: { database, clock } }) => {
    await database.platform.query(
      'insert into first_login default values on conflict (singleton) do update set done_at = null',
    )
    return { body: { link: await renewFirstLoginLink(database, clock.now()) } }
  }),
  'session.first': makeRowlessSample(),
  ...fiscalCallSamples,
  'session.logout': { ...makeRowlessSample(), endsSession: true },
  ...sessionCallSamples,
  'biometrics.settings': makeRowlessSample(),
  'biometrics.configure': makeRowlessSample(() => ({ body: { keeps: true } })),
  'biometrics.read': makeRowSample((rows) => ({ params: { id_client: rows.client } })),
  'biometrics.agree': makeRowSample((rows) => ({ params: { id_client: rows.client }, body: { agrees: false } })),
  'biometrics.drop': makeRowSample(
    (rows) => ({ params: { id_client: rows.client }, query: { kind: 'photo' } }),
    async ({ gym, mine }) => {
      await gym.admin.call('biometrics.configure', { body: { keeps: true } })
      const params = { id_client: mine.client }
      await gym.admin.call('biometrics.agree', { params, body: { agrees: true } })
      await gym.admin.call('biometrics.photo', { params, body: { image: '/9j/AAAA' } })
      return { params, query: { kind: 'photo' } }
    },
  ),
  'biometrics.photo': makeRowSample(
    (rows) => ({ params: { id_client: rows.client }, body: { image: '/9j/AAAA' } }),
    async ({ gym, mine }) => {
      await gym.admin.call('biometrics.configure', { body: { keeps: true } })
      await gym.admin.call('biometrics.agree', { params: { id_client: mine.client }, body: { agrees: true } })
      return { params: { id_client: mine.client }, body: { image: '/9j/AAAA' } }
    },
  ),
  'biometrics.enrol': {
    ...makeRowSample((rows) => ({
      params: { id_client: rows.client },
      body: { id_device: rows.device, kind: 'finger' },
    })),
    otherValidStatus: 503,
  },
  'biometrics.device': makeRowSample((rows) => ({ params: { id_device: rows.device } })),
  'channels.read': makeRowlessSample(),
  'channels.email': makeRowlessSample(() => ({ body: mailServer })),
  'channels.whatsapp': makeRowlessSample(() => ({
    body: { phone_id: '106540352242922', token: 'EAAG', app_secret: 'un-secreto', verify_token: 'una-palabra' },
  })),
  'channels.remove': makeRowlessSample(() => ({ params: { channel: 'email' } })),
  'channels.test': {
    ...makeRowlessSample(() => ({ params: { channel: 'whatsapp' }, body: { to: '+1 809 555 0101' } })),
    // Answers 409, because WhatsApp is not set up.
    otherValidStatus: 409,
  },
  'config.read': makeRowlessSample(),
  'status.read': makeRowlessSample(),
  'status.sealed': makeRowlessSample(),
  'gyms.list': makeRowlessSample(),
  'gyms.read': makeRowlessSample(({ mine }) => ({ params: { id: mine.gym } })),
  'gyms.create': makeRowlessSample(() => ({ body: makeGymBody() })),
  'gyms.update': makeRowlessSample(({ mine }) => ({
    params: { id: mine.gym },
    body: { name: makeUniqueName(), phone_number: '809' },
  })),
  'gyms.delete': makeRowlessSample(async ({ test }) => ({ params: { id: (await makeGym(test)).gym.id } })),
  'gym-info.read': makeRowlessSample(),
  'gym-info.update': makeRowlessSample(() => ({
    body: { name: makeUniqueName(), timeZone: 'America/Puerto_Rico', services: 'Pesas' },
  })),
  'gym-info.zones': makeRowlessSample(),
  'guide.read': makeRowlessSample(),
  'guide.update': makeRowlessSample(() => ({ body: { put_away: true, printed: true } })),
  'show-info.read': makeRowlessSample(),
  'show-info.update': makeRowlessSample(() => ({ body: { name: true } })),
  'users.list': makeRowlessSample(),
  'users.read': makeRowSample(
    ({ user }) => ({ params: { id_user: user } }),
    (world, caller, role) => ({ params: { id_user: reachable(world, caller, role) } }),
  ),
  'users.create': makeRowlessSample(() => ({ body: makeUserBody() })),
  'users.update': {
    ...makeRowSample(
      ({ user }) => ({ params: { id_user: user }, body: { phone_number: '809-555-0000', updated_at: '2026-11-21' } }),
      (world, caller, role) => ({ params: { id_user: reachable(world, caller, role) }, body: { phone_number: '1' } }),
    ),
    ignored: ['updated_at'],
  },
  'users.delete': makeRowSample(
    ({ user }) => ({ params: { id_user: user }, query: { id_zkteco: '5' } }),
    async ({ gym }) => ({ params: { id_user: (await makeUser(gym, 'gym_worker')).id } }),
  ),
  'roles.list': makeRowlessSample(),
  'clients.list': makeRowlessSample(() => ({
    query: { page: 0, size_page: 5, client_name: 'cliente', include_status: 'true' },
  })),
  'clients.search': makeRowlessSample(() => ({ params: { name: 'cliente' }, query: { include_status: 'true' } })),
  'clients.read': makeRowSample(({ client }) => ({ params: { id_client: client } })),
  'clients.paid': makeRowSample(({ client }) => ({ params: { id_client: client } })),
  'clients.create': makeRowlessSample(() => ({
    body: { name: makeUniqueName(), birth_date: '1990-05-05', notes: 'x' },
  })),
  'clients.update': makeRowSample(({ client }) => ({ params: { id_client: client }, body: { notes: 'Otra nota' } })),
  'clients.delete': makeRowSample(
    ({ client }) => ({ params: { id_client: client } }),
    async ({ gym }) => ({ params: { id_client: (await makeClient(gym)).id } }),
  ),
  'memberships.list': makeRowlessSample(),
  ...pauseCallSamples,
  ...scheduleCallSamples,
  'memberships.read': makeRowSample(({ plan }) => ({ params: { id_membership: plan } })),
  'memberships.create': makeRowlessSample(() => ({ body: makePlanBody() })),
  'memberships.update': makeRowSample(({ plan }) => ({
    params: { id_membership: plan },
    body: { description: 'Otro texto' },
  })),
  'memberships.delete': makeRowSample(
    ({ plan }) => ({ params: { id_membership: plan } }),
    async ({ gym }) => ({ params: { id_membership: (await makePlan(gym)).id } }),
  ),
  'payment-kinds.list': makeRowlessSample(),
  'payment-kinds.create': makeRowlessSample(() => ({ body: { name: makeUniqueName(), in_drawer: false } })),
  'payment-kinds.update': makeRowSample(({ paymentKind }) => ({
    params: { id_kind: paymentKind },
    body: { in_drawer: false, position: 1 },
  })),
  ...cashShiftCallSamples,
  'tenders.read': makeRowSample(({ payment }) => ({ params: { document: 'payment', id: payment } })),
  'tenders.of-list': makeRowlessSample(() => ({
    params: { document: 'sale' },
    query: { ...sampleDateRange, user_name: 'a', party_name: 'cliente', include_time: 'true' },
  })),
  'tenders.flow': makeRowlessSample(() => ({ query: { ...sampleDateRange, user_name: 'a' } })),
  'payments.list': makeRowlessSample(() => ({
    query: { ...sampleDateRange, client_name: 'cliente', user_name: 'a', include_time: 'false' },
  })),
  'payments.export': makeRowlessSample(() => ({
    query: { ...sampleDateRange, client_name: 'cliente', user_name: 'a', brief: '1' },
  })),
  'payments.read': makeRowSample(({ payment }) => ({ params: { id: payment } })),
  'payments.create': {
    ...makeRowSample(({ client, plan }) => ({
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
  'products.list': makeRowlessSample(() => ({ query: { page: 0, size_page: 5, product_name: 'producto' } })),
  'products.export': makeRowlessSample(() => ({ query: { product_name: 'producto' } })),
  'products.read': makeRowSample(({ product }) => ({ params: { id_product: product } })),
  'products.create': makeRowlessSample(() => ({ body: makeProductBody() })),
  'products.set-tax-class': makeRowlessSample(({ mine }) => ({ body: { ids: [mine.product], tax_class: '16' } })),
  'products.update': makeRowSample(({ product }) => ({
    params: { id_product: product },
    body: { description: 'Otro texto' },
  })),
  'products.delete': makeRowSample(
    ({ product }) => ({ params: { id_product: product } }),
    async ({ gym }) => ({ params: { id_product: (await makeProduct(gym)).id } }),
  ),
  'suppliers.list': makeRowlessSample(),
  'suppliers.read': makeRowSample(({ supplier }) => ({ params: { id_supplier: supplier } })),
  'suppliers.create': makeRowlessSample(() => ({
    body: { name: makeUniqueName(), email: 'a@example.com', phone_number: '809' },
  })),
  'suppliers.update': makeRowSample(({ supplier }) => ({
    params: { id_supplier: supplier },
    body: { phone_number: '1' },
  })),
  'suppliers.delete': makeRowSample(
    ({ supplier }) => ({ params: { id_supplier: supplier } }),
    async ({ gym }) => ({ params: { id_supplier: (await makeSupplier(gym)).id } }),
  ),
  'purchases.list': makeRowlessSample(() => ({
    query: { ...sampleDateRange, supplier_name: 'proveedor', user_name: 'a', include_time: 'false' },
  })),
  'purchases.export': makeRowlessSample(() => ({
    query: { ...sampleDateRange, supplier_name: 'proveedor', include_time: 'false' },
  })),
  'purchases.read': makeRowSample(({ purchase }) => ({ params: { id: purchase } })),
  'purchases.create': makeRowSample(({ supplier, product }) => ({
    body: {
      id_supplier: supplier,
      items: [{ id_product: product, quantity: 3, unit_price: '10.50', discount: 5, tax: 18 }],
    },
  })),
  ...debtCallSamples,
  ...voidCallSamples,
  ...stockCallSamples,
  'expenses.list': makeRowlessSample(() => ({ query: { ...sampleDateRange, name: 'luz', user_name: 'a' } })),
  'expenses.export': makeRowlessSample(() => ({ query: { ...sampleDateRange, name: 'luz', user_name: 'a' } })),
  'expenses.read': makeRowSample(({ expense }) => ({ params: { id: expense } })),
  'expenses.create': expenseCallSample,
  'sales.list': makeRowlessSample(() => ({
    query: { ...sampleDateRange, client_name: 'cliente', user_name: 'a', include_time: 'false' },
  })),
  'sales.export': makeRowlessSample(() => ({ query: { ...sampleDateRange, client_name: 'cliente', user_name: 'a' } })),
  'sales.read': makeRowSample(({ sale }) => ({ params: { id: sale } })),
  'sales.create': makeRowSample(({ client, product }) => ({
    body: {
      id_client: client,
      items: [{ id_product: product, quantity: 1, discount: 10, tax: 0 }],
      expected_total: '90.00',
    },
  })),
  'tickets.read': makeRowSample(({ sale }) => ({ params: { document: 'sale', id: sale } })),
  'tickets.create': makeRowSample(({ client, plan, product }) => ({
    body: {
      id_client: client,
      membership: { id_membership: plan, start_date: '2026-03-01', expected_days: 30, overlap: true },
      items: [{ id_product: product, quantity: 1, discount: 10, tax: 0 }],
      expected_total: '1340.00',
    },
  })),
  'voids.export': makeRowlessSample(() => ({ query: { ...sampleDateRange, user_name: 'a' } })),
  'voids.list': makeRowlessSample(() => ({ query: { ...sampleDateRange, user_name: 'a', page: 0, size_page: 5 } })),
  'statistics.cash-flow': makeRowlessSample(() => ({ query: { ...sampleDateRange, user_name: 'a' } })),
  'statistics.sales-by-user': makeRowlessSample(() => ({ query: { period: 'weekly' } })),
  'statistics.membership-sales-by-user': makeRowlessSample(() => ({ query: { period: 'quarterly' } })),
  'statistics.read': makeRowlessSample(),
  'notification-config.read': makeRowlessSample(),
  'notification-config.update': makeRowlessSample(() => ({
    body: {
      message_before_expiration: 'Hola {nombre}',
      message_day_expiration: 'Vence hoy',
      days_before_expiration: [7, 3, 1],
      isActive: true,
    },
  })),
  'report-schedule.read': makeRowlessSample(),
  'report-schedule.mail': makeRowlessSample(),
  'report-schedule.update-mail': makeRowlessSample(() => ({ body: { emails: ['ana@example.com'] } })),
  'report-schedule.update': makeRowlessSample(() => ({
    body: { report_time: 21, report_phone_number: '809-555-0100', isActive: true },
  })),
  'support.create': {
    ...makeRowlessSample(() => ({
      body: { from_name: 'Ana', email: 'ana@example.com', message: 'Hola', gym: 'Gimnasio', userRol: 'gym_admin' },
    })),
  },
  'support.read': makeRowSample(
    ({ support }) => ({ params: { id: support } }),
    async (_world, caller) => ({ params: { id: await makeSupportRequest(caller) } }),
  ),
  'outbox.list': {
    ...makeRowSample(({ client }) => ({ query: { id_client: client, state: 'pending' } })),
    foreignAnswer: { items: [], total: 0 },
  },
  'outbox.status': makeRowlessSample(),
  'outbox.unreachable': makeRowlessSample(() => ({ query: { page: 0, size_page: 5 } })),
  'daily-report.read': makeRowlessSample(() => ({ query: { day: '2026-03-01' } })),
  'history.list': {
    ...makeRowSample(({ client }) => ({ query: { entity: 'clients', id: client } })),
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
  'gyms.restore': makeRowlessSample(async ({ test, master }) => {
    const { gym } = await makeGym(test)
    await master.call('gyms.delete', { params: { id: gym.id } })
    return { params: { id: gym.id } }
  }),
  ...doorCallSamples,
  'notifications.list': makeRowlessSample(() => ({ query: { is_read: 'false' } })),
  'notifications.mark': makeRowSample(({ notification }) => ({
    params: { id_notification: notification },
    body: { is_read: true },
  })),
  'notifications.mark-many': {
    ...makeRowSample(({ notification }) => ({ body: { ids: [notification], is_read: false } })),
    foreignAnswer: { updated: 0 },
  },
  'notifications.stream': makeRowlessSample(() => ({ query: { changes: 'true' } })),
  ...clientCallSamples,
  'images.upload': makeRowlessSample((_world, _caller, role) => ({
    params: { folder: role === 'master' ? 'gyms' : 'users' },
    payload: makeMultipartBody(pngBytes),
  })),
  'images.delete': makeRowSample(
    ({ image }) => ({ query: { path: image.path } }),
    async (_world, caller, role) => ({
      query: { path: (await uploadImage(caller, role === 'master' ? 'gyms' : 'clients')).path },
    }),
  ),
  'images.read': makeRowlessSample(({ mine }) => ({
    params: { folder: 'clients', name: mine.image.name },
    query: { token: mine.image.token },
  })),
}
