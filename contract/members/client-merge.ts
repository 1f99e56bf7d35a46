// Merging two clients, with a comparison first and an undo within a day.
import { z } from 'zod'
import { admins, staff } from '../shared/roles.ts'
import { birthDay, id, idInAddress, nameQuery, text, timestamp } from '../shared/shapes.ts'
import { PaidPeriod } from './paid-time.ts'

/** Fields that can be taken from either. */
export const mergeFields = [
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
  'is_active',
] as const
export type MergeField = (typeof mergeFields)[number]

export const ClientMerge = z.object({
  id,
  /** Name of the client who was merged. */
  gone: z.object({ id, name: z.string() }),
  user: z.string(),
  created_at: timestamp,
})
export type ClientMerge = z.infer<typeof ClientMerge>

/** Rows that move. */
const Moves = z.object({
  payments: z.number().int(),
  sales: z.number().int(),
  visits: z.number().int(),
  messages: z.number().int(),
})
export type Moves = z.infer<typeof Moves>

export const SimilarClient = z.object({
  id,
  name: z.string(),
  id_zkteco: z.number().nullable(),
  photo_url: z.string().nullable(),
  phone_number: z.string().nullable(),
  /** Similarity; for the name, birthdays must not differ. */
  reason: z.enum(['phone_number', 'email', 'birth_date', 'name']),
})
export type SimilarClient = z.infer<typeof SimilarClient>

/** Both clients, and the effects of merging the second into the first. */
const comparedFields = <Card extends z.ZodType>(Client: Card) =>
  z.object({
    kept: Client,
    gone: Client,
    moves: Moves,
    /** Days paid by both. */
    overlap: z.array(PaidPeriod),
    /** True if templates of the merged client will be deleted for good. */
    drops_biometrics: z.boolean(),
    /** Digest of everything shown, to be sent as `confirm`. */
    digest: z.string(),
  })

/** A parameter, because importing the schema would be a circle. */
export const mergeCalls = <Card extends z.ZodType>(Client: Card) =>
  ({
    'clients.similar': {
      may: staff,
      method: 'GET',
      path: '/clients/similar',
      summary: 'The first five clients who may be the person that is asked for, the surest first; none by nothing',
      query: z.object({
        name: nameQuery.optional(),
        phone_number: z.string().max(20).optional(),
        email: z.string().max(255).optional(),
        birth_date: birthDay.optional(),
        /** Client to leave out. */
        except: idInAddress.optional(),
      }),
      answer: z.array(SimilarClient),
    },
    'clients.last-merge': {
      may: admins,
      method: 'GET',
      path: '/clients/{id_client}/merge',
      summary: 'The last merge into a client that can still be undone; null where there is none',
      params: z.object({ id_client: idInAddress }),
      answer: z.object({ last: ClientMerge.nullable() }),
      errors: ['row.missing'],
    },
    'clients.compare': {
      may: admins,
      method: 'GET',
      path: '/clients/{id_client}/merge/{id_other}',
      summary: 'Two clients side by side: what a merge of the second into the first would come to',
      params: z.object({ id_client: idInAddress, id_other: idInAddress }),
      answer: comparedFields(Client),
      errors: ['row.missing', 'client.anonymous'],
    },
    'clients.merge': {
      may: admins,
      method: 'POST',
      path: '/clients/{id_client}/merge/{id_other}',
      summary:
        'Make two clients one: the second’s payments, sales, visits and messages become the first’s, and the fields that are named. The second is a client no longer',
      params: z.object({ id_client: idInAddress, id_other: idInAddress }),
      body: z.object({ take: z.array(z.enum(mergeFields)).max(mergeFields.length), confirm: text(64) }),
      answer: ClientMerge,
      status: 201,
      errors: ['row.missing', 'client.anonymous', 'merge.changed', 'merge.paused'],
    },
    'clients.undo-merge': {
      may: admins,
      method: 'DELETE',
      path: '/clients/merges/{id_merge}',
      summary: 'Undo a merge within a day: both are clients again, each with what was theirs',
      params: z.object({ id_merge: idInAddress }),
      answer: z.object({ kept: z.object({ id, name: z.string() }), gone: z.object({ id, name: z.string() }) }),
      errors: ['row.missing', 'merge.kept-gone', 'merge.undo-first', 'pin.taken', 'card.taken'],
    },
  }) as const
