// Sample calls for opening hours and doors of plans.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { makeSchedule, mornings } from './factories.ts'
import { onRow, plain, type Sample } from './sample-call.ts'
import { makeUniqueName } from './two-gyms.ts'

type OfSchedules = Extract<
  EndpointName,
  `memberships.${'access' | 'set-access' | 'schedules' | 'schedule' | `${string}-schedule`}`
>

export const scheduleSamples: Record<OfSchedules, Sample> = {
  'memberships.access': onRow(({ plan }) => ({ params: { id_membership: plan } })),
  'memberships.set-access': onRow(({ plan, schedule, device }) => ({
    params: { id_membership: plan },
    body: { id_schedule: schedule, doors: [{ id_device: device, doors: [1] }] },
  })),
  'memberships.schedules': plain(),
  'memberships.schedule': onRow(({ schedule }) => ({ params: { id_schedule: schedule } })),
  'memberships.create-schedule': plain(() => ({ body: { name: makeUniqueName(), week: mornings } })),
  'memberships.update-schedule': onRow(({ schedule }) => ({
    params: { id_schedule: schedule },
    body: { week: mornings },
  })),
  'memberships.delete-schedule': onRow(
    ({ schedule }) => ({ params: { id_schedule: schedule } }),
    async ({ gym }) => ({ params: { id_schedule: (await makeSchedule(gym)).id } }),
  ),
}
