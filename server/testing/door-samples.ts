// Valid sample calls of the door's endpoints.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { makeDevice, makeUniqueText } from './factories.ts'
import { makeIdSample, makeRowlessSample, makeRowSample, type SampleCall, sampleDateRange } from './sample-call.ts'
import { makeAttendance, makeDeparture, makeDoorOpening, makeUndoneAttendance, makeUniqueName } from './two-gyms.ts'

type AtDoor = Extract<EndpointName, `${'devices' | 'attendances' | 'inside' | 'door'}.${string}`>

export const doorCallSamples: Record<AtDoor, SampleCall> = {
  'devices.status': makeRowlessSample(),
  'attendances.list': {
    ...makeRowSample(({ client }) => ({
      query: { ...sampleDateRange, client_id: client, client_name: 'cliente', include_status: 'true' },
    })),
    foreignAnswer: { items: [], total: 0 },
  },
  'attendances.create': makeRowSample(({ client }) => ({
    body: { id_client: client, check_in: '2026-03-01T10:00:00-04:00' },
  })),
  'attendances.undo': makeIdSample('id', 'attendance', ({ gym }) => makeAttendance(gym), { reason: 'No era ella' }),
  'attendances.restore': makeIdSample('id', 'attendance', ({ gym }) => makeUndoneAttendance(gym)),
  'attendances.undone': makeRowlessSample(() => ({ query: { page: 0, size_page: 5 } })),
  'inside.list': makeRowlessSample(() => ({ query: { name: 'cliente', supposed: 'false', page: 0, size_page: 5 } })),
  'inside.leave': makeRowSample(
    ({ attendance }) => ({ body: { id_attendance: attendance } }),
    async ({ gym }) => ({ body: { id_attendance: await makeAttendance(gym) } }),
  ),
  'inside.departures': makeRowlessSample(() => ({ query: { page: 0, size_page: 5 } })),
  'inside.undo': makeIdSample('id', 'departure', ({ gym }) => makeDeparture(gym)),
  'inside.settings': makeRowlessSample(),
  'inside.update-settings': makeRowlessSample(() => ({
    body: { capacity: 80, tells: true, hours: 3, closes_at: '22:00' },
  })),
  'devices.list': makeRowlessSample(),
  'devices.unknown': makeRowlessSample(),
  'devices.traffic': makeRowSample(({ device }) => ({ params: { id_device: device } })),
  'devices.address': makeRowlessSample(),
  'devices.people': makeRowSample(({ device }) => ({ params: { id_device: device } })),
  'devices.decide': makeRowSample(({ device }) => ({
    params: { id_device: device },
    body: { pins: ['00812'], act: 'remove' },
  })),
  'devices.census': makeRowSample(({ device }) => ({ params: { id_device: device }, body: { act: 'ask' } })),
  'devices.numbers': makeRowSample(({ device }) => ({ params: { id_device: device } })),
  'devices.clock': makeRowSample(({ device }) => ({ params: { id_device: device } })),
  // Answers 404, because no terminal has called from this address.
  'devices.origin': {
    ...makeRowSample(({ device }) => ({ params: { id_device: device }, body: { act: 'block', address: '10.0.0.9' } })),
    otherValidStatus: 404,
  },
  'devices.prove': makeRowSample(({ device }) => ({ params: { id_device: device }, body: { opened: false } })),
  'devices.open': { ...makeRowSample(({ device }) => ({ params: { id_device: device } })), otherValidStatus: 503 },
  'devices.create': makeRowlessSample(() => ({
    body: { name: makeUniqueName(), sn: makeUniqueText('SERIE'), delay: 5, direction: 'exit' },
  })),
  'devices.update': makeRowSample(({ device }) => ({
    params: { id_device: device },
    body: { name: 'Otra puerta', delay: 3 },
  })),
  'devices.delete': makeRowSample(
    ({ device }) => ({ params: { id_device: device } }),
    async ({ gym }) => ({ params: { id_device: (await makeDevice(gym)).id } }),
  ),
  'door.open': {
    ...makeRowlessSample(() => ({ body: { reason: 'Un proveedor', id_payment: null } })),
    otherValidStatus: 503,
  },
  'door.refused': makeRowlessSample(() => ({})),
  'door.let-in': makeRowlessSample(() => ({})),
  'door.openings': makeRowlessSample(() => ({ query: { ...sampleDateRange, page: 0, size_page: 5 } })),
  'door.explain': makeRowSample(
    ({ opening }) => ({ params: { id: opening }, body: { reason: 'Un proveedor' } }),
    async ({ gym }, caller) => ({
      params: { id: await makeDoorOpening(gym, caller) },
      body: { reason: 'Un proveedor' },
    }),
  ),
  'door.access': makeRowSample(({ client }) => ({ params: { id_client: client } })),
  'door.upload-users': makeRowlessSample(),
  'door.add-user': {
    ...makeRowSample(({ pin }) => ({ body: { pin, name: 'x', pri: '0', passwd: '', card: '', verify: '0' } })),
    ignored: ['name', 'pri', 'passwd', 'card'],
  },
  'door.read-user': makeRowSample(({ pin }) => ({ params: { pin } })),
  'door.edit-user-verify': makeRowSample(({ pin }) => ({ query: { pin, new_verify: 3 } })),
  'door.edit-user-name': makeRowSample(({ pin }) => ({ query: { pin, name: 'x' } })),
  'door.delete-user': makeRowSample(({ pin }) => ({ query: { pin } })),
}
