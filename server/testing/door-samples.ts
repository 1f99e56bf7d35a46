// Valid sample calls of the door's endpoints.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { makeDevice, makeUniqueText } from './factories.ts'
import { days, onId, onRow, plain, type SampleCall } from './sample-call.ts'
import { makeClientInside, makeDeparture, makeOpening, makeUndoneAttendance, makeUniqueName } from './two-gyms.ts'

type AtDoor = Extract<EndpointName, `${'devices' | 'attendances' | 'inside' | 'door'}.${string}`>

export const doorSamples: Record<AtDoor, SampleCall> = {
  'devices.status': plain(),
  'attendances.list': {
    ...onRow(({ client }) => ({
      query: { ...days, client_id: client, client_name: 'cliente', include_status: 'true' },
    })),
    foreignAnswer: { items: [], total: 0 },
  },
  'attendances.create': onRow(({ client }) => ({ body: { id_client: client, check_in: '2026-03-01T10:00:00-04:00' } })),
  'attendances.undo': onId('id', 'attendance', ({ gym }) => makeClientInside(gym), { reason: 'No era ella' }),
  'attendances.restore': onId('id', 'attendance', ({ gym }) => makeUndoneAttendance(gym)),
  'attendances.undone': plain(() => ({ query: { page: 0, size_page: 5 } })),
  'inside.list': plain(() => ({ query: { name: 'cliente', supposed: 'false', page: 0, size_page: 5 } })),
  'inside.leave': onRow(
    ({ attendance }) => ({ body: { id_attendance: attendance } }),
    async ({ gym }) => ({ body: { id_attendance: await makeClientInside(gym) } }),
  ),
  'inside.departures': plain(() => ({ query: { page: 0, size_page: 5 } })),
  'inside.undo': onId('id', 'departure', ({ gym }) => makeDeparture(gym)),
  'inside.settings': plain(),
  'inside.update-settings': plain(() => ({ body: { capacity: 80, tells: true, hours: 3, closes_at: '22:00' } })),
  'devices.list': plain(),
  'devices.unknown': plain(),
  'devices.traffic': onRow(({ device }) => ({ params: { id_device: device } })),
  'devices.address': plain(),
  'devices.people': onRow(({ device }) => ({ params: { id_device: device } })),
  'devices.decide': onRow(({ device }) => ({
    params: { id_device: device },
    body: { pins: ['00812'], act: 'remove' },
  })),
  'devices.census': onRow(({ device }) => ({ params: { id_device: device }, body: { act: 'ask' } })),
  'devices.numbers': onRow(({ device }) => ({ params: { id_device: device } })),
  'devices.clock': onRow(({ device }) => ({ params: { id_device: device } })),
  // Answers 404, because no terminal has called from this address.
  'devices.origin': {
    ...onRow(({ device }) => ({ params: { id_device: device }, body: { act: 'block', address: '10.0.0.9' } })),
    otherValidStatus: 404,
  },
  'devices.prove': onRow(({ device }) => ({ params: { id_device: device }, body: { opened: false } })),
  'devices.open': { ...onRow(({ device }) => ({ params: { id_device: device } })), otherValidStatus: 503 },
  'devices.create': plain(() => ({
    body: { name: makeUniqueName(), sn: makeUniqueText('SERIE'), delay: 5, direction: 'exit' },
  })),
  'devices.update': onRow(({ device }) => ({ params: { id_device: device }, body: { name: 'Otra puerta', delay: 3 } })),
  'devices.delete': onRow(
    ({ device }) => ({ params: { id_device: device } }),
    async ({ gym }) => ({ params: { id_device: (await makeDevice(gym)).id } }),
  ),
  'door.open': { ...plain(() => ({ body: { reason: 'Un proveedor', id_payment: null } })), otherValidStatus: 503 },
  'door.refused': plain(() => ({})),
  'door.let-in': plain(() => ({})),
  'door.openings': plain(() => ({ query: { ...days, page: 0, size_page: 5 } })),
  'door.explain': onRow(
    ({ opening }) => ({ params: { id: opening }, body: { reason: 'Un proveedor' } }),
    async ({ gym }, caller) => ({
      params: { id: await makeOpening(gym, caller) },
      body: { reason: 'Un proveedor' },
    }),
  ),
  'door.access': onRow(({ client }) => ({ params: { id_client: client } })),
  'door.upload-users': plain(),
  'door.add-user': {
    ...onRow(({ pin }) => ({ body: { pin, name: 'x', pri: '0', passwd: '', card: '', verify: '0' } })),
    ignored: ['name', 'pri', 'passwd', 'card'],
  },
  'door.read-user': onRow(({ pin }) => ({ params: { pin } })),
  'door.edit-user-verify': onRow(({ pin }) => ({ query: { pin, new_verify: 3 } })),
  'door.edit-user-name': onRow(({ pin }) => ({ query: { pin, name: 'x' } })),
  'door.delete-user': onRow(({ pin }) => ({ query: { pin } })),
}
