// First steps of a new gym; a step is done when the gym has the thing.
import { z } from 'zod'
import { area } from '../shared/endpoint.ts'
import { superAdmin } from '../shared/roles.ts'
import { Installation } from './backup.ts'

/** In the order of the guide. */
export const guideSteps = ['gym', 'plans', 'terminal', 'people', 'staff', 'print', 'messages'] as const
export type GuideStep = (typeof guideSteps)[number]

export const Guide = z.object({
  /** True if dismissed from the dashboard. */
  put_away: z.boolean(),
  /** Completed steps, in order. */
  done: z.array(z.enum(guideSteps)),
  /** True if passwords cross the network unencrypted. */
  plain_http: z.boolean(),
})
export type Guide = z.infer<typeof Guide>

const GuideChange = z
  .object({
    put_away: z.boolean(),
    /** True if a test page was printed. */
    printed: z.literal(true),
  })
  .partial()

export const guideArea = area({
  'guide.read': {
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
    may: superAdmin,
    method: 'GET',
    path: '/guide/',
    summary: 'What a new gym has set up already, and the state of disk and backups',
    answer: Guide.extend({ installation: Installation }),
  },
  'guide.update': {
    may: superAdmin,
    method: 'PUT',
    path: '/guide/',
    summary: 'Put the guide away or take it out again; note that a test page was printed',
    body: GuideChange,
    answer: Guide,
  },
})
