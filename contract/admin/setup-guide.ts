// Setup guide of a new gym; a step is done when its data exists, such as a plan for the step `plans`.
import { z } from 'zod'
import { defineArea, defineGet, definePut } from '../shared/define-area.ts'
import { superAdminOnly } from '../shared/roles.ts'
import { DiskAndBackupStatus } from './backup.ts'

/** Setup steps in display order. */
export const setupSteps = ['gym', 'plans', 'terminal', 'people', 'staff', 'print', 'messages'] as const
export type SetupStep = (typeof setupSteps)[number]

export const SetupGuide = z.object({
  /** True if a user dismissed the guide from the dashboard. */
  put_away: z.boolean(),
  done: z.array(z.enum(setupSteps)),
  /** True if the site is used without HTTPS, so passwords cross the network unencrypted. */
  plain_http: z.boolean(),
})
export type SetupGuide = z.infer<typeof SetupGuide>

const GuideChange = z
  .object({
    put_away: z.boolean(),
    printed: z.literal(true),
  })
  .partial()

export const setupGuideArea = defineArea({
  'guide.read': defineGet(superAdminOnly, '/guide/', 'List the done setup steps of a gym, with disk and backup state', {
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
    answer: SetupGuide.extend({ installation: DiskAndBackupStatus }),
  }),
  'guide.update': definePut(superAdminOnly, '/guide/', 'Hide or show the setup guide; record a printed test page', {
    body: GuideChange,
    answer: SetupGuide,
  }),
})
