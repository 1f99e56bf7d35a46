// Merging two clients, with a comparison first and an undo within a day.

import { z } from 'zod'
import { defineCreate, defineDelete, defineGet } from '../shared/define-area.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import { birthDay, id, idAndName, idInPath, nameFilter, textLine, timestamp } from '../shared/schemas.ts'
import { PaidPeriod } from './paid-periods.ts'

/** Fields whose value may be taken from either client. */
export const mergeableFields = [
  'name',
  'id_zkteco',
  'card_number',
  'phone_number',
  'email',
  'birth_date',
  'address',
  'photo_url',
  'social_link',
  'notes',
  'tax_id',
  'legal_name',
  'is_active',
] as const
export type MergeableField = (typeof mergeableFields)[number]

export const ClientMerge = z.object({
  id,
  /** The client who was merged into another and deleted. */
  gone: idAndName,
  user: z.string(),
  created_at: timestamp,
})
export type ClientMerge = z.infer<typeof ClientMerge>

/** Numbers of rows that a merge moves to the remaining client. */
const MovedRowCounts = z.object({
  payments: z.number().int(),
  sales: z.number().int(),
  visits: z.number().int(),
  messages: z.number().int(),
})
export type MovedRowCounts = z.infer<typeof MovedRowCounts>

export const SimilarClient = z.object({
  id,
  name: z.string(),
  id_zkteco: z.number().nullable(),
  photo_url: z.string().nullable(),
  phone_number: z.string().nullable(),
  /** Field in which the clients are similar; a match by name requires that the birth dates do not differ. */
  reason: z.enum(['phone_number', 'email', 'birth_date', 'name']),
})
export type SimilarClient = z.infer<typeof SimilarClient>

/** Both clients, and the effects of merging `gone` into `kept`. */
const comparedFields = <Card extends z.ZodType>(Client: Card) =>
  z.object({
    kept: Client,
    gone: Client,
    moves: MovedRowCounts,
    /** Days that both clients have paid for. */
    overlap: z.array(PaidPeriod),
    /** True if templates of the merged client will be deleted for good. */
    drops_biometrics: z.boolean(),
    /** Digest of everything shown; to merge, it has to be sent back as `confirm`. */
    digest: z.string(),
  })

/** The client schema is a parameter, because importing it would create a circular import. */
export const defineMergeCalls = <Card extends z.ZodType>(Client: Card) =>
  ({
    'clients.similar': defineGet(staffRoles, '/clients/similar', 'List up to five possible duplicates, best first', {
      query: z.object({
        name: nameFilter.optional(),
        phone_number: z.string().max(20).optional(),
        email: z.string().max(255).optional(),
        birth_date: birthDay.optional(),
        /** Id of the client to omit from the result. */
        except: idInPath.optional(),
      }),
      answer: z.array(SimilarClient),
    }),
    'clients.last-merge': defineGet(adminRoles, '/clients/{id_client}/merge', 'Get the last merge that can be undone', {
      answer: z.object({ last: ClientMerge.nullable() }),
    }),
    'clients.compare': defineGet(adminRoles, '/clients/{id_client}/merge/{id_other}', 'Preview merging two clients', {
      answer: comparedFields(Client),
      errors: ['client.anonymous'],
    }),
    'clients.merge': defineCreate(adminRoles, '/clients/{id_client}/merge/{id_other}', 'Merge a client into another', {
      body: z.object({ take: z.array(z.enum(mergeableFields)).max(mergeableFields.length), confirm: textLine(64) }),
      answer: ClientMerge,
      errors: ['client.anonymous', 'merge.changed', 'merge.paused'],
    }),
    'clients.undo-merge': defineDelete(adminRoles, '/clients/merges/{id_merge}', 'Undo a merge within a day', {
      answer: z.object({ kept: idAndName, gone: idAndName }),
      errors: ['merge.kept-gone', 'merge.undo-first', 'pin.taken', 'card.taken'],
    }),
  }) as const
