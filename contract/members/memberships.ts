import { z } from 'zod'
import { NewSchedule, Schedule, ScheduleChange } from '../door/schedules.ts'
import { makeFiscalOnlyField } from '../fiscal/receipts.ts'
import { taxClassSchema } from '../fiscal/tax.ts'
import { defineArea, defineCreate, defineDelete, defineGet, definePut } from '../shared/define-area.ts'
import { defineDeletedRowCalls } from '../shared/deleted-rows.ts'
import type { ErrorName } from '../shared/errors.ts'
import { formatCountWithNoun } from '../shared/format-numbers.ts'
import { partOfAnotherFieldLabel, pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import {
  id,
  moneyInput,
  moneyText,
  optionalText,
  optionalWholeNumberBetween,
  textLine,
  wholeNumberBetween,
} from '../shared/schemas.ts'
import { foldCaseAndAccents } from '../shared/text-matching.ts'

/** Name of the day pass, a plan that every gym has and that cannot be renamed, extended or deleted. */
export const dailyPlanName = 'Membresía Diaria'
/** Name of the plan given to imported clients; lists do not show it. */
export const importedPlanName = 'Membresía Importada'
export const anonymousClientName = 'Cliente Anónimo'

/** True for any spelling of the anonymous client's name (capitals, accents, blanks). */
export const isAnonymousName = (name: string): boolean => {
  const asRead = (text: string) => foldCaseAndAccents(text).trim().replace(/\s+/g, ' ')
  return asRead(name) === asRead(anonymousClientName)
}

/** Plan name to show; the plan of imported clients is hidden, since it was never sold. */
export const formatPlanName = <Name extends string | null | undefined>(name: Name) =>
  name === importedPlanName ? 'Sin plan' : name

export const Plan = z.object({
  id,
  id_membership: id,
  name: z.string(),
  description: z.string().nullable(),
  duration_days: z.number(),
  max_access: z.number(),
  price: moneyText,
  tax_class: makeFiscalOnlyField(taxClassSchema),
})
export type Plan = z.infer<typeof Plan>

const fields = z.object({
  name: textLine(255),
  description: optionalText(255).optional(),
  duration_days: wholeNumberBetween(1, 36_500),
  // Always 0; accepted because the client's form sends this field.
  max_access: z
    .union([z.literal(0), z.literal('0')])
    .nullable()
    .optional(),
  price: moneyInput,
  tax_class: taxClassSchema.optional(),
})
export const maxPanelDoors = 16

const doorNumbers = z
  .array(z.number().int().min(1).max(maxPanelDoors))
  .min(1)
  .max(maxPanelDoors)
  .refine((doors) => new Set(doors).size === doors.length, 'Hay una puerta repetida')

/** Hours and doors at which a plan allows entry; null is unlimited. Exits open for everyone who may enter. */
export const PlanAccess = z.object({
  id_schedule: id.nullable(),
  /** Terminals and the numbers of their doors, from 1; `doors: null` means every door. */
  doors: z
    .array(z.object({ id_device: id, doors: doorNumbers.nullable() }))
    .max(100)
    .refine(
      (each) => new Set(each.map(({ id_device }) => id_device)).size === each.length,
      'Hay un dispositivo repetido',
    )
    .nullable(),
})
export type PlanAccess = z.infer<typeof PlanAccess>

export const PlanTerms = z.object({
  /** Days of pause allowed in a year; 0 is none. */
  pause_days: z.number().int(),
  /** Number of pauses allowed in a year; null is unlimited. */
  pause_times: z.number().int().nullable(),
  /** Number of visits in the pack; null is unlimited. */
  visits: z.number().int().nullable(),
  /** True if each pass counts as a visit, false if each day with passes does. */
  each_pass: z.boolean(),
})
export type PlanTerms = z.infer<typeof PlanTerms>

/** Returns a text such as `10 visitas · 15 días de pausa al año`; '' without limits. */
export const formatPlanTerms = ({ visits, pause_days: days }: Pick<PlanTerms, 'visits' | 'pause_days'>): string =>
  [
    ...(visits === null ? [] : [formatCountWithNoun(visits, 'visita', 'visitas')]),
    ...(days === 0 ? [] : [`${formatCountWithNoun(days, 'día', 'días')} de pausa al año`]),
  ].join(' · ')

export const NewPlanTerms = z.object({
  pause_days: wholeNumberBetween(0, 365),
  pause_times: optionalWholeNumberBetween(1, 365),
  visits: optionalWholeNumberBetween(1, 1000),
  each_pass: z.boolean(),
})
export type NewPlanTerms = z.output<typeof NewPlanTerms>
/** A plan with its hours and doors, which share one version (ETag). */
export const PlanWithAccess = Plan.extend(PlanAccess.shape)
export type PlanWithAccess = z.infer<typeof PlanWithAccess>

/** If hours and doors are absent, a new plan is unlimited and an edited plan keeps its own. */
export const NewPlan = fields.extend(PlanAccess.partial().shape)
export const PlanChange = NewPlan.partial()
export type PlanChange = z.output<typeof PlanChange>

/** Refuses changes that the fixed plans (day pass) do not allow. */
export function checkPlanChange(plan: Plan, change: Pick<PlanChange, 'name' | 'duration_days'>): ErrorName | null {
  if (plan.name !== dailyPlanName) return null
  const renamed = change.name !== undefined && change.name !== plan.name
  const stretched = change.duration_days !== undefined && change.duration_days !== plan.duration_days
  return renamed || stretched ? 'plan.daily-fixed' : null
}

export const checkPlanDeletion = (plan: Pick<Plan, 'name'>): ErrorName | null =>
  plan.name === dailyPlanName ? 'plan.daily-fixed' : null

export const membershipsArea = defineArea(
  {
    'memberships.list': defineGet(staffRoles, '/memberships/', 'List plans by name', { answer: z.array(Plan) }),
    'memberships.read': defineGet(staffRoles, '/memberships/{id_membership}', 'Get a plan', {
      answer: Plan,
      versioned: 'memberships',
    }),
    'memberships.create': defineCreate(adminRoles, '/memberships/', 'Create a plan, optionally with hours and doors', {
      body: NewPlan,
      answer: Plan,
      errors: ['plan.duplicate', 'row.missing', 'plan.no-such-door'],
    }),
    'memberships.update': definePut(adminRoles, '/memberships/{id_membership}', 'Change a plan, not its past sales', {
      body: PlanChange,
      answer: Plan,
      versioned: 'memberships',
      errors: ['plan.duplicate', 'plan.daily-fixed', 'plan.no-such-door'],
    }),
    'memberships.access': defineGet(staffRoles, '/memberships/{id_membership}/access', 'Get a plan’s hours and doors', {
      answer: PlanWithAccess,
      versioned: 'memberships',
    }),
    'memberships.set-access': definePut(adminRoles, '/memberships/{id_membership}/access', 'Set hours and doors', {
      body: PlanAccess,
      answer: PlanWithAccess,
      versioned: 'memberships',
      errors: ['plan.no-such-door'],
    }),
    'memberships.terms': defineGet(staffRoles, '/memberships/{id_membership}/terms', 'Get pause limits and visits', {
      answer: PlanTerms,
    }),
    'memberships.all-terms': defineGet(staffRoles, '/memberships/terms', 'List plans with pause limits or visits', {
      answer: z.array(PlanTerms.extend({ id_membership: id })),
    }),
    'memberships.set-terms': definePut(adminRoles, '/memberships/{id_membership}/terms', 'Set pauses and visits', {
      body: NewPlanTerms,
      answer: PlanTerms,
      errors: ['plan.daily-fixed'],
    }),
    'memberships.schedules': defineGet(staffRoles, '/memberships/schedules', 'List named opening hours by name', {
      answer: z.array(Schedule),
    }),
    'memberships.schedule': defineGet(staffRoles, '/memberships/schedules/{id_schedule}', 'Get named opening hours', {
      answer: Schedule,
      versioned: 'schedules',
    }),
    'memberships.create-schedule': defineCreate(adminRoles, '/memberships/schedules', 'Create named opening hours', {
      body: NewSchedule,
      answer: Schedule,
      errors: ['schedule.duplicate', 'schedule.too-many'],
    }),
    'memberships.update-schedule': definePut(adminRoles, '/memberships/schedules/{id_schedule}', 'Change a schedule', {
      body: ScheduleChange,
      answer: Schedule,
      versioned: 'schedules',
      errors: ['schedule.duplicate'],
    }),
    'memberships.delete-schedule': defineDelete(
      adminRoles,
      '/memberships/schedules/{id_schedule}',
      'Delete unused hours',
      {
        answer: null,
        errors: ['schedule.used'],
      },
    ),
    ...defineDeletedRowCalls('memberships', {
      may: adminRoles,
      id: 'id_membership',
      answer: Plan,
      taken: ['plan.duplicate'],
    }),
    'memberships.delete': defineDelete(adminRoles, '/memberships/{id_membership}', 'Delete a plan, ending its sale', {
      answer: null,
      errors: ['plan.daily-fixed'],
    }),
  },
  {
    history: {
      memberships: {
        object: 'el plan',
        named: true,
        fields: {
          ...pickSharedFieldLabels('name', 'created_at', 'updated_at', 'deleted_at', 'description', 'duration_days'),
          max_access: 'el máximo de accesos',
          ...pickSharedFieldLabels('price', 'tax_class'),
        },
      },
      plan_access: {
        object: 'cuándo y dónde abre el plan',
        named: true,
        fields: {
          ...pickSharedFieldLabels('name'),
          shown: 'el acceso',
          id_membership: partOfAnotherFieldLabel,
          id_schedule: partOfAnotherFieldLabel,
          doors: partOfAnotherFieldLabel,
        },
      },
      plan_terms: {
        object: 'las condiciones del plan',
        named: true,
        fields: {
          ...pickSharedFieldLabels('name'),
          pause_days: 'los días de pausa al año',
          pause_times: 'las pausas al año',
          visits: 'las visitas',
          each_pass: '«Cada pase cuenta»',
          id_membership: partOfAnotherFieldLabel,
        },
      },
      schedules: {
        object: 'el horario',
        named: true,
        fields: {
          ...pickSharedFieldLabels('name', 'created_at'),
          shown: 'las horas',
          week: partOfAnotherFieldLabel,
          zone: partOfAnotherFieldLabel,
        },
      },
    },
  },
)
