// What a gym needs before its first morning. Nobody ticks it off: what is there says so.
import { z } from 'zod'
import { area } from './endpoint.ts'
import { superAdmin } from './roles.ts'

/** In the order in which one does them. */
export const guideSteps = ['gym', 'plans', 'terminal', 'people', 'staff', 'print', 'messages'] as const
export type GuideStep = (typeof guideSteps)[number]

export const Guide = z.object({
  /** Somebody does not want to see it on the dashboard any more. */
  put_away: z.boolean(),
  /** Those that are done, in their order. */
  done: z.array(z.enum(guideSteps)),
  /** Whether passwords cross the network unencrypted: plain http beyond the server's own machine. */
  plain_http: z.boolean(),
})
export type Guide = z.infer<typeof Guide>

const GuideChange = z
  .object({
    put_away: z.boolean(),
    /** A test page was printed, which nothing else tells. */
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
    summary: 'What a new gym has set up already',
    answer: Guide,
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
