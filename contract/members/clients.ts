import { z } from 'zod'
import { ClientTerminalState } from '../door/door.ts'
import { newPartyIdentityFields, partyIdentityFields } from '../fiscal/receipts.ts'
import { defineArea, defineCreate, defineDelete, defineGet, definePut } from '../shared/define-area.ts'
import { defineDeletedRowCalls } from '../shared/deleted-rows.ts'
import { pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import {
  birthDay,
  booleanInQuery,
  id,
  makeListSchema,
  nameFilter,
  optionalCardNumber,
  optionalEmail,
  optionalText,
  pageQuery,
  pinInput,
  socialLinksInput,
  textLine,
  timestamp,
} from '../shared/schemas.ts'
import { DebtSummary } from '../till/debts.ts'
import { SoldMembership } from '../till/payments.ts'
import { clientImportCalls } from './client-import.ts'
import { defineMergeCalls } from './client-merge.ts'
import { clientPhotoCalls } from './client-photos.ts'
import { PaidPeriod } from './paid-periods.ts'
import { Pause } from './pauses.ts'
import { VisitsLeft } from './visits-left.ts'

export const Client = z.object({
  id,
  id_zkteco: z.number().nullable(),
  name: z.string(),
  birth_date: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  address: z.string().nullable(),
  card_number: z.string().nullable(),
  social_link: z.string().nullable(),
  notes: z.string().nullable(),
  ...partyIdentityFields,
  is_active: z.boolean(),
  photo_url: z.string().nullable(),
  photo_path: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** `door_blocked`: a user blocked the client at the terminals; `door_removed`: a user removed the client there. */
  door_blocked: z.boolean(),
  door_removed: z.boolean(),
  /** The membership valid today (if several, the one that ends last), else the next one, else the last one. */
  membership: SoldMembership.nullable(),
  /** Day after the last paid day; null if the client never paid. */
  paid_until: z.string().nullable(),
})
export type Client = z.infer<typeof Client>

/** State of a client today, computed from other tables. */
export const ClientStatus = z.object({
  /** Visits left in the client's visit pack; null if the plan is unlimited or the client has no plan. */
  visits: VisitsLeft.nullable(),
  debt: DebtSummary.omit({ id_client: true }).nullable(),
  pause: Pause.pick({ start_date: true, resume_date: true, open: true }).nullable(),
})
export type ClientStatus = z.infer<typeof ClientStatus>

/** A client in a list; `status` is present if the query asks for it. */
export const ListedClient = Client.extend({ status: ClientStatus.optional() })
export type ListedClient = z.infer<typeof ListedClient>

/** One client with status and state at each terminal. */
export const ClientWithDoorStates = Client.extend({ door: z.array(ClientTerminalState), status: ClientStatus })
export type ClientWithDoorStates = z.infer<typeof ClientWithDoorStates>

/** A client as saved; if a PIN was typed, earlier visits with this PIN become the client's. */
const SavedClient = ClientWithDoorStates.extend({
  /** Number of earlier visits with this PIN that were assigned to the client. */
  past_visits: z.number().int().optional(),
})

export const NewClient = z.object({
  name: textLine(255),
  id_zkteco: pinInput.nullable().optional(),
  birth_date: birthDay.optional(),
  email: optionalEmail().optional(),
  phone_number: optionalText(20).optional(),
  address: optionalText(255).optional(),
  card_number: optionalCardNumber.optional(),
  social_link: socialLinksInput.optional(),
  notes: optionalText(255).optional(),
  ...newPartyIdentityFields,
  is_active: z.boolean().optional(),
  photo_url: optionalText(1000).optional(),
  photo_path: optionalText(1000).optional(),
})
export const ClientChange = NewClient.partial()
export type NewClient = z.input<typeof NewClient>
export type ClientChange = z.input<typeof ClientChange>

const statusAreas = ['payments', 'attendances', 'pauses', 'debts', 'gym-info'] as const

export const clientsArea = defineArea(
  {
    'clients.list': defineGet(staffRoles, '/clients/', 'List clients, newest first, optionally with visits and debt', {
      query: pageQuery.extend({ client_name: nameFilter.optional(), include_status: booleanInQuery.optional() }),
      answer: makeListSchema(ListedClient),
      shows: statusAreas,
    }),
    'clients.search': defineGet(staffRoles, '/clients/name/{name}', 'List up to 100 clients by words of the name', {
      params: z.object({ name: nameFilter }),
      query: z.object({ include_status: booleanInQuery.optional() }),
      answer: z.array(ListedClient),
      shows: statusAreas,
    }),
    'clients.read': defineGet(staffRoles, '/clients/{id_client}', 'Get a client with their state at each terminal', {
      answer: ClientWithDoorStates,
      shows: statusAreas,
      versioned: 'clients',
    }),
    'clients.paid': defineGet(staffRoles, '/clients/{id_client}/paid', 'List a client’s paid periods, merged', {
      answer: z.array(PaidPeriod),
    }),
    'clients.create': defineCreate(staffRoles, '/clients/', 'Create a client, by default with the next free PIN', {
      body: NewClient,
      answer: SavedClient,
      errors: ['pin.taken', 'card.taken', 'client.anonymous-name'],
    }),
    'clients.update': definePut(staffRoles, '/clients/{id_client}', 'Change a client', {
      body: ClientChange,
      answer: SavedClient,
      versioned: 'clients',
      errors: ['pin.taken', 'card.taken', 'client.anonymous', 'client.anonymous-name'],
    }),
    ...defineDeletedRowCalls('clients', {
      may: adminRoles,
      id: 'id_client',
      answer: Client,
      taken: ['pin.taken', 'card.taken', 'merge.undo-first'],
    }),
    'clients.delete': defineDelete(adminRoles, '/clients/{id_client}', 'Delete a client; documents keep the name', {
      answer: null,
      errors: ['client.anonymous'],
    }),
    ...clientImportCalls,
    ...clientPhotoCalls,
    ...defineMergeCalls(ClientWithDoorStates),
  },
  {
    shows: ['payments'],
    history: {
      clients: {
        object: 'al cliente',
        named: true,
        fields: {
          ...pickSharedFieldLabels('name', 'id_zkteco'),
          birth_date: ['la fecha de nacimiento', 'day'],
          ...pickSharedFieldLabels('email', 'phone_number', 'address', 'tax_id', 'legal_name'),
          card_number: 'el número de tarjeta',
          past_visits: 'las visitas anteriores de su número',
          merged: ['unió a este cliente con', 'told'],
          unmerged: ['deshizo la unión con', 'told'],
          dropped_biometrics: ['borró lo que se guardaba de este cliente:', 'told'],
          paused: ['puso en pausa la membresía', 'told'],
          resumed: ['terminó la pausa', 'told'],
          unpaused: ['deshizo la pausa', 'told'],
          owed: ['le vendió a deber', 'told'],
          debt_paid: ['cobró de lo que debía', 'told'],
          debt_unpaid: ['anuló un cobro, y vuelve a deberse', 'told'],
          debt_annulled: ['anuló con su documento lo que debía', 'told'],
          ...pickSharedFieldLabels('social_link'),
          notes: 'las notas',
          ...pickSharedFieldLabels('is_active'),
          is_anonymous: '«Cliente anónimo»',
          ...pickSharedFieldLabels('photo_url', 'photo_path', 'door_blocked', 'door_removed'),
          biometrics_agreed_at: ['el consentimiento para guardar huellas y rostro', 'instant'],
          ...pickSharedFieldLabels('created_at', 'updated_at', 'deleted_at'),
        },
      },
    },
  },
)
