// Setup guide of a new gym; a step is done when its data exists, such as a plan for the step `plans`.
import { z } from 'zod'
import { area, get, put } from '../shared/area.ts'
import { superAdmin } from '../shared/roles.ts'
import { Installation } from './backup.ts'

/** Setup steps in display order. */
export const guideSteps = ['gym', 'plans', 'terminal', 'people', 'staff', 'print', 'messages'] as const
export type GuideStep = (typeof guideSteps)[number]

export const Guide = z.object({
  /** True if a user dismissed the guide from the dashboard. */
  put_away: z.boolean(),
  done: z.array(z.enum(guideSteps)),
  /** True if the site is used without HTTPS, so passwords cross the network unencrypted. */
  plain_http: z.boolean(),
})
export type Guide = z.infer<typeof Guide>

const GuideChange = z
  .object({
    put_away: z.boolean(),
    printed: z.literal(true),
  })
  .partial()

export const guideArea = area({
  'guide.read': get(superAdmin, '/guide/', 'List the done setup steps of a gym, with disk and backup state', {
    shows: [
      'gym-info',
      'memberships',
      'devices',
      'clients',
      'users',
      'notification-config',
      'report-schedule',
      'channels',
    ],
    answer: Guide.extend({ installation: Installation }),
  }),
  'guide.update': put(superAdmin, '/guide/', 'Hide or show the setup guide; record a printed test page', {
    body: GuideChange,
    answer: Guide,
  }),
})
